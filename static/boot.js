// Starts the program. Shows why it did not start, and a dialog when it has crashed. Needs nothing of the program, so that
// it works without it. It is a file of its own, so a host can forbid inline scripts.
"use strict";

(() => {
  /**
   * Where the document waits for the next start, if it could not be stored: a key of the session storage, or a member of the
   * state of the entry in the history. Only pages of this origin write either. The program reads and removes it.
   */
  const RESTORE = "sparsebox:restore";

  /** How long a start may take before the page says that it is still waiting. */
  const SLOW_MS = 7_000;

  /** How long the page looks for the cause of a failed start. */
  const DIAGNOSIS_MS = 2_000;

  /** The first bytes of every WebAssembly module. */
  const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

  /**
   * The document on the page, handed over by the program: what was opened (`base`), and the journal of what was done
   * since (`lines`, JSON each). `saved` tells whether this browser has stored all of it, `failing` whether it could not.
   * `left` is a file of the sandboxes that were on the page before and could not be stored either. `unfinished` tells whether
   * something is under way of which nothing is stored yet.
   */
  const work = { base: null, lines: [], saved: false, failing: false, left: null, unfinished: false };
  let starting = true;

  /** Resolves when all elements of the page exist. */
  const parsed = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));

  /** In a frame of another page: it has no storage, and the first paint is empty. */
  const asked = new URLSearchParams(location.search);
  const isEmbed = asked.has("view");
  if (isEmbed) {
    document.documentElement.dataset.embed = "";
    document.documentElement.dataset.theme = asked.get("theme") ?? "auto";
  }

  /** Tells the page around a frame how far the start has come. The program tells the rest: see `platform/host.rs`. */
  const tellHost = (type) => {
    if (isEmbed && parent !== window) parent.postMessage({ sparsebox: 1, type }, "*");
  };
  tellHost("starting");

  try {
    if (isEmbed) throw new Error("an embed reads no storage");
    // The chosen colours are known before the first paint; the program keeps them up to date.
    const theme = /theme=(\w+)/.exec(localStorage.getItem("sparsebox:preferences"));
    if (theme) document.documentElement.dataset.theme = theme[1];
    // The steps for a new user are part of the first paint, unless they were done.
    const guide = /guide=(\w+)/.exec(localStorage.getItem("sparsebox:preferences"));
    if (guide) document.documentElement.dataset.guide = guide[1];
  } catch {
    // Without storage the page has the colours of the system, or those of its address.
  }

  // The keyboard of a phone covers the lower part of the page, which is then as high as the rest. A user who zooms in sees a
  // part of the page, too, and no keyboard takes less than this.
  const fit = () => {
    const { height, offsetTop, scale } = visualViewport;
    const root = document.documentElement;
    const hadKeyboard = root.hasAttribute("data-keyboard");
    const hasKeyboard = root.toggleAttribute("data-keyboard", scale === 1 && innerHeight - height > 100);
    root.style.setProperty("--visible-height", `${height}px`);
    root.style.setProperty("--visible-top", `${offsetTop}px`);
    if (!hasKeyboard && !hadKeyboard) return;
    // What is edited, and once the keyboard is gone, the entry that changes because of it.
    for (const shown of [document.activeElement, document.querySelector(".is-arriving, .is-leaving")]) {
      shown?.scrollIntoView({ block: "nearest" });
    }
  };
  if (!isEmbed) for (const event of ["resize", "scroll"]) window.visualViewport?.addEventListener(event, fit);

  /** The sandbox as a file of stored work: see `web/playground/src/link/work_file.rs`. */
  const fileText = () =>
    JSON.stringify({
      sparsebox_work: 1,
      work: [{ title: document.title, at_ms: Date.now(), checkpoint: work.base, lines: work.lines }],
    });

  /** What the catalogue has under a key, with its places filled in. Its words are in the page: see `web/first_paint`. */
  const say = ([key, places = {}]) => {
    const words = JSON.parse(document.getElementById("start-words").textContent);
    return words[key].replace(/\{(\w+)\}/g, (_, place) => places[place]);
  };

  const element = (name) => document.getElementById(`failure-${name}`);

  /** Opens the dialog. The first report names the cause of those that follow. */
  const show = (about, report) => {
    const dialog = document.getElementById("failure");
    if (dialog.open) return;
    element("about").textContent = about;
    element("report").textContent = report;
    element("copy").onclick = () => copy(`${report}\n${navigator.userAgent}`, element("report"));
    element("download").hidden = work.base === null;
    element("download").onclick = download;
    element("restore").onclick = restore;
    // If the restored sandbox crashes the program again, there must be a way out.
    element("example").onclick = () => {
      if (!work.saved && work.base !== null) setAside();
      history.replaceState(null, "", location.pathname + location.search);
      startAgain();
    };
    for (const other of document.querySelectorAll("dialog[open]")) other.close();
    dialog.showModal();
    element("head").focus();
  };

  /** Copies a report, or selects it where the browser has no access to the clipboard. */
  const copy = (report, shown) => {
    shown.hidden = false;
    const select = () => getSelection().selectAllChildren(shown);
    navigator.clipboard?.writeText(report).catch(select) ?? select();
  };

  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([fileText()], { type: "application/json" }));
    link.download = "sandbox.sparsebox.json";
    link.click();
  };

  /** Whether the next start in this tab finds something. */
  let isPassedOn = false;

  const isUnstored = () => work.failing || work.left !== null || work.unfinished;

  /** Leaves what is not stored where the next start in this tab finds it. */
  const passOn = () => {
    if (!isUnstored()) return;
    const text = JSON.stringify({ shown: work.failing ? fileText() : null, left: work.left, unfinished: work.unfinished });
    isPassedOn = true;
    try {
      if (isEmbed) throw new Error("an embed writes no storage");
      sessionStorage.setItem(RESTORE, text);
    } catch {
      try {
        history.replaceState({ [RESTORE]: text }, "");
      } catch {
        // It is too large for this browser. Before a reload the user was asked.
      }
    }
  };

  /** What was passed on is still here. */
  const takeBack = () => {
    if (!isPassedOn) return;
    isPassedOn = false;
    try {
      if (!isEmbed) sessionStorage.removeItem(RESTORE);
    } catch {
      // Without storage it was passed on in the history.
    }
    if (history.state?.[RESTORE] !== undefined) history.replaceState(null, "");
  };

  /** Loads the page again, which the user wants. */
  const startAgain = () => {
    removeEventListener("beforeunload", ask);
    removeEventListener("pagehide", passOn);
    passOn();
    location.reload();
  };

  /** Moves the sandbox to those that are not on the page. */
  const setAside = () => {
    const left = work.left === null ? [] : JSON.parse(work.left).work;
    work.left = JSON.stringify({ sparsebox_work: 1, work: [...JSON.parse(fileText()).work, ...left] });
    work.failing = false;
  };

  const restore = () => {
    if (!work.saved && work.base !== null) work.failing = true;
    startAgain();
  };

  /** Asks before the page is left. The history can be written here, but no more when the page is hidden. */
  const ask = (event) => {
    event.preventDefault();
    passOn();
  };

  /** What this browser does not store survives a reload, but not the end of the tab: the user is asked before that. */
  const guard = () => {
    const change = isUnstored() ? addEventListener : removeEventListener;
    change("beforeunload", ask);
    change("pagehide", passOn);
    // The user was asked and has stayed, until it was stored.
    if (!isUnstored()) takeBack();
  };

  // A page that the browser brings back still has what it has passed on.
  addEventListener("pageshow", (event) => {
    if (event.persisted) takeBack();
  });

  const crashed = async (report) => {
    tellHost("failed");
    await parsed;
    show(say([work.saved ? "start.crashed_stored" : "start.crashed_in_memory"]), report);
  };

  const name = (file) => file.slice(file.lastIndexOf("/") + 1);

  /**
   * Shows beside the first paint why the program has not started. `head`, `cause` and `advice` are each a list of a key of
   * the catalogue and what goes to its places.
   */
  const explain = async ({ head, cause, advice, report = "" }) => {
    await parsed;
    const part = (id) => document.getElementById(`start-${id}`);
    // The program has replaced the first paint: it runs.
    if (!part("head")) return;
    part("head").textContent = say(head);
    part("cause").textContent = say(cause);
    part("advice").textContent = say(advice);
    part("report").textContent = `${say(cause)}\n${report}\n${location.href}\n${navigator.userAgent}`;
    part("again").onclick = () => location.reload();
    part("copy").onclick = () => copy(part("report").textContent, part("report"));
    document.getElementById("start").hidden = false;
  };

  /** The policy violations of the page so far. */
  const violations = [];
  addEventListener("securitypolicyviolation", (event) => violations.push(event));

  /** Why the program could not be loaded, and what to do. */
  const diagnose = async (error, files) => {
    if (location.protocol === "file:") {
      return [["start.file"], ["start.file_advice"]];
    }
    if (typeof WebAssembly === "undefined") {
      return [["start.no_wasm"], ["start.no_wasm_advice"]];
    }
    const blocked = await violation(files);
    if (blocked || /unsafe-eval|Content Security Policy/i.test(String(error))) {
      const file = blocked?.blockedURI.startsWith("http") ? name(blocked.blockedURI) : "WebAssembly";
      return [["start.policy", { file }], ["start.policy_advice"]];
    }
    const found = await Promise.all(files.map(inspect));
    return found.find((cause) => cause) ?? [["start.damaged"], ["start.damaged_advice"]];
  };

  /** A policy violation by a part of the program. Browsers report it after the failure. */
  const violation = async (files) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const blocked = ["wasm-eval", ...files.map((file) => new URL(file, document.baseURI).href)];
    return violations.find(({ blockedURI }) => blocked.includes(blockedURI));
  };

  /** What is wrong with a file of the program, and what to do; `null` if nothing is found. */
  const inspect = async (file) => {
    const isScript = file.endsWith(".js");
    let response;
    try {
      response = await fetch(file, { cache: "no-store", signal: AbortSignal.timeout(DIAGNOSIS_MS) });
      if (!response.ok) {
        return [["start.status", { status: response.status, file: name(file) }], ["start.status_advice"]];
      }
      const type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
      const { value } = await response.body.getReader().read();
      const isRight = isScript ? /javascript|ecmascript/.test(type) : WASM_MAGIC.every((byte, at) => value?.[at] === byte);
      if (isRight) return null;
      const places = { file: name(file), type, expected: isScript ? "JavaScript" : "WebAssembly" };
      return [[type ? "start.type" : "start.no_type", places], ["start.type_advice"]];
    } catch (error) {
      // The file arrives slowly, which is not why the start failed.
      if (error.name === "TimeoutError") return null;
      if (!response && self.origin === "null") {
        return [["start.frame"], ["start.frame_advice"]];
      }
      return navigator.onLine
        ? [["start.unreachable", { file: name(file) }], ["start.unreachable_advice"]]
        : [["start.offline", { file: name(file) }], ["start.offline_advice"]];
    }
  };

  /** Says which file a slow start waits for. */
  const sayWaiting = (files) => {
    const hasArrived = (file) => performance.getEntriesByName(new URL(file, document.baseURI).href).length > 0;
    const waited = files.find((file) => !hasArrived(file)) ?? files[files.length - 1];
    explain({
      head: ["start.waiting"],
      cause: ["start.waiting_file", { file: name(waited), seconds: SLOW_MS / 1000 }],
      advice: ["start.waiting_advice"],
    });
  };

  // Stack overflows and traps end the program without a panic.
  const isTrap = (error) =>
    (globalThis.WebAssembly && error instanceof WebAssembly.RuntimeError) ||
    (error instanceof RangeError && /call stack/.test(error.message));

  const load = async ({ script, wasm }) => {
    const files = [script, wasm];
    const slow = setTimeout(() => sayWaiting(files), SLOW_MS);
    try {
      // An import is relative to this script, which may be cached elsewhere; the page is not.
      const module = await import(new URL(script, document.baseURI).href);
      // The program replaces the first paint. What the parser adds to the page after that would stay beside it.
      await parsed;
      await module.default({ module_or_path: wasm });
      dispatchEvent(new CustomEvent("TrunkApplicationStarted"));
    } catch (error) {
      if (isTrap(error)) {
        crashed(error.stack ?? String(error));
        return;
      }
      const [cause, advice] = await diagnose(error, files);
      explain({ head: ["start.failed"], cause, advice, report: String(error) });
      tellHost("failed");
    } finally {
      starting = false;
      clearTimeout(slow);
    }
  };

  const trap = (error) => {
    if (!starting && isTrap(error)) crashed(error.stack ?? String(error));
  };
  addEventListener("error", (event) => trap(event.error));
  addEventListener("unhandledrejection", (event) => trap(event.reason));
  parsed.then(() => document.querySelector(".not-started")?.remove());

  /** What the program calls. */
  window.sparsebox = {
    crashed,
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
    /** Whether something is under way of which nothing is stored yet. */
    setUnfinished(unfinished) {
      work.unfinished = unfinished;
      guard();
    },
    /** A file of the sandboxes that were left before they could be stored, or `null`. */
    holdLeft(left) {
      work.left = left;
      guard();
    },
  };

  // Trunk writes the names of the program's files into this element: see `Trunk.toml`.
  load(document.querySelector("meta[name=sparsebox-program]").dataset);
})();
