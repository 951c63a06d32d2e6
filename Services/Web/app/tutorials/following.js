import { prefer, preferences } from "../settings/preferences.js";
import { share } from "../settings/shared.js";
import { progressOf, withProgress } from "./progress.js";

/**
 * How far the person is in a tutorial.
 *
 * @param {string} name
 */
export function progress(name) {
  return progressOf(preferences.value.tutorials ?? [], name);
}

/**
 * Keeps how far the person is in a tutorial, on all their devices.
 *
 * @param {string} name
 * @param {import("./progress.js").Progress} progress
 */
export function keepProgress(name, progress) {
  const former = preferences.value.tutorials ?? [];
  const tutorials = withProgress(former, name, progress);
  if (String(tutorials) === String(former)) return;
  prefer({ tutorials });
  share("finished_tutorials");
}
