// SPDX-License-Identifier: Apache-2.0
// @catena/core: the dynamics of robot arms, computed by the C++ core of Catena compiled to WebAssembly.
//
//   const catena = await load(bytes);                    // of catena-core.wasm or catena-more.wasm, or their compiled module
//   const arm = catena.arm(catena.catalogueText('panda'));
//   arm.values('inertia', { q });                        // Float64Array, row by row
//   arm.free();
//
// Every number is computed by the core; this package copies arguments and results. Wrong input throws a CatenaError with the
// parts of catena::Error. An object that holds memory of the module has `free()`; objects that are garbage-collected without
// it are freed then.
export * from './types.js';
export * from './motion.js';
export { CatenaError } from './error.js';
export { load, Catena, type UrdfOutline } from './catena.js';
export { Arm } from './arm.js';
export { Stepper } from './stepper.js';
export { Ik } from './ik.js';
export { JointPath, PosePath, Motion, TimeLaw } from './path.js';
export {
  loadMore, CatenaMore, type CodegenOptions, type Generated, type GeneratedFile, type LinkMesh, type Mesh, type MethodCost, type Operations, type ReportRun,
  type Residual, type Verification,
} from './more.js';
