import assert from "node:assert/strict";
import test from "node:test";
import { Failure, asFailure } from "./failure.js";

const body = {
  code: "resource_exhausted",
  message: "Too many.",
  details: [
    {
      debug: {
        reason: "ACCOUNT_LOCKED",
        retryDelay: { milliseconds: "90000" },
        fieldViolations: [{ field: "name", description: "Wrong." }],
      },
    },
  ],
};

test("a failure has the code, the reason, the fields and the time to wait of the answer", () => {
  const failure = Failure.of(429, body, "0af7651916cd43dd");
  assert.equal(failure.code, "resource_exhausted");
  assert.equal(failure.reason, "ACCOUNT_LOCKED");
  assert.equal(failure.retryAfter, 90);
  assert.equal(failure.reference, "0af7651916cd43dd");
  assert.deepEqual(failure.fields, [{ field: "name", description: "Wrong." }]);
});

test("an answer that is no JSON of ours is a failure, too", () => {
  assert.equal(Failure.of(502, undefined, "").code, "unavailable");
  assert.equal(Failure.of(500, undefined, "").code, "internal");
  assert.equal(Failure.of(401, undefined, "").isSignedOut, true);
});

test("a wrong password is not the end of a session", () => {
  const wrong = { code: "unauthenticated", message: "", details: [{ debug: { reason: "WRONG_CREDENTIALS" } }] };
  assert.equal(Failure.of(401, wrong, "").isSignedOut, false);
});

test("what fetch throws without a network is told apart from a mistake of ours", () => {
  assert.equal(asFailure(new TypeError("Failed to fetch")).isOffline, true);
  assert.equal(asFailure(new DOMException("", "AbortError")).code, "canceled");
  assert.equal(asFailure(new Error("x")).code, "internal");
});

test("a failure of Larder's own says with which reference it can be found", () => {
  assert.match(new Failure("internal", "", { reference: "0af7" }).sentence, /reference/);
  assert.doesNotMatch(new Failure("internal", "").sentence, /reference/);
});
