// The page of these tests: it offers the rounds to whoever drives the browser.

import * as rounds from "./rounds.mjs";

Object.assign(window, { rounds });
