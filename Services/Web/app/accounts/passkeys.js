/** @typedef {import("../api/types.js").Auth.PasskeyCreation} PasskeyCreation */
/** @typedef {import("../api/types.js").Auth.PasskeyRequest} PasskeyRequest */
/** @typedef {import("../api/types.js").Auth.PasskeyAssertion} PasskeyAssertion */

/** Whether this browser knows passkeys and hardware keys, which it does on pages that came over TLS or from this machine. */
export const hasPasskeys = typeof globalThis.PublicKeyCredential === "function";

/**
 * The bytes of a field of a message.
 *
 * @param {string} [text]
 */
export function toBytes(text = "") {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * A field of a message with these bytes.
 *
 * @param {ArrayBuffer | Uint8Array | null} bytes
 */
export function fromBytes(bytes) {
  return btoa(Array.from(new Uint8Array(bytes ?? []), (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Has the browser create a passkey, or a hardware key take one.
 *
 * @param {PasskeyCreation} creation
 * @throws {DOMException} When the person does not want to, among others.
 */
export async function createPasskey({ challenge, relyingPartyId, userHandle, username = "", ...more }) {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(challenge),
      rp: { id: relyingPartyId, name: "Larder" },
      user: { id: toBytes(userHandle), name: username, displayName: username },
      pubKeyCredParams: (more.algorithms ?? []).map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: (more.excludedCredentials ?? []).map((id) => ({ type: "public-key", id: toBytes(id) })),
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      attestation: "none",
    },
  });
  const { response } = /** @type {PublicKeyCredential} */ (credential);
  // The types of the compiler are those of level 1.
  const created = /** @type {AuthenticatorAttestationResponse & {getAuthenticatorData: () => ArrayBuffer}} */ (
    response
  );
  return {
    clientData: fromBytes(created.clientDataJSON),
    authenticatorData: fromBytes(created.getAuthenticatorData()),
  };
}

/**
 * Has the browser or a hardware key sign with a passkey.
 *
 * @param {PasskeyRequest} request
 * @returns {Promise<PasskeyAssertion>}
 * @throws {DOMException} When the person does not want to, among others.
 */
export async function usePasskey({ challenge, relyingPartyId, allowedCredentials = [], requiresUserVerification }) {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: toBytes(challenge),
      rpId: relyingPartyId,
      allowCredentials: allowedCredentials.map((id) => ({ type: "public-key", id: toBytes(id) })),
      userVerification: requiresUserVerification ? "required" : "preferred",
    },
  });
  const { rawId, response } = /** @type {PublicKeyCredential} */ (credential);
  const signed = /** @type {AuthenticatorAssertionResponse} */ (response);
  return {
    credentialId: fromBytes(rawId),
    clientData: fromBytes(signed.clientDataJSON),
    authenticatorData: fromBytes(signed.authenticatorData),
    signature: fromBytes(signed.signature),
    userHandle: fromBytes(signed.userHandle),
  };
}
