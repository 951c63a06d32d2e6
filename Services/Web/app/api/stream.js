import { account, failureOf, heading } from "./client.js";
import { Failure, asFailure } from "./failure.js";

/** The flag of the last envelope of an answer, which says how the call has ended. */
const endFlag = 2;

/**
 * The messages of a stream, from its envelopes: a byte of flags, the length in four bytes, and as many bytes of JSON
 * (https://connectrpc.com/docs/protocol).
 *
 * @param {Uint8Array} bytes
 * @returns {any[]}
 * @throws {Failure} For a call that has failed, and for one that ends before it has said so.
 */
export function messagesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages = [];
  let place = 0;
  while (place + 5 <= bytes.length) {
    const end = place + 5 + view.getUint32(place + 1);
    if (end > bytes.length) break;
    const message = JSON.parse(new TextDecoder().decode(bytes.subarray(place + 5, end)));
    if (view.getUint8(place) & endFlag) {
      if (message.error) throw Failure.of(200, message.error, "");
      return messages;
    }
    messages.push(message);
    place = end;
  }
  throw new Failure("offline", "");
}

/**
 * A message in its envelope.
 *
 * @param {unknown} message
 */
export function enveloped(message) {
  const json = new TextEncoder().encode(JSON.stringify(message));
  const bytes = new Uint8Array(5 + json.length);
  new DataView(bytes.buffer).setUint32(1, json.length);
  bytes.set(json, 5);
  return bytes;
}

/**
 * Calls a method with a stream of responses, and waits for all of them.
 *
 * @template {import("./methods.js").PathOf<"serverStreaming">} Path
 * @param {Path} method Such as `larder.budget.v1.Imports/ExportLedger`.
 * @param {import("./methods.js").Methods[Path]["request"]} message
 * @returns {Promise<import("./methods.js").Methods[Path]["response"][]>}
 * @throws {Failure}
 */
export async function collect(method, message) {
  try {
    const answer = await fetch(`/${method}`, {
      method: "POST",
      headers: { ...heading(account), "Content-Type": "application/connect+json", "Connect-Protocol-Version": "1" },
      body: enveloped(message),
    });
    if (!answer.ok) throw await failureOf(answer, account);
    return messagesOf(new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    throw asFailure(error);
  }
}
