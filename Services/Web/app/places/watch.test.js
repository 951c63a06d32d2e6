import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { answer, failing, settled } from "../../testing/browser.js";
import "../../testing/indexed-db.js";

mock.timers.enable({ apis: ["setTimeout"] });

/** A browser that says where it is, as its owner and the test want. */
const device = {
  /** @type {Map<number, {found: (position: any) => void, failed: (error: any) => void}>} */
  watches: new Map(),
  permission: Object.assign(new EventTarget(), { state: "granted" }),
  number: 0,
  isAsked: false,

  /**
   * Moves it so many metres north of the bakery.
   *
   * @param {number} metres
   */
  async move(metres) {
    const coords = { latitude: 49.6 + metres / 111195, longitude: -119.68, accuracy: 12 };
    for (const { found } of this.watches.values()) found({ coords });
    await settled();
  },

  /** @param {number} code */
  async fail(code) {
    for (const { failed } of this.watches.values()) failed({ code });
    await settled();
  },
};

Object.assign(globalThis, { isSecureContext: true, GeolocationPositionError: { PERMISSION_DENIED: 1 } });
Object.assign(navigator, {
  permissions: { query: async () => device.permission },
  geolocation: {
    watchPosition(/** @type {any} */ found, /** @type {any} */ failed) {
      device.number += 1;
      device.watches.set(device.number, { found, failed });
      return device.number;
    },
    clearWatch: (/** @type {number} */ number) => device.watches.delete(number),
    getCurrentPosition(/** @type {any} */ found, /** @type {any} */ failed) {
      device.isAsked = true;
      if (device.permission.state === "denied") failed({ code: 1 });
      else found({ coords: { latitude: 49.6, longitude: -119.68, accuracy: 12 } });
    },
  },
});

const bakery = {
  id: "bakery",
  location: { latitudeMicrodegrees: "49600000", longitudeMicrodegrees: "-119680000" },
  radiusMetres: 100,
};
/** What the service has. */
const service = {
  places: [bakery],
  isKindOn: true,
  /** @type {string[]} What was asked of it. */
  asked: [],
  /** @type {string[]} All that was sent to it. */
  sent: [],
  /** @type {(() => Response) | null} How it answers a visit. */
  visited: null,

  /** The places of which a visit was reported. */
  visits() {
    return this.asked.filter((each) => each.startsWith("ReportVisit")).map((each) => each.split(" ")[1]);
  },
};

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ path, /** @type {any} */ { body }) => {
    const method = path.split("/").at(-1) ?? "";
    service.sent.push(body);
    if (method === "GetNoticePreferences") {
      service.asked.push(method);
      const channels = [{ channel: "NOTICE_CHANNEL_INBOX", isOn: service.isKindOn }];
      return answer(200, {
        preferences: [
          { kind: "other", channels: [{ isOn: true }] },
          { kind: "place_reminder", channels },
        ],
      });
    }
    if (method === "ListPlaces") {
      service.asked.push(method);
      return answer(200, { places: service.places });
    }
    service.asked.push(`${method} ${JSON.parse(body).placeId}`);
    return service.visited?.() ?? answer(200, { outcome: "VISIT_OUTCOME_REMINDED" });
  }
);

const { person } = await import("../session/session.js");
const { allowNoticing, noteStay, noticingState, stopNoticing, tellPlaces } = await import("./device.js");
const { startWatching } = await import("./watch.js");

let refusals = 0;
startWatching(() => (refusals += 1));

/** @param {string | null} name */
async function show(name) {
  person.set(name ? { accountId: name, username: name } : null);
  await settled();
}

/** @param {"visible" | "hidden"} state */
async function see(state) {
  Object.assign(document, { visibilityState: state });
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
}

/** Switches it on for Anna, whose page is in view. */
async function begin() {
  await show("anna");
  const state = await allowNoticing();
  await settled();
  return state;
}

afterEach(async () => {
  Object.assign(service, { places: [bakery], isKindOn: true, visited: null });
  device.permission.state = "granted";
  await see("visible");
  await stopNoticing();
  await show(null);
  assert.equal(device.watches.size, 0);
  Object.assign(service, { asked: [], sent: [] });
  Object.assign(device, { isAsked: false });
  refusals = 0;
});

test("nothing is asked for, of the device or of the service, until it is switched on", async () => {
  await show("anna");
  await see("hidden");
  await see("visible");
  assert.equal(await noticingState(), "off");
  assert.deepEqual([service.asked, device.watches.size, device.isAsked], [[], 0, false]);
  assert.equal(await begin(), "on");
  assert.equal(await noticingState(), "on");
  assert.deepEqual([device.watches.size, device.isAsked], [1, true]);
});

test("a walk in and out is reported once, and where the device is nowhere", async () => {
  await begin();
  for (const metres of [400, 160, 99, 120, 20, 149, 99, 160, 400]) await device.move(metres);
  assert.deepEqual(service.visits(), ["bakery"]);
  await device.move(10);
  assert.deepEqual(service.visits(), ["bakery", "bakery"]);
  assert.equal(service.sent.join().includes("49."), false);
  assert.deepEqual(new Set(service.sent), new Set(["{}", '{"placeId":"bakery"}']));
});

test("what is reported stays so when the page is hidden and shown again, and when it is opened anew", async () => {
  await begin();
  await device.move(0);
  await see("hidden");
  assert.equal(device.watches.size, 0);
  await see("visible");
  assert.equal(device.watches.size, 1);
  await device.move(30);
  assert.deepEqual(service.visits(), ["bakery"]);
  // The places are known for a while.
  assert.equal(service.asked.filter((each) => each === "ListPlaces").length, 1);
});

test("of several tabs one watches, and the next one once that is closed", async () => {
  await begin();
  const other = navigator.locks.request("larder-places", async () => device.watches.size);
  await settled();
  await see("hidden");
  assert.equal(await other, 0);
});

test("a visit that could not be reported is reported later, also of who stands still", async () => {
  service.visited = () => failing(503, "unavailable");
  await begin();
  await device.move(0);
  await device.move(5);
  assert.deepEqual(service.visits(), ["bakery"]);
  mock.timers.tick(1000);
  await settled();
  assert.equal(service.visits().length, 2);
  service.visited = null;
  mock.timers.tick(2000);
  await settled();
  assert.equal(service.visits().length, 3);
  mock.timers.tick(60_000);
  await device.move(0);
  assert.equal(service.visits().length, 3);
});

test("a visit that is rejected each time is reported once, until they come again", async () => {
  service.visited = () => failing(400, "invalid_argument");
  await begin();
  await device.move(0);
  mock.timers.tick(600_000);
  await settled();
  await device.move(5);
  assert.deepEqual(service.visits(), ["bakery"]);
  await device.move(400);
  await device.move(0);
  assert.equal(service.visits().length, 2);
});

test("a place that another device has removed, or added, is noticed", async () => {
  service.visited = () => failing(404, "not_found");
  await begin();
  service.places = [];
  await device.move(0);
  assert.deepEqual(service.visits(), ["bakery"]);
  assert.equal(device.watches.size, 0);
  Object.assign(service, { places: [bakery], visited: null });
  tellPlaces();
  await settled();
  assert.equal(device.watches.size, 1);
});

test("nothing is watched without places, or while no channel is on", async () => {
  service.isKindOn = false;
  await begin();
  assert.equal(device.watches.size, 0);
  Object.assign(service, { isKindOn: true, places: [] });
  tellPlaces();
  await settled();
  assert.equal(device.watches.size, 0);
});

test("who stores a place where they are has not come to it", async () => {
  await begin();
  await noteStay("bakery");
  await device.move(0);
  assert.deepEqual(service.visits(), []);
  await device.move(400);
  await device.move(0);
  assert.deepEqual(service.visits(), ["bakery"]);
});

test("a browser that is told not to say where it is notices nothing, is not asked again, and says so once", async () => {
  device.permission.state = "denied";
  assert.equal(await begin(), "refused");
  assert.equal(await noticingState(), "refused");
  assert.deepEqual([device.watches.size, refusals], [0, 0]);
  device.permission.state = "granted";
  assert.equal(await noticingState(), "off");
  assert.equal(await begin(), "on");
  // Later, in the browser's settings.
  device.permission.state = "denied";
  device.permission.dispatchEvent(new Event("change"));
  await settled();
  assert.deepEqual([device.watches.size, refusals, await noticingState()], [0, 1, "refused"]);
  device.permission.state = "granted";
  assert.equal(await noticingState(), "off");
});

test("a browser that refuses without having said so before switches it off, and one that is lost for a moment does not", async () => {
  await begin();
  await device.fail(2);
  await device.fail(3);
  assert.equal(device.watches.size, 1);
  await device.fail(1);
  assert.deepEqual([device.watches.size, refusals, await noticingState()], [0, 1, "off"]);
});

test("it is switched on for one person alone, until they sign out", async () => {
  await begin();
  assert.equal(device.watches.size, 1);
  await show("bert");
  assert.deepEqual([device.watches.size, await noticingState()], [0, "off"]);
  await show("anna");
  assert.deepEqual([device.watches.size, await noticingState()], [1, "on"]);
  await show(null);
  assert.equal(device.watches.size, 0);
});

test("places are asked for again until they are there", async () => {
  const { fetch } = globalThis;
  globalThis.fetch = /** @type {any} */ (async () => failing(503, "unavailable"));
  await begin();
  assert.equal(device.watches.size, 0);
  globalThis.fetch = fetch;
  mock.timers.tick(1000);
  await settled();
  assert.equal(device.watches.size, 1);
});

test("without a secure page, or what finds places, nothing is noticed", async () => {
  await show("anna");
  const { geolocation } = navigator;
  Object.assign(globalThis, { isSecureContext: false });
  assert.equal(await allowNoticing(), "missing");
  Object.assign(globalThis, { isSecureContext: true });
  Object.assign(navigator, { geolocation: undefined });
  assert.equal(await noticingState(), "missing");
  assert.equal(await allowNoticing(), "missing");
  Object.assign(navigator, { geolocation });
  assert.equal(device.isAsked, false);
});
