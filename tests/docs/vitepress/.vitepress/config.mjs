// A site of VitePress, with embeds. `cargo xtask test --stage docs` builds it.

import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Orders",
  // VitePress takes a script in Markdown as a part of its component.
  head: [["script", { type: "module", src: "https://sparsebox.example/tools/embed/sparse-box.js" }]],
  vue: { template: { compilerOptions: { isCustomElement: (name) => name === "sparse-box" } } },
});
