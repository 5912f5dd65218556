// SPDX-License-Identifier: Apache-2.0
// How a page gets WebGL. Rendering in software takes nearly all of the time, so only a few pages are really drawn; for the
// others, a context that does nothing lets three.js keep its scene, which the tests read.
export const webgl = {
  // smooth edges are the most costly
  real: () => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
      return original.call(this, kind, kind.startsWith('webgl') ? { ...options, antialias: false } : options);
    };
  },
  idle: () => {
    const answers = {
      getContextAttributes: () => ({ alpha: true, antialias: false }),
      getExtension: () => null,
      getParameter: (name) => (name === 0x1f02 ? 'WebGL 2.0' : name === 0x0c10 || name === 0x0ba2 ? new Int32Array(4) : 16),
      getShaderPrecisionFormat: () => ({ precision: 23, rangeMin: 127, rangeMax: 127 }),
      getProgramParameter: (_, name) => (name === 0x8b82 ? true : 0), // linked; without uniforms and attributes
      getShaderParameter: () => true,
      getProgramInfoLog: () => '',
      getShaderInfoLog: () => '',
      getError: () => 0,
      checkFramebufferStatus: () => 0x8cd5,
      isContextLost: () => false,
    };
    const context = new Proxy(answers, {
      get: (known, name) => known[name] ?? (name === 'canvas' ? undefined : /^[A-Z0-9_]+$/.test(name) ? WebGL2RenderingContext[name] : () => ({})),
    });
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
      return kind.startsWith('webgl') ? context : original.call(this, kind, options);
    };
  },
  none: () => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
      return kind.startsWith('webgl') ? null : original.call(this, kind, options);
    };
  },
};
