import assert from "node:assert/strict";
import { test } from "node:test";
import { mergedProgress, progressOf, withProgress } from "./progress.js";

test("a tutorial begins at its first step and goes on where it was left", () => {
  assert.deepEqual(progressOf([], "log"), { isDone: false, step: 0 });
  const left = withProgress(["inbox"], "log", { isDone: false, step: 2 });
  assert.deepEqual(left, ["inbox", "log.2"]);
  assert.deepEqual(progressOf(left, "log"), { isDone: false, step: 2 });
  assert.deepEqual(withProgress(left, "log", { isDone: false, step: 0 }), ["inbox"]);
});

test("a tutorial that was finished stays so, also when it is shown again", () => {
  const done = withProgress(["log.2"], "log", { isDone: true, step: 0 });
  assert.deepEqual(done, ["log"]);
  assert.deepEqual(withProgress(done, "log", { isDone: false, step: 1 }), ["log"]);
});

test("names that begin alike, and entries of newer versions, are others", () => {
  const entries = ["logs.3", "log.later", "log.2.1"];
  assert.deepEqual(progressOf(entries, "log"), { isDone: false, step: 0 });
  assert.deepEqual(withProgress(entries, "log", { isDone: true, step: 0 }), [...entries, "log"]);
});

test("of two devices the one that has got further counts", () => {
  assert.deepEqual(mergedProgress(["log.2", "inbox"], ["log.1", "inbox.3", "settings"]), [
    "log.2",
    "inbox",
    "settings",
  ]);
  assert.deepEqual(mergedProgress(["log.1"], ["log.2"]), ["log.2"]);
  assert.deepEqual(mergedProgress(["log.1"], ["log"]), ["log"]);
});
