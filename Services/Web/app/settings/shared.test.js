import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { answer, failing, settled } from "../../testing/browser.js";
import "../../testing/indexed-db.js";

mock.timers.enable({ apis: ["setTimeout"] });
const { person } = await import("../session/session.js");
const { preferences } = await import("./preferences.js");
const { share, startSharing } = await import("./shared.js");

/** @type {{path: string, owner: string}[]} */
let asked = [];
/** @type {(path: string) => Response | Promise<Response>} */
let reply = () => answer(200, {});

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ path, /** @type {any} */ { headers }) => {
    asked.push({ path: path.split("/").at(-1) ?? "", owner: headers["Larder-Account"] });
    return await reply(path);
  }
);

await startSharing();

/** @param {string | null} name */
async function show(name) {
  person.set(name ? { accountId: name, username: name } : null);
  await settled();
}

beforeEach(async () => {
  reply = () => answer(200, {});
  await show(null);
  mock.timers.tick(60_000);
  await settled();
  asked = [];
});

test("the account's settings are asked for again after a failure, later each time, until they are there", async () => {
  reply = () => failing(503, "unavailable");
  await show("anna");
  assert.equal(preferences.value.tutorials, null);
  for (const pause of [1000, 2000, 4000]) {
    mock.timers.tick(pause);
    await settled();
  }
  assert.equal(asked.length, 4);
  reply = () => answer(200, { finishedTutorials: ["log"] });
  mock.timers.tick(8000);
  await settled();
  assert.deepEqual(preferences.value.tutorials, ["log"]);
  mock.timers.tick(60_000);
  await settled();
  assert.equal(asked.length, 5);
});

test("what was set here and not taken is sent again, and what the service rejects is not", async () => {
  await show("anna");
  reply = () => failing(503, "unavailable");
  share("currency");
  await settled();
  reply = () => answer(200, {});
  mock.timers.tick(1000);
  await settled();
  const updates = () => asked.filter(({ path }) => path === "UpdateSettings").length;
  assert.equal(updates(), 2);
  reply = () => failing(400, "invalid_argument");
  share("currency");
  await settled();
  mock.timers.tick(60_000);
  await settled();
  assert.equal(updates(), 3);
});

test("the settings of somebody who signs in while another one's are asked for are asked for next", async () => {
  /** @type {(response: Response) => void} */
  let finish = () => {};
  reply = () => new Promise((resolve) => (finish = resolve));
  await show("anna");
  await show("bert");
  assert.deepEqual(asked, [{ path: "GetSettings", owner: "anna" }]);
  reply = () => answer(200, { finishedTutorials: ["inbox"] });
  finish(answer(200, { finishedTutorials: ["log"] }));
  await settled();
  assert.deepEqual(asked.at(-1), { path: "GetSettings", owner: "bert" });
  assert.deepEqual(preferences.value.tutorials, ["inbox"]);
  reply = () => new Promise((resolve) => (finish = resolve));
  await show("anna");
  await show("bert");
  finish(failing(503, "unavailable"));
  reply = () => answer(200, { finishedTutorials: ["inbox"] });
  await settled();
  assert.deepEqual(asked.at(-1), { path: "GetSettings", owner: "bert" });
});

test("nothing is asked for again for nobody", async () => {
  reply = () => failing(503, "unavailable");
  await show("anna");
  await show(null);
  const { length } = asked;
  mock.timers.tick(60_000);
  await settled();
  assert.equal(asked.length, length);
});
