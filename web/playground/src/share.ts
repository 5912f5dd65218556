// SPDX-License-Identifier: Apache-2.0
// The state of the page as text for the address, #s=..., and back. An arm of the catalogue is stored by its name; any other by
// its text, compressed. Nothing is sent anywhere: what follows the # stays in the browser.

export interface SharedArm {
  robot?: string; // of the catalogue, or
  text?: string; // a robot file or URDF
  q: number[];
  qd: number[];
  qdd: number[];
}

export interface Shared {
  version: 1;
  arms: SharedArm[];
  active: number;
  tab: string;
  quantity: string;
  method: string; // empty: as the arm chooses; older addresses have none
  path: number[][]; // the postures of the path
}

export class ShareError extends Error {}

export async function packed(shared: Shared): Promise<string> {
  const stream = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = '';
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function unpacked(text: string): Promise<Shared> {
  let shared: unknown;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    shared = JSON.parse(await new Response(stream).text());
  } catch {
    throw new ShareError('The address is damaged: the part after # is incomplete or was changed.');
  }
  return checked(shared);
}

function checked(value: unknown): Shared {
  const shared = value as Partial<Shared> | null;
  const bad = () => new ShareError('The address does not describe a state of this page.');
  if (typeof shared !== 'object' || shared === null) throw bad();
  if (shared.version !== 1) throw new ShareError(`The address has version ${String(shared.version)} of the format; this page reads version 1.`);
  if (!Array.isArray(shared.arms) || shared.arms.length < 1 || shared.arms.length > 2) throw bad();
  for (const arm of shared.arms) {
    const source = typeof arm?.robot === 'string' || typeof arm?.text === 'string';
    if (!source || ![arm.q, arm.qd, arm.qdd].every(numbers)) throw bad();
  }
  return {
    version: 1,
    arms: shared.arms,
    active: shared.active === 1 && shared.arms.length === 2 ? 1 : 0,
    tab: typeof shared.tab === 'string' ? shared.tab : '',
    quantity: typeof shared.quantity === 'string' ? shared.quantity : '',
    method: typeof shared.method === 'string' ? shared.method : '',
    path: Array.isArray(shared.path) ? shared.path.filter(numbers) : [],
  };
}

function numbers(list: unknown): list is number[] {
  return Array.isArray(list) && list.every((x) => typeof x === 'number' && Number.isFinite(x));
}
