import { open, close } from "./chromium.mjs";
import fs from "node:fs";
const o = await open({ acceptDownloads: true });
globalThis.S = { ...o, open };
const AsyncF = Object.getPrototypeOf(async function(){}).constructor;
fs.writeFileSync("/tmp/newcomer/ready","1");
const t0=Date.now();
while (Date.now()-t0 < 30*60000) {
  if (fs.existsSync("/tmp/newcomer/cmd.go")) {
    fs.unlinkSync("/tmp/newcomer/cmd.go");
    let out="";
    const log=(...a)=>{out+=a.map(x=>typeof x==="string"?x:JSON.stringify(x)).join(" ")+"\n"};
    try { const r=await new AsyncF("S","page","log","fs",fs.readFileSync("/tmp/newcomer/cmd.js","utf8"))(S,S.page,log,fs); if(r==="quit"){fs.writeFileSync("/tmp/newcomer/out",out+"bye");break} } catch(e){ out+="ERR "+e.message.slice(0,1500) }
    out+="\nfaults "+JSON.stringify(S.faults);
    fs.writeFileSync("/tmp/newcomer/out.tmp",out); fs.renameSync("/tmp/newcomer/out.tmp","/tmp/newcomer/out");
  }
  await new Promise(r=>setTimeout(r,100));
}
await close();
