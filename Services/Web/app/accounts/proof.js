import { call } from "../api/client.js";
import { Failure, asFailure } from "../api/failure.js";
import { Button, Field } from "../frame/controls.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { FactorAnswer } from "./factor-answer.js";

/** @typedef {{resolve: () => void, reject: (failure: Failure) => void}} Waiting */

/**
 * Makes sensitive changes, which require a proof of a few minutes ago at most that it is the owner of the account.
 *
 * @returns {{proving: <Result>(change: () => Promise<Result>) => Promise<Result>, proof: import("../libraries.js").Node}}
 *   `proof` has to be on the page. A change that the person does not want to prove fails with the code `canceled`.
 */
export function useProof() {
  const [waiting, setWaiting] = useState(/** @type {Waiting | null} */ (null));
  /**
   * @template Result
   * @param {() => Promise<Result>} change
   */
  const proving = async (change) => {
    try {
      return await change();
    } catch (error) {
      if (asFailure(error).reason !== "STEP_UP_REQUIRED") throw error;
      await /** @type {Promise<void>} */ (new Promise((resolve, reject) => setWaiting({ resolve, reject })));
      return await change();
    }
  };
  const end = (/** @type {(waiting: Waiting) => void} */ body) => {
    if (waiting) body(waiting);
    setWaiting(null);
  };
  const proof =
    waiting &&
    html`<${ProofSheet}
    onProven=${() => end(({ resolve }) => resolve())}
    onClose=${() => end(({ reject }) => reject(new Failure("canceled", "")))}
  />`;
  return { proving, proof };
}

/** @param {{onProven: () => void, onClose: () => void}} properties */
function ProofSheet({ onProven, onClose }) {
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const [challenge, setChallenge] = useState(/** @type {import("./factor-answer.js").FactorChallenge | null} */ (null));
  const { failure, isBusy, attempt, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => path });
  const prove = async () => {
    if (!password) return setWrong({ password: text("password.enterCurrent") });
    await call("larder.auth.v1.Factors/Prove", { password });
    onProven();
  };
  const begin = async () => setChallenge(await call("larder.auth.v1.Factors/BeginProof", {}));
  const token = challenge?.token ?? "";
  const answer = async (/** @type {import("./factor-answer.js").Answer} */ given) => {
    await call("larder.auth.v1.Factors/Prove", { token, answer: given });
    onProven();
  };
  return html`<${Sheet} title=${text("proof.title")} onClose=${onClose}>
    <p>${text("proof.lead")}</p>
    ${
      challenge
        ? html`<${FactorAnswer}
            challenge=${challenge}
            onAnswer=${answer}
            sendCode=${() => call("larder.auth.v1.Factors/SendProofCode", { token })}
            label=${text("proof.button")}
          />`
        : html`<form class="form" onSubmit=${submitting(prove)} novalidate>
            <${Field}
              label=${text("password.current")}
              type="password"
              name="current-password"
              complete="current-password"
              value=${password}
              error=${wrong.password}
              onInput=${(/** @type {string} */ value) => {
                setPassword(value);
                setWrong({});
              }}
              hasFocus
              isRequired
            />
            ${failure && html`<p class="error" role="alert">${failure}</p>`}
            <${Button} kind="plain" onClick=${() => attempt(begin)}>${text("proof.factor")}<//>
            <${SheetFoot} onCancel=${onClose} label=${text("proof.button")} isBusy=${isBusy} />
          </form>`
    }
  <//>`;
}
