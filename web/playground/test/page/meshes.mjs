// SPDX-License-Identifier: Apache-2.0
// The meshes of a URDF in their colours, in the page and in the report that it writes, also after the arm was edited.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClose, drop, openTab, saved, settled, start, stop, withPage } from '../harness.mjs';

before(start);
after(stop);

const inertial = '<inertial><origin xyz="0.2 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>';
const visual = (file) => `<visual><geometry><mesh filename="package://one/meshes/${file}"/></geometry></visual>`;
const urdf = `<robot name="one"><link name="base"/><link name="arm">${inertial}${visual('arm.dae')}</link><link name="hand">${inertial}${visual('hand.stl')}</link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="30" velocity="3"/></joint>
<joint name="bend" type="revolute"><parent link="arm"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="30" velocity="3"/></joint></robot>`;
const stl = 'solid a\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n';

// A box 1 m long, of which one side is drawn in each of two colours.
const effect = (id, rgb) => `<effect id="${id}-e"><profile_COMMON><technique sid="t"><phong><diffuse><color>${rgb} 1</color></diffuse></phong></technique></profile_COMMON></effect>`;
const faces = (material, p) => `<triangles material="${material}"><input semantic="VERTEX" source="#v" offset="0"/><p>${p}</p></triangles>`;
const box = '0 1 2 0 2 3 4 6 5 4 7 6 0 5 1 0 4 5'; // below, above, and one side
const rest = '1 6 2 1 5 6 2 7 3 2 6 7 3 4 0 3 7 4';
const dae = (red, blue) => `<COLLADA><library_effects>${effect('a', red)}${effect('b', blue)}</library_effects>
<library_materials><material id="a"><instance_effect url="#a-e"/></material><material id="b"><instance_effect url="#b-e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array>0 -.2 -.2 1 -.2 -.2 1 .2 -.2 0 .2 -.2 0 -.2 .2 1 -.2 .2 1 .2 .2 0 .2 .2</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>${faces('one', box)}${faces('two', rest)}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="all"><node><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="one" target="#a"/><instance_material symbol="two" target="#b"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes></COLLADA>`;

const opened = (page) => page.waitForFunction(() => /with 2 meshes\.$/.test(document.querySelector('.toast').textContent));
const meshes = (page) => page.evaluate(() => window.playground.app.loaded.robot.meshes.map(({ link, vertices, triangles, colours }) => ({ link, vertices: vertices.length, triangles: triangles.length, colours: [...new Set(colours)] })));

function documentOf(html) {
  const open = 'id="catena-report">';
  const from = html.indexOf(open) + open.length;
  return JSON.parse(html.slice(from, html.indexOf('</script>', from)));
}

test('a report has the meshes that were dropped with the URDF, in their colours, also after the arm was edited', async () => {
  await withPage(async (page) => {
    await drop(page, [['one.urdf', urdf], ['arm.dae', dae('1 0 0', '0 0 1')], ['hand.stl', stl]]);
    await opened(page);
    const wanted = [{ link: 0, vertices: 24, triangles: 36, colours: [0x0000ff, 0xff0000] }, { link: 1, vertices: 9, triangles: 3, colours: [] }];
    assert.deepEqual(await meshes(page), wanted);
    await openTab(page, 'model');
    const mass = await page.evaluate(() => {
      const { app } = window.playground;
      app.change({ rows: [{ row: 0, mass: 3 }] }, '');
      return app.arm.drawing().links[0].mass;
    });
    assert.equal(mass, 3);
    await settled(page);
    assert.deepEqual(await meshes(page), wanted, 'after an edit');
    await page.click('#let-go');
    await page.waitForFunction(() => window.playground.motion.recording?.time.at(-1) > 0.1);
    await page.click('#let-go');
    const { bytes } = await saved(page, async () => {
      await page.click('header .menu button[title=Export]');
      await page.click('#export-report');
    });
    const { notes, runs } = documentOf(bytes.toString());
    assert.deepEqual(notes, []);
    const [arm, hand] = runs[0].robot.meshes;
    assert.deepEqual(arm.colours, [{ triangles: 6, colour: '#0000ff' }, { triangles: 6, colour: '#ff0000' }]);
    assert.deepEqual([arm.link, hand.link, hand.colours], [0, 1, undefined]);
    const floats = (text) => [...new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)];
    const page0 = await page.evaluate(() => window.playground.app.loaded.robot.meshes.map(({ vertices, pose }) => [[...vertices], [...pose]]));
    for (const [k, mesh] of [arm, hand].entries()) {
      assertClose(floats(mesh.vertices.f32), page0[k][0], 'vertices', 1e-7);
      assertClose(mesh.pose, page0[k][1], 'pose');
    }
  });
});

test('a mesh is drawn in its colours, and again in others when its file is dropped once more', async () => {
  // How much of the picture is red, and how much is green.
  const shares = (page) =>
    page.evaluate(async () => {
      const bitmap = await createImageBitmap(await window.playground.stage.scene.picture());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let [red, green] = [0, 0];
      for (let k = 0; k < data.length; k += 4) {
        const [r, g, b] = data.subarray(k, k + 3);
        if (r > 60 && g < r / 4 && b < r / 4) ++red;
        if (g > 60 && r < g / 4 && b < g / 4) ++green;
      }
      return [red, green].map((count) => count / (data.length / 4));
    });
  await withPage(
    async (page) => {
      await drop(page, [['one.urdf', urdf], ['arm.dae', dae('1 0 0', '1 0 0')], ['hand.stl', stl]]);
      await opened(page);
      await settled(page);
      const [red, none] = await shares(page);
      assert.ok(red > 0.02 && none < 0.001, `${red} red, ${none} green`);
      const outside = await page.evaluate(() => {
        const { scene } = window.playground.stage;
        return scene.shown[0].arm.meshCorners().map((corner) => corner.project(scene.camera)).filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) > 1).length;
      });
      assert.equal(outside, 0, 'the picture contains the meshes');
      await drop(page, [['arm.dae', dae('0 1 0', '0 1 0')], ['hand.stl', stl]]);
      await opened(page);
      await settled(page);
      const [rest, green] = await shares(page);
      assert.ok(green > 0.02 && rest < 0.001, `${green} green, ${rest} red`);
    },
    { gl: 'real', viewport: { width: 640, height: 480 } },
  );
});
