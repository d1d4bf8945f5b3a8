// The types of <sparse-box> and of its messages, version 1. `docs/embed.md` describes them.

export type Theme = "auto" | "light" | "dark";

/** What a table or one of its indexes was charged. */
export interface Part {
  table: string;
  /** `null` for the table itself. */
  index: string | null;
  /** Read or write units, as the operation reads or writes. */
  units: number;
}

/** The embed hears requests. The first event of a port. */
export interface ReadyEvent {
  event: "ready";
  version: 1;
  /** The height at which nothing has to be scrolled, in pixels. */
  height: number;
  /** Why what the address names was not opened, if it was not. */
  problem: string | null;
}

/** Another height shows everything without scrolling. */
export interface HeightEvent {
  event: "height";
  height: number;
}

/** An operation ran, or was rejected. */
export interface OperationEvent {
  event: "operation";
  /** DynamoDB's name: "UpdateItem". */
  operation: string;
  accepted: boolean;
  readUnits: number;
  writeUnits: number;
  parts: Part[];
}

/** Tables, items, settings or virtual time are different. */
export interface ChangeEvent {
  event: "change";
}

/** The goal of a task of the lesson was reached, by the reader, by "Show me" or by `run()`. A task that begins again sends it again. */
export interface GoalEvent {
  event: "goal";
  /** The text that names the lesson, as in the address. */
  lesson: string;
  /** The id of its step. */
  step: string;
  /** The id of the task, unique in the step. */
  task: string;
}

/** Something failed that was not a request. */
export interface ErrorEvent {
  event: "error";
  message: string;
}

export type EmbedEvent = ReadyEvent | HeightEvent | OperationEvent | ChangeEvent | GoalEvent | ErrorEvent;

/** A request over the port. The reply has the same `id`. */
export type Request = { id: number } & (
  | { method: "getState" }
  | { method: "getLink" }
  | { method: "setState"; state: string }
  /** `request` is JSON. */
  | { method: "run"; operation: string; request: string }
  | { method: "step" }
  | { method: "reset" }
  | { method: "setTheme"; theme: Theme }
);

/** `reply` is JSON. It is missing if the operation has no reply. */
export type Reply =
  | { id: number; ok: true; result?: { state: string } | { link: string } | { reply: string } }
  | { id: number; ok: false; error: { code: ErrorCode; message: string } };

export type ErrorCode = "unknown-method" | "invalid-member" | "too-large" | "rejected";

/** What the frame posts to the window around it, and what that window answers, with a port. */
export type FrameMessage = { sparsebox: 1; type: "starting" | "loaded" | "failed" };
export type HelloMessage = { sparsebox: 1; type: "hello" };

/**
 * Attributes: `href` (a link), `src` (a file of a sandbox) or `lesson` with `step`, `view`, `load` ("lazy" or "click"), `height` (pixels or "auto"),
 * `max-height` (pixels), `ro`, `theme`, `lang`, `title`, and `units`, which `sparsebox embeds` checks.
 *
 * A method rejects with an `Error` that has a `code`, if the embed rejects the request.
 */
export class SparseBox extends HTMLElement {
  /** The sandbox as the text of a file. */
  getState(): Promise<string>;
  /** The address of the whole page with the sandbox. */
  getLink(): Promise<string>;
  /** Opens the text of a file. */
  setState(state: string): Promise<void>;
  /** Sends a request to the database, in DynamoDB JSON, and returns its reply. */
  run(operation: string, request: object | string): Promise<object | null>;
  /** Lets time pass until the next change arrives. */
  step(): Promise<void>;
  /** Returns to what was opened. */
  reset(): Promise<void>;
  /** Uses other colours. */
  setTheme(theme: Theme): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    "sparse-box": SparseBox;
  }
  interface HTMLElementEventMap {
    "sparsebox-ready": CustomEvent<null>;
    "sparsebox-height": CustomEvent<HeightEvent>;
    "sparsebox-operation": CustomEvent<OperationEvent>;
    "sparsebox-change": CustomEvent<ChangeEvent>;
    "sparsebox-goal": CustomEvent<GoalEvent>;
    "sparsebox-error": CustomEvent<ErrorEvent>;
  }
}
