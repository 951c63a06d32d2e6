import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { retryPause } from "../api/retry-pause.js";
import { appearance, changeAppearance, palettes, sizes } from "../frame/appearance.js";
import { isOnline } from "../frame/online.js";
import { place } from "../frame/router.js";
import { person } from "../session/session.js";
import { settings } from "../storage/database.js";
import { language, languages, useLanguage } from "../texts/texts.js";
import { mergedProgress } from "../tutorials/progress.js";
import { forgetOwnPreferences, prefer, preferences, unitSystems } from "./preferences.js";

// The settings that are the same on every device of a person. Each device applies and keeps them by itself, also without a
// network; what was changed here and not sent yet is sent when that works, and until then it wins over the account's.

/** How long, in milliseconds, the account's settings are not asked for again. */
const pause = 3000;

/** @typedef {import("../api/types.js").Auth.UserSettings} UserSettings */

/** The fields that were changed here and that the account may not have yet. */
let unsent = /** @type {Set<string>} */ (new Set());
/** Whose they are. */
let owner = "";
let isWorking = false;
let isAgain = false;
let lastTime = -Infinity;
/** How often it has failed since it last worked. */
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** Follows the account's settings: with every page, and when the network or the window is back. */
export async function startSharing() {
  const stored = await settings.get("sharedSettings");
  if (stored && (!owner || owner === stored.owner)) {
    owner = stored.owner;
    for (const field of stored.unsent) unsent.add(field);
  }
  person.follow((who) => {
    if (who === null && !unsent.size) forget();
    void exchange();
  });
  place.follow(() => void exchangeLater());
  isOnline.follow((online) => {
    if (!online) return;
    failures = 0;
    void exchange();
  });
  addEventListener("visibilitychange", () => void (document.visibilityState === "visible" && exchangeLater()));
  await exchange();
}

/**
 * Gives the account what was set here.
 *
 * @param {string[]} fields Names of fields as the service has them.
 */
export function share(...fields) {
  if (!person.value) return;
  take(person.value.accountId);
  for (const field of fields) unsent.add(field);
  void keep();
  void exchange();
}

/** @param {string} account */
function take(account) {
  if (owner === account) return;
  if (owner) forgetOwnPreferences();
  owner = account;
  unsent = new Set();
}

async function keep() {
  if (owner) await settings.set("sharedSettings", { owner, unsent: [...unsent] });
  else await settings.remove("sharedSettings");
}

/** Forgets whose settings these were, as nothing of theirs is to be sent. */
function forget() {
  owner = "";
  forgetOwnPreferences();
  void keep();
}

function exchangeLater() {
  if (performance.now() - lastTime > pause) void exchange();
}

/** Sends what is unsent, and applies what the account has; once more for what has come meanwhile. */
async function exchange() {
  isAgain = true;
  if (isWorking) return;
  isWorking = true;
  try {
    while (isAgain) {
      isAgain = false;
      await exchangeOnce();
    }
  } finally {
    isWorking = false;
  }
}

async function exchangeOnce() {
  clearTimeout(retry);
  const who = person.value;
  if (!who || !isOnline.value) return;
  take(who.accountId);
  const sent = unsent;
  unsent = new Set();
  try {
    const found = await ask([...sent]);
    lastTime = performance.now();
    // Somebody else, who has signed in meanwhile, is next.
    if (person.value?.accountId !== who.accountId) return;
    void keep();
    await apply(found);
    failures = 0;
  } catch (error) {
    lastTime = performance.now();
    const failure = asFailure(error);
    // What the service does not take would not be taken later either.
    if (failure.code !== "invalid_argument" && owner === who.accountId) {
      for (const field of sent) unsent.add(field);
    }
    void keep();
    if (person.value?.accountId === who.accountId && (failure.isPassing || failure.isMishap)) retryLater(failure);
  }
}

/** @param {import("../api/failure.js").Failure} failure */
function retryLater(failure) {
  failures += 1;
  retry = setTimeout(exchange, Math.max(retryPause(failures), failure.retryAfter * 1000));
}

/**
 * @param {string[]} fields
 * @returns {Promise<UserSettings>}
 */
async function ask(fields) {
  if (!fields.length) return await call("larder.auth.v1.Settings/GetSettings", {});
  if (fields.includes("finished_tutorials")) {
    // Another device may have got further meanwhile.
    const present = await call("larder.auth.v1.Settings/GetSettings", {});
    prefer({ tutorials: mergedProgress(preferences.value.tutorials ?? [], present.finishedTutorials ?? []) });
  }
  return await call("larder.auth.v1.Settings/UpdateSettings", { settings: own(), fields });
}

/**
 * The settings of this device as the account has them.
 *
 * @returns {UserSettings}
 */
function own() {
  const { palette, size } = appearance.value;
  const { units, currency, timeZone, choices, forgetsChoices, tutorials } = preferences.value;
  const isHue = palette === "blue" || palette === "contrast";
  return /** @type {UserSettings} */ ({
    units: `UNIT_SYSTEM_${units.toUpperCase()}`,
    currency,
    language: language.value,
    timeZone,
    theme: isHue ? "THEME_DEVICE" : `THEME_${palette.toUpperCase()}`,
    palette: isHue ? `PALETTE_${palette.toUpperCase()}` : "PALETTE_STANDARD",
    textSize: `TEXT_SIZE_${size.toUpperCase()}`,
    forgetsChoices,
    choices: Object.entries(choices).map(([name, value]) => ({ name, value })),
    finishedTutorials: tutorials ?? [],
  });
}

/**
 * Sets here what the account has, but for what has not been chosen yet and what was changed here meanwhile.
 *
 * @param {UserSettings} found
 */
async function apply(found) {
  const chosen = (/** @type {string} */ field, /** @type {string | undefined} */ value) =>
    unsent.has(field) ? "" : value;
  const units = named(unitSystems, "UNIT_SYSTEM_", chosen("units", found.units));
  const size = named(sizes, "TEXT_SIZE_", chosen("text_size", found.textSize));
  const hue = chosen("palette", found.palette);
  const palette =
    named(palettes, "PALETTE_", hue) ?? (hue === "PALETTE_STANDARD" && named(palettes, "THEME_", found.theme));
  const shared = {
    ...(units && { units }),
    ...(!unsent.has("currency") && { currency: found.currency ?? "" }),
    ...(!unsent.has("time_zone") && { timeZone: found.timeZone ?? "" }),
    ...(!unsent.has("forgets_choices") && { forgetsChoices: found.forgetsChoices ?? false }),
    tutorials: mergedProgress(preferences.value.tutorials ?? [], found.finishedTutorials ?? []),
    ...(!unsent.has("choices") && {
      choices: Object.fromEntries((found.choices ?? []).map(({ name = "", value = "" }) => [name, value])),
    }),
  };
  if (differs(preferences.value, shared)) prefer(shared);
  const look = { ...(palette && { palette }), ...(size && { size }) };
  if (differs(appearance.value, look)) changeAppearance(look);
  const spoken = chosen("language", found.language);
  if (!spoken || spoken === language.value || !(spoken in languages)) return;
  const next = /** @type {keyof typeof languages} */ (spoken);
  await useLanguage(next);
  await settings.set("language", next);
}

/**
 * @param {Record<string, unknown>} present
 * @param {Record<string, unknown>} next
 */
function differs(present, next) {
  return Object.entries(next).some(([name, value]) => JSON.stringify(present[name]) !== JSON.stringify(value));
}

/**
 * What an enumerator is called here; undefined for none, and for those of newer versions.
 *
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {string} prefix
 * @param {string | undefined} enumerator
 */
function named(names, prefix, enumerator) {
  return names.find((name) => enumerator === prefix + name.toUpperCase());
}

/**
 * Remembers what was chosen in a list, on every device, unless that is switched off.
 *
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  const { choices, forgetsChoices } = preferences.value;
  if (forgetsChoices || choices[name] === value) return;
  prefer({ choices: { ...choices, [name]: value } });
  share("choices");
}
