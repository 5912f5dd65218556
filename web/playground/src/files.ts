// SPDX-License-Identifier: Apache-2.0
// Robot files from outside: dropped, chosen or pasted, alone or together with the meshes of a URDF.
import { element } from '../../src/ui/element';
import type { App } from './app';
import type { Crew } from './crew';
import { meshesOf, type MeshFile } from './meshes';

interface Named {
  path: string;
  file: File;
}

const robotFile = /\.(urdf|toml|xml|xacro)$/i;
const meshFile = /\.(stl|obj|dae)$/i;
const largest = 64e6; // bytes of a file

export class Files {
  readonly input = element('input', { type: 'file', id: 'open-file', multiple: true, accept: '.urdf,.toml,.xml,.xacro,.stl,.obj,.dae', hidden: true });
  private readonly veil = element('div', { class: 'drop', hidden: true }, 'Drop a URDF or a robot file');

  constructor(
    private readonly app: App,
    private readonly crew: Crew,
    view: HTMLElement,
    private readonly opened: (ok: boolean, text: string) => void,
  ) {
    view.append(this.veil);
    this.input.addEventListener('change', () => {
      void this.take([...(this.input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
      this.input.value = '';
    });
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') || event.dataTransfer?.types.includes('text/plain');
    document.addEventListener('dragenter', (event) => {
      if (hasFiles(event)) this.veil.hidden = ++depth <= 0;
    });
    document.addEventListener('dragleave', () => (this.veil.hidden = --depth <= 0));
    document.addEventListener('dragover', (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    document.addEventListener('drop', (event) => {
      depth = 0;
      this.veil.hidden = true;
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      const text = event.dataTransfer.files.length === 0 ? event.dataTransfer.getData('text/plain') : '';
      if (text) this.openText(text);
      else void dropped(event.dataTransfer).then((files) => this.take(files));
    });
    document.addEventListener('paste', (event) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!text.trim()) return;
      event.preventDefault();
      this.openText(text);
    });
  }

  choose(): void {
    this.input.click();
  }

  openText(text: string): boolean {
    const ok = this.app.openText(text, text.trimStart().startsWith('<') ? 'pasted.urdf' : 'pasted.toml');
    this.opened(ok, ok ? `Opened ${this.app.arm.name}.` : 'This text could not be read; see the tab Model.');
    return ok;
  }

  async take(files: Named[]): Promise<void> {
    const robots = files.filter(({ path }) => robotFile.test(path));
    const robot = robots.find(({ path }) => /\.(urdf|toml)$/i.test(path)) ?? robots[0];
    const meshes = files.filter(({ path }) => meshFile.test(path));
    if (!robot && meshes.length === 0) {
      this.opened(false, files.length === 0 ? 'No file was dropped.' : `${files[0]!.path} is neither a URDF nor a robot file (.urdf, .toml), nor a mesh (.stl, .obj, .dae).`);
      return;
    }
    const tooLarge = [robot, ...meshes].find((each) => each && each.file.size > largest);
    if (tooLarge) return this.opened(false, `${tooLarge.path} is larger than ${largest / 1e6} MB.`);
    if (robot && !this.app.openText(await robot.file.text(), robot.path)) return this.opened(false, `${robot.path} could not be read; see the tab Model.`);
    const read = await Promise.all(meshes.map(async ({ path, file }): Promise<MeshFile> => ({ path, bytes: await file.arrayBuffer() })));
    const { arm, drawing } = this.app.loaded;
    const wanted = new Set(drawing.meshes.map(({ frame }) => frame)).size;
    if (wanted === 0 || (robot && read.length === 0)) {
      const hint = wanted > 0 ? ` It names meshes of ${wanted} links: drop them together with it to see them.` : '';
      return this.opened(true, robot ? `Opened ${arm.name}.${hint}` : 'This robot names no meshes.');
    }
    const { text } = this.app.entry;
    this.opened(true, `Reading the meshes of ${arm.name} \u2026`);
    const { given, missing } = await meshesOf(drawing, read, ({ path, bytes }, scale) => this.crew.askMore('mesh', { name: path, bytes, scale }));
    this.app.setMeshes(text, given);
    this.opened(missing.length === 0, `Opened ${arm.name} with ${given.size} meshes.${missing.length > 0 ? ` Not found or not readable: ${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ', \u2026' : ''}` : ''}`);
  }
}

// Also the contents of folders.
async function dropped(transfer: DataTransfer): Promise<Named[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  return (await Promise.all(entries.map(within))).flat();
}

async function within(entry: FileSystemEntry): Promise<Named[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(within))).flat();
}
