// SPDX-License-Identifier: Apache-2.0
// The worker: whatever may take longer than a frame. It has a core of its own.
import { load, loadMore, type Arm, type Catena, type CatenaMore, type Push, type Stepper } from '../../core/src/index';
import type { Answers, Drop, Kind, Moving, Plan, Planned, Question, Questions, Timing } from './messages';

let core: Catena | null = null;
let more: CatenaMore | null = null;
const known = new Map<Catena, { text: string; arm: Arm }>(); // the last arm of each module
let stepper: Stepper | null = null;

const longest = 0.1; // seconds of motion for one frame: after a pause the arm does not jump
const finest = 1e-3;

function armOf(text: string, module: Catena): Arm {
  const last = known.get(module);
  if (last?.text === text) return last.arm;
  const arm = module.arm(text);
  last?.arm.free();
  known.set(module, { text, arm });
  return arm;
}

function moving(ok: boolean, from: number): Moving {
  const { time, q, qd } = stepper!;
  const { kinetic, potential } = stepper!.energy();
  return { time, q: q.slice(), qd: qd.slice(), kinetic, potential, ok, took: performance.now() - from };
}

function drop({ robot, q, qd, damping, friction }: Drop): Moving {
  const from = performance.now();
  stepper?.free();
  stepper = armOf(robot, core!).stepper({ q, qd, friction, rotors: friction });
  stepper.damping(damping);
  return moving(true, from);
}

function advance({ seconds, push, damping }: { seconds: number; push: Push | null; damping: number }): Moving {
  const from = performance.now();
  if (!stepper) throw new Error('nothing is moving');
  stepper.damping(damping);
  stepper.push(push ?? undefined);
  const span = Math.min(seconds, longest);
  const count = Math.max(1, Math.ceil(span / finest));
  return moving(span > 0 ? stepper.step(span / count, { count }) : true, from);
}

function plan(wanted: Plan): Planned {
  const arm = armOf(wanted.robot, more!);
  const path = more!.jointPath(wanted.points.map((q) => Array.from(q)), wanted.spline ? { spline: true } : { blend: wanted.blend });
  try {
    const velocity = arm.joints.map(({ limits }) => limits.velocity ?? wanted.velocity);
    const acceleration = arm.joints.map(() => wanted.acceleration);
    const torque = arm.joints.map(({ limits }) => (wanted.torque ? (limits.effort ?? Infinity) : Infinity));
    const motion = arm.timeOptimal(path, { velocity, acceleration, torque });
    try {
      const times = Float64Array.from({ length: wanted.samples }, (_, k) => (motion.duration * k) / (wanted.samples - 1));
      const { q, qd, qdd } = motion.samples(times);
      const { n } = arm;
      const torques = new Float64Array(times.length * n);
      const tips = new Float64Array(times.length * 3);
      for (let k = 0; k < times.length; ++k) {
        const at = (x: Float64Array) => x.subarray(k * n, (k + 1) * n);
        torques.set(arm.values('id', { q: at(q), qd: at(qd), qdd: at(qdd) }), k * n);
        const pose = arm.values('pose', { q: at(q) });
        tips.set([pose[3]!, pose[7]!, pose[11]!], 3 * k);
      }
      const active = motion.active.map(({ begin, end, name, share }) => ({ begin: begin / motion.length, end: end / motion.length, name, share }));
      return { duration: motion.duration, times, q, qd, qdd, torque: torques, tips, active };
    } finally {
      motion.free();
    }
  } finally {
    path.free();
  }
}

// The shortest of many runs inside the module, so that neither the calls nor what else the machine does matters.
function time({ robot, quantity, methods, inputs, milliseconds }: Timing): Answers['time'] {
  const arm = armOf(robot, more!);
  return methods.map((method) => {
    try {
      let batch = 1;
      let best = Infinity;
      const end = performance.now() + milliseconds;
      do {
        const from = performance.now();
        arm.repeat(quantity, inputs, { method, times: batch });
        const took = performance.now() - from;
        if (took < 0.5) batch *= 2; // below the resolution of the clock
        else best = Math.min(best, took / batch);
      } while (performance.now() < end || best === Infinity);
      return { method, nanoseconds: 1e6 * best, error: '' };
    } catch (error) {
      return { method, nanoseconds: NaN, error: error instanceof Error ? error.message : String(error) };
    }
  });
}

function verify({ robot, states }: { robot: string; states: number }): Answers['verify'] {
  const result = more!.verify(robot, { states });
  const worst = result.residuals.reduce((most, each) => (each.worst / each.tolerance > most.worst / most.tolerance ? each : most), result.residuals[0]!);
  return { ok: result.ok, failed: result.failed, checks: result.residuals.length, states: result.states, worst: `${worst.check}, ${worst.method}: ${worst.worst.toExponential(1)} (allowed ${worst.tolerance.toExponential(1)})` };
}

// With what the motion does not say itself: energies, and torques. An arm that was let go has no drives; what acts on it is gravity.
function report({ title, motion: { name, robot, time, q, qd, qdd, torque, energy }, meshes }: Questions['report']): string {
  const arm = armOf(robot, more!);
  const states = time.map((_, k) => ({ q: q.subarray(k * arm.n, (k + 1) * arm.n), qd: qd.subarray(k * arm.n, (k + 1) * arm.n) }));
  const joined = (lists: readonly ArrayLike<number>[]) => Float64Array.from(lists.flatMap((list) => [...Array.from(list)]));
  const signals = [{ group: 'Joint velocities', symbol: 'qd', unit: 'rad/s', unitPrismatic: 'm/s', values: qd }];
  if (qdd) signals.push({ group: 'Joint accelerations', symbol: 'qdd', unit: 'rad/s\u00b2', unitPrismatic: 'm/s\u00b2', values: qdd });
  if (torque) signals.push({ group: 'Joint torques', symbol: 'tau', unit: 'N m', unitPrismatic: 'N', values: torque });
  else signals.push({ group: 'Gravity torques', symbol: 'g', unit: 'N m', unitPrismatic: 'N', values: joined(states.map((at) => arm.values('gravity', at))) });
  const [kinetic, potential] = energy ?? [states.map((at) => arm.value('kinetic_energy', at)), states.map((at) => arm.value('potential_energy', at))];
  const curve = (of: string, values: readonly number[]) => ({ group: 'Energy', name: of, unit: 'J', values });
  const curves = [curve('kinetic', kinetic), curve('potential', potential), curve('total', kinetic.map((x, k) => x + potential[k]!))];
  return more!.report(title, [{ name, robot, time, q, signals, curves, meshes }]);
}

const answers: { [K in Kind]: (body: Questions[K]) => Answers[K] | Promise<Answers[K]> } = {
  start: async ({ module }) => {
    core = await load(module);
    return null;
  },
  check: ({ robot }) => armOf(robot, core!).check(),
  drop,
  advance,
  startMore: async ({ module }) => {
    more = await loadMore(module);
    return null;
  },
  plan,
  time,
  count: ({ robot, quantity }) => more!.count(robot, quantity),
  verify,
  codegen: ({ robot, options }) => more!.codegen(robot, options),
  report,
  mesh: ({ name, bytes, scale }) => more!.mesh(name, bytes, { scale }),
};

self.addEventListener('message', (event: MessageEvent<Question>) => {
  const { id, kind, body } = event.data;
  void (async () => {
    try {
      const answer = answers[kind] as (body: unknown) => unknown;
      self.postMessage({ id, body: await answer(body) });
    } catch (error) {
      const parts = error instanceof Error ? { ...error, message: error.message } : {};
      self.postMessage({ id, error: { message: error instanceof Error ? error.message : String(error), parts } });
    }
  })();
});
