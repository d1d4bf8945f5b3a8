// <sparse-box>: a sandbox of Sparsebox in a page. What is inside the element is shown until the sandbox runs, where it cannot
// run, and in print.
//
//   <script type="module" src="https://HOST/PATH/embed/sparse-box.js"></script>
//   <sparse-box href="https://HOST/PATH/#…" view="table,gsi:OpenOrders" title="Open orders"><table>…</table></sparse-box>
//
// `docs/embed.md` describes attributes, methods, events and messages; `sparse-box.d.ts` has their types.

/** The page, beside the folder of this file. */
const PAGE = new URL("../index.html", import.meta.url);

/** The version of the messages. */
const VERSION = 1;

/** How long a frame may take until it answers. A page that isolates itself blocks a frame without saying so. */
const ANSWER_MS = 5_000;

/** How long the file of a sandbox may take. */
const FILE_MS = 10_000;

/** Sandboxes that run at once. Others end when they are out of view, unless they were changed. */
const ACTIVE_MAX = 4;

/** How near to the window an element is when it starts. */
const NEAR = "400px";

/** Heights in pixels: at first, and the largest of a frame with and without the attribute `max-height`. */
const HEIGHT = 420;
const HEIGHT_MAX = 4_000;
const USUAL_HEIGHT_MAX = 640;

/** The lines above and below a frame together, in pixels. */
const BORDERS = 2;

const WORDS = {
  start: "Start",
  starting: "Starting …",
  open: "Open in Sparsebox",
  silent: "The sandbox does not answer. The page, its host or the network may block it.",
  failed: "The sandbox cannot start in this page.",
  crashed: "The sandbox has crashed. Its frame offers the last state as a file.",
  stopped: "The sandbox is not running.",
  status: (address, status) => `The file ${address} cannot be loaded: status ${status}.`,
  unreachable: (address) => `The file ${address} cannot be loaded.`,
};

const STYLE = `
  :host { display: block; position: relative; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: calc(100% - 2px); border: 1px solid #8886; border-radius: 6px; }
  iframe.is-waiting { visibility: hidden; }
  .has-content iframe.is-waiting { position: absolute; top: 0; }
  .runs slot { display: none; }
  p { margin: 0; padding: 0.5em 0; }
  button { padding: 0.4em 1em; font: inherit; cursor: pointer; }
  @media print {
    .runs.has-content slot { display: contents; }
    .runs.has-content iframe, button, p { display: none; }
  }
`;

/** A policy that blocks inline styles allows this. */
const SHEET = new CSSStyleSheet();
SHEET.replaceSync(STYLE);

/** The elements whose sandboxes run. The one that came into view last is at the end. */
const active = new Set();

export class SparseBox extends HTMLElement {
  static observedAttributes = ["href", "src", "lesson", "step", "view", "ro", "lang", "theme", "height", "max-height", "title"];

  #root = this.attachShadow({ mode: "open" });
  #body = document.createElement("div");
  #frame = null;
  #port = null;
  /** Ends what waits for the frame. */
  #waiting = null;
  #wasAsked = false;
  #isChanged = false;
  /** Whether the next height is that of a sandbox that was just opened. */
  #isFresh = false;
  #hasFailed = false;
  #isInView = false;
  #isRestarting = false;
  #replies = new Map();
  #lastId = 0;
  #observer = new IntersectionObserver((entries) => this.#see(entries.at(-1).isIntersecting), { rootMargin: NEAR });

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [SHEET];
    this.#root.append(this.#body);
    this.#body.append(document.createElement("slot"));
  }

  connectedCallback() {
    const hasContent = this.childElementCount > 0 || this.textContent.trim() !== "";
    this.#body.classList.toggle("has-content", hasContent);
    if (!hasContent) this.#keepLength((this.#pixels("height") ?? HEIGHT) + BORDERS);
    if (this.getAttribute("load") === "click" && !this.#wasAsked) this.#offer();
    else this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    this.#stop();
    this.#clear("button, p");
  }

  attributeChangedCallback(name, before, after) {
    if (before === after || !(this.#frame || this.#hasFailed)) return;
    if (this.#hasFailed) this.#restart();
    else if (name === "theme" && this.#runs) this.setTheme(after ?? "auto").catch(() => {});
    else if (name === "title") this.#frame.title = this.#title;
    else if (name.endsWith("height")) this.#setHeight(this.#height, true);
    else this.#restart();
  }

  /** The sandbox as the text of a file. */
  async getState() {
    return (await this.#ask({ method: "getState" })).state;
  }

  /** The address of the whole page with the sandbox. */
  async getLink() {
    return (await this.#ask({ method: "getLink" })).link;
  }

  /** Opens the text of a file. */
  async setState(state) {
    await this.#ask({ method: "setState", state: String(state) });
  }

  /** Sends a request to the database, and returns its reply. */
  async run(operation, request) {
    const text = typeof request === "string" ? request : JSON.stringify(request);
    const { reply } = await this.#ask({ method: "run", operation: String(operation), request: text });
    return reply === undefined ? null : JSON.parse(reply);
  }

  /** Lets time pass until the next change arrives. */
  async step() {
    await this.#ask({ method: "step" });
  }

  /** Returns to what was opened. */
  async reset() {
    await this.#ask({ method: "reset" });
  }

  /** Uses other colours: "auto", "light" or "dark". */
  async setTheme(theme) {
    await this.#ask({ method: "setTheme", theme: String(theme) });
  }

  get #runs() {
    return this.#body.classList.contains("runs");
  }

  get #title() {
    return this.title || "Sparsebox";
  }

  /**
   * The address of the whole page with the sandbox or the step of a lesson. Of `href`, only the fragment and the parameters
   * `lesson` and `step` are used.
   */
  get #whole() {
    const address = new URL(PAGE);
    const link = this.hasAttribute("href") ? new URL(this.getAttribute("href"), document.baseURI) : address;
    address.hash = link.hash;
    for (const name of ["lesson", "step"]) {
      const value = this.getAttribute(name) ?? link.searchParams.get(name);
      if (value) address.searchParams.set(name, value);
    }
    return address;
  }

  /** The address of the embed. */
  get #address() {
    const address = this.#whole;
    address.searchParams.set("view", this.getAttribute("view") ?? "");
    if (this.hasAttribute("ro") && this.getAttribute("ro") !== "0") address.searchParams.set("ro", "1");
    for (const name of ["theme", "lang"]) {
      if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
    }
    return address.href;
  }

  get #height() {
    return this.#frame?.clientHeight || HEIGHT;
  }

  /** A height in pixels; `null` if the attribute is not one. */
  #pixels(name) {
    const pixels = Number.parseInt(this.getAttribute(name), 10);
    return pixels > 0 ? Math.min(pixels, HEIGHT_MAX) : null;
  }

  /** Gives the frame its own height, or the one that it asks for. It grows only, so that the page around it moves once. */
  #setHeight(asked, isFirst = false) {
    const largest = this.#pixels("max-height") ?? USUAL_HEIGHT_MAX;
    const height = this.#pixels("height") ?? Math.min(Math.max(asked, isFirst ? 0 : this.#height), largest);
    if (Number.isFinite(height) && this.#frame) this.#frame.height = Math.round(height);
  }

  /** What is inside stays until a user asks for the sandbox. */
  #offer() {
    this.#clear("button");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `▶ ${WORDS.start}: ${this.#title}`;
    button.onclick = () => {
      this.#wasAsked = true;
      button.textContent = WORDS.starting;
      this.#start();
      this.#observer.observe(this);
    };
    this.#body.append(button);
  }

  #see(isInView) {
    this.#isInView = isInView;
    if (!isInView) this.#endOthers();
    else if (this.#frame) this.#noteActive();
    else this.#start();
  }

  #noteActive() {
    active.delete(this);
    active.add(this);
    this.#endOthers();
  }

  /** Ends sandboxes that are out of view, the one that was seen first, if too many run. */
  #endOthers() {
    for (const element of active) {
      if (active.size <= ACTIVE_MAX) break;
      if (element.#isInView || element.#isChanged) continue;
      element.#keepLength(element.offsetHeight);
      element.#stop();
    }
  }

  /** Without a frame, the page around the element keeps its length. */
  #keepLength(pixels) {
    this.#body.style.minHeight = pixels === null ? "" : `${pixels}px`;
  }

  /** Several attributes that change at once lead to one start. */
  #restart() {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    queueMicrotask(() => {
      this.#isRestarting = false;
      if (this.isConnected) this.#start();
    });
  }

  async #start() {
    this.#stop();
    this.#clear("p");
    this.#hasFailed = false;
    const frame = document.createElement("iframe");
    this.#frame = frame;
    frame.title = this.#title;
    frame.allow = "clipboard-write";
    frame.className = "is-waiting";
    frame.src = this.#address;
    this.#setHeight(HEIGHT, true);
    this.#body.append(frame);
    this.#noteActive();
    try {
      const [ready, state] = await Promise.all([this.#connect(frame), this.#file()]);
      if (this.#frame !== frame) return;
      if (ready.problem !== null) throw new Error(ready.problem);
      this.#setHeight(ready.height, true);
      if (state !== null) await this.setState(state);
    } catch (error) {
      if (this.#frame === frame) this.#fail(error);
      return;
    }
    // Meanwhile the attributes may have asked for another sandbox, which has a frame of its own.
    if (this.#frame !== frame) return;
    this.#isChanged = false;
    this.#isFresh = true;
    const wasPressed = this.#root.activeElement?.matches("button");
    this.#clear("button, p");
    frame.className = "";
    this.#keepLength(null);
    this.#body.classList.add("runs");
    if (wasPressed) frame.focus();
    this.dispatchEvent(new CustomEvent("sparsebox-ready"));
  }

  /** The text of the file of the sandbox; `null` if there is none. */
  async #file() {
    if (!this.hasAttribute("src")) return null;
    const address = this.getAttribute("src");
    let response;
    try {
      response = await fetch(new URL(address, document.baseURI), { signal: AbortSignal.timeout(FILE_MS) });
    } catch {
      throw new Error(WORDS.unreachable(address));
    }
    if (!response.ok) throw new Error(WORDS.status(address, response.status));
    return response.text();
  }

  /** Waits until the program runs in the frame, opens a port to it, and returns its first event. */
  #connect(frame) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#report(WORDS.silent), ANSWER_MS);
      // The frame may show a page of another site by now, to which a link in it has led.
      const isOurs = ({ source, origin }) => source === frame.contentWindow && (origin === PAGE.origin || self.origin === "null");
      const hear = (event) => {
        const { data } = event;
        if (!isOurs(event) || data?.sparsebox !== VERSION) return;
        if (data.type === "starting") clearTimeout(timer);
        else if (data.type === "failed") this.#onFailed();
        else if (data.type === "loaded") this.#open(frame, resolve);
      };
      addEventListener("message", hear);
      this.#waiting = () => {
        clearTimeout(timer);
        removeEventListener("message", hear);
        reject(new Error(WORDS.stopped));
      };
    });
  }

  /** A program that has run offers in its frame what it can save. */
  #onFailed() {
    if (this.#runs) this.#tell({ event: "error", message: WORDS.crashed });
    else this.#fail(new Error(WORDS.failed));
  }

  #open(frame, resolve) {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      // A message that was on its way when the port was closed.
      if (this.#port !== port1) return;
      if (data?.event === "ready") resolve(data);
      else this.#hear(data);
    };
    // A page without an origin of its own has frames without one, which cannot be named.
    const origin = self.origin === "null" ? "*" : PAGE.origin;
    frame.contentWindow.postMessage({ sparsebox: VERSION, type: "hello" }, origin, [port2]);
  }

  #hear(message) {
    if (message?.event === "height") {
      this.#setHeight(message.height, this.#isFresh);
      this.#isFresh = false;
    }
    if (message?.event === "change" || message?.event === "goal") this.#isChanged = true;
    if (message?.event) {
      this.#tell(message);
      return;
    }
    const reply = this.#replies.get(message?.id);
    this.#replies.delete(message?.id);
    if (message?.ok) reply?.resolve(message.result ?? {});
    else reply?.reject(Object.assign(new Error(message?.error?.message), { code: message?.error?.code }));
  }

  #tell(message) {
    this.dispatchEvent(new CustomEvent(`sparsebox-${message.event}`, { detail: message }));
  }

  #ask(request) {
    if (!this.#port) return Promise.reject(new Error(WORDS.stopped));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#replies.set(id, { resolve, reject });
      this.#port.postMessage({ ...request, id });
    });
  }

  /** What is inside stays, with the reason. */
  #fail(error) {
    this.#stop();
    this.#observer.disconnect();
    this.#hasFailed = true;
    this.#keepLength(null);
    this.#report(error.message);
  }

  /** Says why the sandbox is not shown, to readers and to the page. */
  #report(reason) {
    this.#say(reason);
    this.#tell({ event: "error", message: reason });
  }

  /** Says why the sandbox is not shown, with a link to the whole page. */
  #say(reason) {
    this.#clear("button, p");
    const link = document.createElement("a");
    link.href = this.#whole.href;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = `${WORDS.open} ↗`;
    const words = document.createElement("p");
    words.setAttribute("role", "status");
    words.append(`${reason} `, link);
    this.#body.append(words);
  }

  #clear(selector) {
    for (const element of this.#body.querySelectorAll(selector)) element.remove();
  }

  #stop() {
    this.#waiting?.();
    this.#waiting = null;
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#isChanged = false;
    this.#body.classList.remove("runs");
    for (const { reject } of this.#replies.values()) reject(new Error(WORDS.stopped));
    this.#replies.clear();
    active.delete(this);
  }
}

if (!customElements.get("sparse-box")) customElements.define("sparse-box", SparseBox);
