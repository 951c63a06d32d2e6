import { call } from "../api/client.js";
import { Failure, asFailure } from "../api/failure.js";
import { useLoaded } from "../frame/hooks.js";
import { Problem, Skeleton } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { CurrentPassword } from "./current-password.js";
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
  const challenge = useLoaded((signal) => call("larder.auth.v1.Factors/BeginProof", {}, { signal }), []);
  const token = challenge.value?.token ?? "";
  const answer = async (/** @type {import("./factor-answer.js").Answer} */ given) => {
    await call("larder.auth.v1.Factors/Prove", { token, answer: given });
    onProven();
  };
  const hasFactors = Boolean(challenge.value?.kinds?.length);
  return html`<${Sheet} title=${text("proof.title")} onClose=${onClose}>
    ${challenge.failure && html`<${Problem} failure=${challenge.failure} again=${challenge.again} />`}
    ${!challenge.value && !challenge.failure && html`<${Skeleton} rows=${2} />`}
    ${challenge.value && !hasFactors && html`<${PasswordProof} onProven=${onProven} onClose=${onClose} />`}
    ${
      hasFactors &&
      html`<p>${text("proof.factorLead")}</p>
        <${FactorAnswer}
          challenge=${challenge.value}
          onAnswer=${answer}
          sendCode=${() => call("larder.auth.v1.Factors/SendProofCode", { token })}
          label=${text("proof.button")}
        />`
    }
  <//>`;
}

/** @param {{onProven: () => void, onClose: () => void}} properties */
function PasswordProof({ onProven, onClose }) {
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => path });
  const prove = async () => {
    if (!password) return setWrong({ password: text("password.enterCurrent") });
    await call("larder.auth.v1.Factors/Prove", { password });
    onProven();
  };
  return html`<p>${text("proof.lead")}</p>
    <form class="form" onSubmit=${submitting(prove)} novalidate>
      <${CurrentPassword}
        isSignedIn
        value=${password}
        error=${wrong.password}
        onInput=${(/** @type {string} */ value) => {
          setPassword(value);
          setWrong({});
        }}
        hasFocus
      />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onClose} label=${text("proof.button")} isBusy=${isBusy} />
    </form>`;
}
