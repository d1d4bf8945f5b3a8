// What the environment tells the journeys. `cargo xtask` sets it; without it they use the usual places.

import { fileURLToPath } from "node:url";

/** The folder of the page. */
export const SITE = process.env.SITE ?? fileURLToPath(new URL("../../dist", import.meta.url));

/** Has a folder for each docs tool, in which `site` is what the tool has built. */
export const DOCS_SITES = process.env.DOCS_SITES ?? fileURLToPath(new URL("../../target/docs", import.meta.url));

/** Where a journey that fails leaves a picture. */
export const PICTURES = process.env.PICTURES ?? fileURLToPath(new URL("../../target/journeys", import.meta.url));

/** How often a journey is tried before it has failed: `cargo xtask test` tries those that run beside others twice. */
export const ATTEMPTS = Number(process.env.ATTEMPTS ?? 1);

/** nginx, and its module for files that are compressed by brotli. */
export const NGINX = process.env.NGINX ?? "/usr/sbin/nginx";
export const NGINX_BROTLI = process.env.NGINX_BROTLI ?? "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Quiet: no request leaves this machine. Without a sandbox: a root user's Chromium has none. */
export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
