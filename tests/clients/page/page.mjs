// The page of these tests: it offers the rounds to the driver of the browser.

import * as rounds from "./rounds.mjs";

Object.assign(window, { rounds });
