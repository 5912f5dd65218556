import { launch } from './browser.mjs';
const [file,out,dark]=process.argv.slice(2); const b=await launch(); const p=await b.newPage({viewport:{width:1280,height:900},colorScheme:dark?'dark':'light'}); await p.goto('file://'+file);
let i=0; for (const f of await p.locator('figure.wide').all()) await f.screenshot({path:`${out}${i++}.png`}); await b.close();
