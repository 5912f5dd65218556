import { page } from './build.mjs'; import { readFileSync, writeFileSync } from 'node:fs';
const [from,to]=process.argv.slice(2);
const html=readFileSync(from,'utf8'); const open='id="catena-report">'; const a=html.indexOf(open)+open.length; const doc=html.slice(a,html.indexOf('</script>',a));
writeFileSync(to,(await page()).html.replace('@REPORT@',()=>doc));
