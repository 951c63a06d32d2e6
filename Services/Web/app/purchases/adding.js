import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { owner, queueTyped } from "../storage/sending.js";

/**
 * Adds what was typed to the log, or to what waits for a network. Without an answer it may have arrived: it is queued under the same
 * key, so that it is added once.
 *
 * @param {import("../storage/queue-entry.js").Typed} typed
 * @param {string} key
 * @returns {Promise<import("./added.js").Addition>}
 * @throws {import("../api/failure.js").Failure}
 */
export async function addTyped(typed, key) {
  const { purchase, expenditure } = typed;
  // Somebody else may have signed in by the time of the answer.
  const by = owner();
  const options = { key, owner: by };
  try {
    const added = expenditure
      ? await call("larder.budget.v1.Purchases/CreateExpenditure", expenditure, options)
      : await call("larder.budget.v1.Purchases/CreatePurchase", purchase ?? {}, options);
    return { key, purchase: added };
  } catch (error) {
    if (!asFailure(error).isOffline) throw error;
    await queueTyped(typed, key, by);
    return { key };
  }
}
