// SPDX-License-Identifier: Apache-2.0
// The state of the page in its address, and back.
import type { App, Entry } from './app';
import { packed, unpacked, type Shared } from './share';

export interface Extra {
  tab: string;
  quantity: string;
  method: string; // empty: as the arm chooses
}

export async function addressOf(app: App, extra: Extra): Promise<string> {
  const shared: Shared = {
    version: 1,
    arms: app.state.arms.map(({ robot, text, q, qd, qdd }) => ({ ...(robot ? { robot } : { text }), q: [...q], qd: [...qd], qdd: [...qdd] })),
    active: app.state.active,
    ...extra,
    path: app.state.path.map((q) => [...q]),
  };
  return `${location.href.split('#')[0]}#s=${await packed(shared)}`;
}

// Opens what the part after # says: #s=..., or #robot=NAME with tab, quantity and method. Throws an Error with a sentence for the reader.
export async function openAddress(app: App, hash: string): Promise<Extra | null> {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const robot = parts.get('robot');
  if (robot) {
    if (!app.core.catalogue.includes(robot)) throw new Error(`The catalogue has no robot '${robot}'.`);
    app.openCatalogue(robot);
    return { tab: parts.get('tab') ?? '', quantity: parts.get('quantity') ?? '', method: parts.get('method') ?? '' };
  }
  const text = parts.get('s');
  if (!text) return null;
  const shared = await unpacked(text);
  const arms = shared.arms.map((arm): Entry => {
    const { q, qd, qdd } = arm;
    if (arm.robot !== undefined) return { robot: arm.robot, text: app.core.catalogueText(arm.robot), where: arm.robot, q, qd, qdd };
    return { robot: '', text: arm.text!, where: arm.text!.trimStart().startsWith('<') ? 'shared.urdf' : 'shared.toml', q, qd, qdd };
  });
  app.restore(arms, shared.active, shared.path);
  return { tab: shared.tab, quantity: shared.quantity, method: shared.method };
}
