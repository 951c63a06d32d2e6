import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, failing } from "../../testing/browser.js";
import { stored } from "../../testing/indexed-db.js";

const { person } = await import("../session/session.js");
const { settings } = await import("../storage/database.js");
const { isWanted } = await import("../places/device.js");
const { setConsent } = await import("./set-consent.js");

/** @type {any[]} */
let asked = [];
let reply = () => answer(200, {});

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ _path, /** @type {any} */ { body }) => {
    asked.push(JSON.parse(body));
    return reply();
  }
);

const tab = new BroadcastChannel("larder-places");
let told = 0;
tab.onmessage = () => (told += 1);

beforeEach(async () => {
  person.set({ accountId: "anna", username: "anna" });
  await settings.set("tempting", { owner: "anna", stays: { bakery: 1 } });
  asked = [];
  told = 0;
  reply = () => answer(200, {});
});

test("without the consent for places none is noticed, in any tab, and where the owner was is forgotten", async () => {
  await setConsent("CONSENT_KIND_LOCATION", false);
  assert.deepEqual(asked, [{ kind: "CONSENT_KIND_LOCATION", given: false }]);
  assert.deepEqual([await isWanted(), stored.settings.has("tempting"), told], [false, false, 1]);
});

test("that is so although the service cannot be told", async () => {
  reply = () => failing(503, "unavailable");
  await assert.rejects(setConsent("CONSENT_KIND_LOCATION", false), { code: "unavailable" });
  assert.deepEqual([await isWanted(), told], [false, 1]);
});

test("other consents, and giving this one, change nothing of it", async () => {
  await setConsent("CONSENT_KIND_PERSONAL_SUGGESTIONS", false);
  await setConsent("CONSENT_KIND_LOCATION", true);
  assert.deepEqual([await isWanted(), told, asked.length], [true, 0, 2]);
});
