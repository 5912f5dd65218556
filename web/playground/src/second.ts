// SPDX-License-Identifier: Apache-2.0
// The second module, which has all methods, paths, counts, code and reports: loaded at the first question that needs it, compiled once
// for the page and its worker.
import { loadMore, type CatenaMore } from '../../core/src/index';
import { hasAsset, moduleOf } from './assets';

const name = 'catena-more.wasm';

export class Second {
  core: CatenaMore | null = null; // on the thread of the page, when it is loaded
  problem: unknown = null; // of the last attempt to load it
  onChange: () => void = () => {};
  private compiling: Promise<WebAssembly.Module> | null = null;
  private loading = false;

  get exists(): boolean {
    return hasAsset(name);
  }

  module(): Promise<WebAssembly.Module> {
    this.compiling ??= moduleOf(name).catch((error: unknown) => {
      this.compiling = null; // the next question tries again
      throw error;
    });
    return this.compiling;
  }

  load(): void {
    if (this.loading || this.core) return;
    this.loading = true;
    this.module()
      .then(loadMore)
      .then((core) => (this.core = core))
      .catch((error: unknown) => (this.problem = error))
      .finally(() => {
        this.loading = false;
        this.onChange();
      });
  }
}
