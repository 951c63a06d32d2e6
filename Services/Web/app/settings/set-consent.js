import { call } from "../api/client.js";
import { stopNoticing } from "../places/device.js";

/**
 * Gives or withdraws a consent. Without the one for places this browser stops noticing any, and forgets where its owner was, at once
 * and in all tabs, also where the service cannot be told yet.
 *
 * @param {import("../api/types.js").Auth.ConsentKind} kind
 * @param {boolean} given
 * @throws {import("../api/failure.js").Failure}
 */
export async function setConsent(kind, given) {
  if (kind === "CONSENT_KIND_LOCATION" && !given) await stopNoticing();
  await call("larder.auth.v1.Consents/SetConsent", { kind, given });
}
