// nginx on a free port of this machine, with folders of the page as `docs/hosting.md` describes it.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, connect } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NGINX, NGINX_BROTLI } from "./environment.mjs";

/** How long nginx may take to start. */
const START_MS = 10_000;

/**
 * Serves folders below paths, such as `{ "/tools/": { folder, brotli: true } }`, each of which has the file `nginx.conf` of the page.
 * Returns the address of the server, without a slash at the end, and a way to end it.
 */
export async function serveByNginx(locations) {
  const folder = await mkdtemp(join(tmpdir(), "sparsebox-nginx-"));
  const port = await freePort();
  const configuration = join(folder, "nginx.conf");
  await writeFile(configuration, configure(port, folder, locations));
  const words = ["-p", folder, "-e", join(folder, "error.log"), "-c", configuration];
  const server = spawn(NGINX, words, { stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  server.stderr.on("data", (words) => (complaint += words));
  const ended = once(server, "exit");
  const limit = Date.now() + START_MS;
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > limit) throw new Error(`nginx does not start: ${complaint}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The configuration of a server that is one process with the rights of its user. */
function configure(port, folder, locations) {
  const location = ([path, { folder, brotli }]) => `
    location ${path} {
      alias ${folder}/;
      include ${folder}/nginx.conf;
      ${brotli ? "brotli_static on;" : ""}
    }`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `
load_module ${NGINX_BROTLI};
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    ${Object.entries(locations).map(location).join("")}
  }
}
`;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => resolve(false));
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
