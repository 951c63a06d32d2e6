import { person } from "../session/session.js";
import { isLive } from "./live.js";

/** How often, in milliseconds. */
const interval = 30000;

/**
 * Has lists read anew every now and then while the live stream does not work and somebody looks.
 *
 * @param {{reset: () => void}[]} lists
 */
export function startPolling(lists) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const poll = () => {
    if (!person.value || !navigator.onLine || document.visibilityState !== "visible") return;
    for (const list of lists) list.reset();
  };
  isLive.follow((works) => {
    clearInterval(timer);
    if (works) return;
    poll();
    timer = setInterval(poll, interval);
  });
}
