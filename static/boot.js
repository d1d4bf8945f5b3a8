// Starts the program, and shows a dialog when it cannot start or has crashed. Needs nothing of the program, so that
// it still works after a crash. It is a file of its own, so a host can forbid inline scripts.
"use strict";

(() => {
  /** Where the document waits for the next start, if it could not be stored. The program reads and removes it. */
  const RESTORE = "sparsebox:restore";

  /** How long a start may take before the page says that it is still waiting. */
  const SLOW_MS = 8_000;

  /**
   * The document on the page, handed over by the program: what was opened (`base`), and the journal of what was done
   * since (`lines`, JSON each). `saved` tells whether this browser has stored all of it, `failing` whether it could not.
   * `left` is a file of the sandboxes that were on the page before and could not be stored either.
   */
  const work = { base: null, lines: [], saved: false, failing: false, left: null };
  let started = false;
  let starting = true;

  try {
    // The chosen colours are known before the first paint; the program keeps them up to date.
    const theme = /theme=(\w+)/.exec(localStorage.getItem("sparsebox:preferences"));
    if (theme) document.documentElement.dataset.theme = theme[1];
  } catch {
    // Without storage the page has the colours of the system.
  }

  /** The sandbox as a file of stored work: see `web/src/session/work_file.rs`. */
  const fileText = () =>
    JSON.stringify({
      sparsebox_work: 1,
      work: [{ title: document.title, at_ms: Date.now(), checkpoint: work.base, lines: work.lines }],
    });

  const element = (name) => document.getElementById(`failure-${name}`);

  /** Opens the dialog. The first report names the cause of those that follow. */
  const show = (title, about, report) => {
    if (!document.body) {
      addEventListener("DOMContentLoaded", () => show(title, about, report), { once: true });
      return;
    }
    const dialog = document.getElementById("failure");
    if (dialog.open) return;
    element("head").textContent = title;
    element("about").textContent = about;
    element("report").textContent = report;
    element("copy").onclick = () => copy(`${report}\n${navigator.userAgent}`);
    element("download").hidden = work.base === null;
    element("download").onclick = download;
    element("restore").textContent = started ? "Reload and restore my sandbox" : "Try again";
    element("restore").onclick = restore;
    // If the restored sandbox crashes the program again, there must be a way out.
    element("example").hidden = !started;
    element("example").onclick = () => {
      if (!work.saved && work.base !== null) setAside();
      passOn();
      history.replaceState(null, "", location.pathname + location.search);
      location.reload();
    };
    for (const other of document.querySelectorAll("dialog[open]")) other.close();
    dialog.showModal();
  };

  const copy = (report) => {
    const select = () => getSelection().selectAllChildren(element("report"));
    navigator.clipboard?.writeText(report).catch(select) ?? select();
  };

  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([fileText()], { type: "application/json" }));
    link.download = "sandbox.sparsebox.json";
    link.click();
  };

  /** Leaves what is not stored where the next start in this tab finds it. */
  const passOn = () => {
    removeEventListener("beforeunload", ask);
    removeEventListener("pagehide", passOn);
    if (!work.failing && work.left === null) return;
    const text = JSON.stringify({ shown: work.failing ? fileText() : null, left: work.left });
    try {
      sessionStorage.setItem(RESTORE, text);
    } catch {
      window.name = RESTORE + text;
    }
  };

  /** Moves the sandbox to those that are not on the page. */
  const setAside = () => {
    const left = work.left === null ? [] : JSON.parse(work.left).work;
    work.left = JSON.stringify({ sparsebox_work: 1, work: [...JSON.parse(fileText()).work, ...left] });
    work.failing = false;
  };

  const restore = () => {
    if (started && !work.saved && work.base !== null) work.failing = true;
    passOn();
    location.reload();
  };

  const ask = (event) => event.preventDefault();

  /** What this browser does not store survives a reload, but not the end of the tab: the user is asked before that. */
  const guard = () => {
    const change = work.failing || work.left !== null ? addEventListener : removeEventListener;
    change("beforeunload", ask);
    change("pagehide", passOn);
  };

  // A page that the browser brings back still has what it has passed on.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    try {
      sessionStorage.removeItem(RESTORE);
    } catch {
      // Without storage it was passed on in the name of the window.
    }
    if (window.name.startsWith(RESTORE)) window.name = "";
    guard();
  });

  const crashed = (report) => {
    const kept = work.saved
      ? "Your sandbox is stored in this browser up to the last completed step."
      : "Your sandbox up to the last completed step is still in this tab's memory: restore it or download it before you close the tab.";
    show("Sparsebox has crashed", `This is a bug in Sparsebox. ${kept}`, report);
  };

  /** Says in plain words why the program could not be loaded. */
  const notLoaded = async (error, files) => {
    const text = String(error);
    let about = "The program could not be started.";
    if (location.protocol === "file:") {
      about = "This page was opened as a file. Browsers load the program only from a web server: open the page by its web address.";
    } else if (typeof WebAssembly === "undefined") {
      about = "WebAssembly is switched off in this browser, or by its administrator. Sparsebox needs it.";
    } else if (/unsafe-eval|Content Security Policy/i.test(text)) {
      about = "The security policy of this host blocks WebAssembly. Its Content-Security-Policy must allow script-src 'self' 'wasm-unsafe-eval'.";
    } else {
      about = (await missing(files)) ?? "A part of the program did not arrive whole, or this browser is too old for it. Load the page again.";
    }
    show("Sparsebox could not start", about, text);
  };

  /** The first file that cannot be fetched, and why. */
  const missing = async (files) => {
    for (const file of files) {
      try {
        const response = await fetch(file, { cache: "no-store" });
        if (!response.ok) return `A part of the program is missing on this host: it answers ${response.status} for ${file}.`;
        await response.arrayBuffer();
      } catch {
        const cause = navigator.onLine ? "The host does not answer, or its security policy blocks it." : "This computer is offline.";
        return `A part of the program could not be downloaded: ${file}. ${cause}`;
      }
    }
    return null;
  };

  const load = async ({ script, wasm }) => {
    const slow = setTimeout(() => {
      const note = document.getElementById("slow-start");
      if (note) note.hidden = false;
    }, SLOW_MS);
    try {
      const module = await import(script);
      await module.default({ module_or_path: wasm });
      started = true;
      dispatchEvent(new CustomEvent("TrunkApplicationStarted"));
    } catch (error) {
      await notLoaded(error, [script, wasm]);
      throw error;
    } finally {
      starting = false;
      clearTimeout(slow);
    }
  };

  // Stack overflows and traps end the program without a panic.
  const isTrap = (error) =>
    (globalThis.WebAssembly && error instanceof WebAssembly.RuntimeError) ||
    (error instanceof RangeError && /call stack/.test(error.message));
  const trap = (error) => {
    if (!starting && isTrap(error)) crashed(error.stack ?? String(error));
  };
  addEventListener("error", (event) => trap(event.error));
  addEventListener("unhandledrejection", (event) => trap(event.reason));
  addEventListener("TrunkApplicationStarted", () => {
    started = true;
    starting = false;
  });

  addEventListener("DOMContentLoaded", () => document.querySelector(".not-started")?.remove());

  /** What the program calls. */
  window.sparsebox = {
    crashed(report) {
      started = true;
      crashed(report);
    },
    /** The document that is on the page from now on. */
    hold(base) {
      work.base = base;
      work.lines = [];
    },
    /** One more line of its journal. */
    add(line) {
      work.lines.push(line);
    },
    /** Whether all of it is stored. */
    setSaved(saved) {
      work.saved = saved;
    },
    /** Whether storing it has failed. */
    setFailing(failing) {
      work.failing = failing;
      guard();
    },
    /** A file of the sandboxes that were left before they could be stored, or `null`. */
    holdLeft(left) {
      work.left = left;
      guard();
    },
  };

  // `cargo xtask` writes this element; Trunk starts the program itself.
  const program = document.querySelector("meta[name=sparsebox-program]");
  if (program) load(program.dataset);
})();
