"""A site of Sphinx in Markdown (MyST), with embeds. `cargo xtask test --stage docs` builds it."""

project = "Orders"
extensions = ["myst_parser"]
html_theme = "furo"
# Files that pages name in attributes of HTML, which Sphinx does not read.
html_extra_path = ["extra"]
html_js_files = [("https://sparsebox.example/tools/embed/sparse-box.js", {"type": "module"})]
