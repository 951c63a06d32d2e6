import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { retryPause } from "../api/retry-pause.js";
import { spotOf } from "../eateries/place.js";
import { person } from "../session/session.js";
import {
  changes,
  changeStays,
  followPermission,
  isRefused,
  isWanted,
  noteStay,
  stopNoticing,
  tellPlaces,
} from "./device.js";
import { moved } from "./visits.js";

// Notices when somebody comes to one of the places that tempt them, and has the service remind them. Browsers say where they are to
// pages alone, so it takes one that is in view; where that is, is compared here and sent nowhere.

/** @typedef {import("./visits.js").Place} Place */
/** @typedef {import("../eateries/place.js").Spot} Spot */

/** For how long, in milliseconds, places are not read again when a page comes into view. */
const freshness = 300000;

/** @type {PositionOptions} */
const precision = { enableHighAccuracy: true, maximumAge: 15000 };

/**
 * Ends what this page watches.
 *
 * @type {AbortController | null}
 */
let present = null;

/**
 * The places that were read, whose they are, and when that was.
 *
 * @type {{owner: string, at: number, places: Place[]} | null}
 */
let known = null;

/** Called when it is switched off, since this browser does not say any more where it is. */
let onRefused = () => {};

/**
 * Follows where this browser is while a page of it is in view, and its owner wants that.
 *
 * @param {() => void} refused Called when it is switched off, since the browser does not say any more where it is.
 */
export function startWatching(refused) {
  onRefused = refused;
  changes.follow(() => {
    known = null;
    restart();
  });
  person.follow(restart);
  document.addEventListener("visibilitychange", restart);
  void followPermission();
  restart();
}

function restart() {
  present?.abort();
  present = null;
  if (!person.value || document.visibilityState !== "visible") return;
  present = new AbortController();
  void watch(person.value.accountId, present.signal).catch(() => undefined);
}

/**
 * Watches, in one of several tabs that are in view.
 *
 * @param {string} owner
 * @param {AbortSignal} signal
 */
async function watch(owner, signal) {
  if (!navigator.geolocation || !(await isWanted())) return;
  if (await isRefused()) await refuse(signal);
  if (signal.aborted) return;
  const body = () => follow(owner, signal);
  if (navigator.locks) await navigator.locks.request("larder-places", { signal }, body);
  else await body();
}

/**
 * @param {string} owner
 * @param {AbortSignal} signal
 */
async function follow(owner, signal) {
  const places = await readPlaces(owner, signal);
  if (signal.aborted || !places.length) return;
  const take = comparing(places, signal);
  await new Promise((resolve) => {
    const watching = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => take({ latitude, longitude, accuracy }),
      // What is not known at the moment may be known later.
      ({ code }) => void (code === GeolocationPositionError.PERMISSION_DENIED && refuse(signal)),
      precision,
    );
    signal.addEventListener("abort", () => {
      navigator.geolocation.clearWatch(watching);
      resolve(undefined);
    });
  });
}

/**
 * Switches it off, since the browser does not say any more where it is.
 *
 * @param {AbortSignal} signal
 */
async function refuse(signal) {
  if (signal.aborted) return;
  await stopNoticing();
  onRefused();
}

/**
 * Somebody's places; none while they want no reminders. Tried again until they are there.
 *
 * @param {string} owner
 * @param {AbortSignal} signal
 * @returns {Promise<Place[]>}
 */
async function readPlaces(owner, signal) {
  if (known?.owner === owner && Date.now() - known.at < freshness) return known.places;
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      const places = await askForPlaces(signal);
      known = { owner, at: Date.now(), places };
      return places;
    } catch (error) {
      const failure = asFailure(error);
      if (!failure.isPassing && !failure.isMishap) return [];
      await pause(retryPause(tries), signal);
    }
  }
  return [];
}

/** @param {AbortSignal} signal */
async function askForPlaces(signal) {
  const [choices, answer] = await Promise.all([
    call("larder.notifications.v1.NoticePreferences/GetNoticePreferences", {}, { signal }),
    call("larder.notifications.v1.TemptingPlaces/ListPlaces", {}, { signal }),
  ]);
  if (!isKindOn(choices.preferences)) return [];
  return (answer.places ?? []).map(({ id = "", location, radiusMetres = 0 }) => ({
    id,
    radius: radiusMetres,
    ...spotOf(location),
  }));
}

/**
 * Whether reminders of places come by any channel.
 *
 * @param {import("../api/types.js").Notifications.NoticePreference[]} [preferences]
 */
export function isKindOn(preferences = []) {
  return preferences.some(({ kind, channels = [] }) => kind === "place_reminder" && channels.some(({ isOn }) => isOn));
}

/**
 * What takes positions one after the other; of those that come before the former is done, the last alone.
 *
 * @param {Place[]} places
 * @param {AbortSignal} signal
 * @returns {(spot: Spot) => void}
 */
function comparing(places, signal) {
  /** @type {Spot[]} */
  let waiting = [];
  let isWorking = false;
  const work = async () => {
    isWorking = true;
    let failures = 0;
    while (waiting.length && !signal.aborted) {
      const [spot] = waiting;
      waiting = [];
      if (await compare(places, spot)) {
        failures = 0;
        continue;
      }
      failures += 1;
      await pause(retryPause(failures), signal);
      // Of who stands still, the browser does not say again where they are.
      if (!waiting.length) waiting = [spot];
    }
    isWorking = false;
  };
  return (spot) => {
    waiting = [spot];
    if (!isWorking) void work();
  };
}

/**
 * Reports which places somebody has come to.
 *
 * @param {Place[]} places
 * @param {Spot} spot Where they are.
 * @returns {Promise<boolean>} Whether that is done; otherwise it may work later.
 */
async function compare(places, spot) {
  /** @type {string[]} */
  let entered = [];
  await changeStays((stays) => {
    const found = moved(stays, places, spot, Date.now());
    entered = found.entered;
    return found.stays;
  });
  const reports = await Promise.all(entered.map(report));
  return reports.every(Boolean);
}

/**
 * Reports that somebody has come to a place, and keeps that they are there.
 *
 * @param {string} id
 * @returns {Promise<boolean>} Whether that is done, also where it is rejected each time; otherwise it may work later.
 */
async function report(id) {
  try {
    await call("larder.notifications.v1.TemptingPlaces/ReportVisit", { placeId: id });
  } catch (error) {
    const failure = asFailure(error);
    if (failure.isPassing || failure.isMishap) return false;
    // Another device has removed the place, or the consent was withdrawn: the places are not these any more.
    if (failure.code === "not_found" || failure.code === "permission_denied") tellPlaces();
  }
  await noteStay(id);
  return true;
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
