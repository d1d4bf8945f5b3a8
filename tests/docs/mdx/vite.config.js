// A page of MDX with React, with embeds. `cargo xtask test --stage docs` builds it.

import mdx from "@mdx-js/rollup";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [mdx()] });
