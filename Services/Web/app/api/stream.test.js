import assert from "node:assert/strict";
import test from "node:test";
import { enveloped, messagesOf } from "./stream.js";

/** @param {unknown} message */
function ending(message) {
  const bytes = enveloped(message);
  bytes[0] = 2;
  return bytes;
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

test("a stream's messages are read up to its end", () => {
  const bytes = joined(enveloped({ contents: "YQ==" }), enveloped({ contents: "é" }), ending({}));
  assert.deepEqual(messagesOf(bytes), [{ contents: "YQ==" }, { contents: "é" }]);
});

test("a stream that fails, or ends before its end, is no answer", () => {
  assert.throws(() => messagesOf(joined(enveloped({}), ending({ error: { code: "unavailable" } }))), {
    code: "unavailable",
  });
  assert.throws(() => messagesOf(enveloped({})), { code: "offline" });
  assert.throws(() => messagesOf(enveloped({ contents: "YQ==" }).subarray(0, 9)), { code: "offline" });
  assert.throws(() => messagesOf(new Uint8Array()), { code: "offline" });
});
