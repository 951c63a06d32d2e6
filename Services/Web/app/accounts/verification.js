import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Button } from "../frame/controls.js";
import { say, sayFailure } from "../frame/messages.js";
import { go } from "../frame/router.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { CodesSheet } from "../settings/factor-sheets.js";
import { drafts } from "../storage/database.js";
import { clock, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { passkeyFailure } from "./factor-answer.js";
import { createPasskey, hasPasskeys } from "./passkeys.js";
import { periods } from "./periods.js";

/**
 * A registration that waits for its address, or a passkey. Its token completes it, and is kept no longer.
 *
 * @typedef {{id: string, email: string, username: string, token?: string}} Registered
 */

/** Seconds between questions of how far it is: the mail goes out at once, mostly, and people take their time. */
const pauses = [1, 1, 2, 3, 5, 10, 20, 30];

/**
 * The last step of a registration: shows whether the mail has been sent, and goes on to signing in once its link was used.
 *
 * @param {{account: Registered, onRestart: () => unknown}} properties
 */
export function Verification({ account, onRestart }) {
  const [found, setFound] = useState(/** @type {import("../api/types.js").Auth.Verification | null} */ (null));
  const [isOver, setOver] = useState(false);
  // What has completed it is said by whoever does it.
  const isCompleting = useRef(false);
  const [codes, setCodes] = useState(/** @type {string[] | null} */ (null));
  useEffect(() => {
    const abort = new AbortController();
    let timer = 0;
    const ask = async (/** @type {number} */ number) => {
      if (!document.hidden) await look(account.id, abort.signal, setFound, setOver);
      if (!abort.signal.aborted) timer = setTimeout(ask, (pauses[number] ?? 30) * 1_000, number + 1);
    };
    void ask(0);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [account.id]);
  useEffect(() => {
    if (found?.state === "VERIFICATION_STATE_VERIFIED" && !isCompleting.current) void finish("verify.done");
  }, [found?.state]);
  const addPasskey = async () => {
    isCompleting.current = true;
    try {
      setCodes(await completeByPasskey(account.token ?? ""));
    } catch (error) {
      isCompleting.current = false;
      sayFailure(error);
    }
  };
  if (codes) return html`<${CodesSheet} codes=${codes} onClose=${() => finish("verification.passkeyDone")} />`;
  const resend = async () => {
    try {
      await call("larder.auth.v1.EmailAddresses/ResendVerification", { name: account.username });
      say(text("verification.resent"));
    } catch (error) {
      sayFailure(error);
    }
  };
  const restart = html`<${Button} kind="secondary" onClick=${onRestart}>${text("verification.restart")}<//>`;
  if (isOver)
    return html`<p role="status">${text("verification.expired", periods)}</p><div class="actions">${restart}</div>`;
  const isUndeliverable = found?.state === "VERIFICATION_STATE_UNDELIVERABLE";
  return html`<p role="status">${sentence(account, found)}</p>
    ${!isUndeliverable && html`<p>${text("verification.nothing")}</p>`}
    <div class="actions">
      ${!isUndeliverable && html`<${Button} kind="secondary" onClick=${resend}>${text("verification.again")}<//>`}
      ${restart}
    </div>
    ${
      account.token &&
      hasPasskeys &&
      html`<p>${text("verification.passkeyHint")}</p>
        <div class="actions"><${Button} kind="secondary" onClick=${addPasskey}>${text("verification.passkey")}<//></div>`
    }`;
}

/**
 * Goes to where the new account is signed in to.
 *
 * @param {"verify.done" | "verification.passkeyDone"} sentence
 */
async function finish(sentence) {
  await drafts.remove("registration");
  say(text(sentence));
  go("/sign-in", { replace: true });
}

/**
 * Completes a registration by a passkey, in place of the mailed link.
 *
 * @param {string} registrationToken
 * @returns {Promise<string[]>} The account's recovery codes.
 */
async function completeByPasskey(registrationToken) {
  const { token = "", passkey: creation = {} } = await call("larder.auth.v1.Accounts/BeginRegistrationPasskey", {
    registrationToken,
  });
  let passkey;
  try {
    passkey = await createPasskey(creation);
  } catch (error) {
    throw asFailure(passkeyFailure(error));
  }
  const name = text("factors.kind.FACTOR_KIND_PASSKEY");
  const request = { registrationToken, token, name, passkey };
  return (await call("larder.auth.v1.Accounts/CompleteRegistration", request)).recoveryCodes ?? [];
}

/**
 * Asks how far a registration is. Without an answer what is known stays.
 *
 * @param {string} accountId
 * @param {AbortSignal} signal
 * @param {(found: import("../api/types.js").Auth.Verification) => void} setFound
 * @param {(isOver: boolean) => void} setOver
 */
async function look(accountId, signal, setFound, setOver) {
  try {
    setFound(await call("larder.auth.v1.EmailAddresses/GetVerification", { accountId }, { signal }));
  } catch (error) {
    if (!signal.aborted && asFailure(error).code === "not_found") setOver(true);
  }
}

/**
 * How far it is.
 *
 * @param {Registered} account
 * @param {import("../api/types.js").Auth.Verification | null} found
 */
function sentence({ email }, found) {
  if (found?.state === "VERIFICATION_STATE_UNDELIVERABLE") return text("verification.undeliverable", { email });
  const sentAt = instant(found?.sentAt);
  if (found?.state !== "VERIFICATION_STATE_SENT" || sentAt === undefined)
    return text("verification.pending", { email });
  return text("verification.sent", { ...periods, email, time: clock(sentAt) });
}
