import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { say } from "../frame/messages.js";
import { useEffect, useMemo, useRef } from "../libraries.js";
import { follow } from "../live/live.js";
import { copies } from "../storage/database.js";
import { entriesOf } from "../storage/edit-entry.js";
import { loadWaiting } from "../storage/sending.js";
import { waiting, whenSent } from "../storage/waiting.js";
import { text } from "../texts/texts.js";
import { isOvertaken } from "./editing.js";
import { withWaiting } from "./waiting-edits.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Recorded */

/**
 * A purchase as the service has it, or without a network as it was last.
 *
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Recorded>}
 */
async function load(id, signal) {
  try {
    return await call("larder.budget.v1.Purchases/GetPurchase", { purchaseId: id }, { signal });
  } catch (error) {
    const copy = asFailure(error).isOffline ? await copyOf(id) : undefined;
    if (!copy || signal.aborted) throw error;
    return copy;
  } finally {
    await loadWaiting();
  }
}

/**
 * The latest copy of a purchase; undefined when there is none.
 *
 * @param {string} id
 * @returns {Promise<Recorded | undefined>}
 */
async function copyOf(id) {
  const [log, home] = await Promise.all([copies.get("log"), copies.get("home")]);
  const all = /** @type {Recorded[]} */ ([log, home?.purchases, home?.monthly].flatMap((list) => list ?? []));
  const found = all.filter((entry) => entry.id === id);
  return found.sort((one, other) => versionOf(other) - versionOf(one))[0];
}

/** @param {Recorded | undefined} purchase */
function versionOf(purchase) {
  return Number(purchase?.version ?? 0);
}

/**
 * A purchase with its changes, also of other devices, as they happen, and with those that wait to be sent.
 *
 * @param {string} id
 */
export function usePurchase(id) {
  const loaded = useLoaded((signal) => load(id, signal), [id]);
  const queued = useStore(waiting);
  const latest = useRef(/** @type {Recorded | undefined} */ (undefined));
  const own = useRef(0);
  latest.current = loaded.value;
  const show = (/** @type {Recorded} */ next) => {
    if (versionOf(next) < versionOf(latest.current)) return;
    latest.current = next;
    loaded.set(next);
  };
  const isThere = loaded.value !== undefined;
  useEffect(() => {
    if (!isThere) return;
    const from = { purchaseId: id, afterVersion: String(versionOf(latest.current)) };
    const isOwn = () => own.current || entriesOf(waiting.value, id).some(({ rejection }) => !rejection);
    return follow(`purchase ${id}`, "larder.budget.v1.Purchases/WatchPurchase", from, ({ purchase, step }) => {
      if (purchase && versionOf(purchase) > versionOf(latest.current)) {
        show(purchase);
        if (!isOwn() && step && !step.matched) say(text("purchase.changedElsewhere"));
      }
      return { purchaseId: id, afterVersion: purchase?.version };
    });
  }, [id, isThere]);
  useEffect(() => whenSent(({ edit }, answer) => edit?.purchaseId === id && show(answer)), [id]);
  /** Makes a change of one's own, which the live stream also tells. */
  const change = async (/** @type {(purchase: Recorded) => Promise<unknown>} */ body) => {
    own.current += 1;
    try {
      await body(/** @type {Recorded} */ (latest.current));
    } catch (error) {
      if (isOvertaken(error)) loaded.again();
      throw error;
    } finally {
      own.current -= 1;
    }
  };
  const value = useMemo(() => loaded.value && withWaiting(loaded.value, queued), [loaded.value, queued]);
  /** What is shown by now, also before it is drawn. */
  const now = () => latest.current && withWaiting(latest.current, waiting.value);
  return { ...loaded, value, show, change, now };
}
