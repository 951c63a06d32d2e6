import { asFailure } from "../api/failure.js";
import { Button, Field, Switch } from "../frame/controls.js";
import { PageHead } from "../frame/page.js";
import { go, place } from "../frame/router.js";
import { useStore } from "../frame/hooks.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { person, signIn } from "../session/session.js";
import { text } from "../texts/texts.js";
import { CurrentPassword } from "./current-password.js";
import { hasPasskeys } from "./passkeys.js";
import { Welcome } from "./welcome.js";

/**
 * Where to go after signing in: a page of ours.
 *
 * @param {string | null} next
 */
export function safeNext(next) {
  return next && /^\/(?![/\\])/.test(next) ? next : "/";
}

/** The sign-in page. */
export function SignIn() {
  const next = safeNext(place.value.query.get("next"));
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [isRemembered, setRemembered] = useState(true);
  const [failure, setFailure] = useState("");
  const [isClosed, setClosed] = useState(false);
  const [isUnverified, setUnverified] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [second, setSecond] = useState(/** @type {import("../libraries.js").Node} */ (null));
  const who = useStore(person);
  const former = useRef(who);
  useEffect(() => {
    // Somebody has signed in, in another tab perhaps.
    if (who && former.current === null) go(next, { replace: true });
    former.current = who;
  }, [who]);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    if (!name.trim() || !password) return setFailure(text("signIn.missing"));
    setBusy(true);
    setFailure("");
    setClosed(false);
    setUnverified(false);
    try {
      const challenge = await signIn(name.trim(), password, isRemembered);
      if (challenge) await ask(challenge);
      else go(next, { replace: true });
    } catch (error) {
      const found = asFailure(error);
      setFailure(found.sentence);
      setClosed(found.reason === "ACCOUNT_CLOSED");
      setUnverified(found.reason === "EMAIL_UNVERIFIED");
      setBusy(false);
    }
  };
  const ask = async (/** @type {import("./factor-answer.js").FactorChallenge} */ challenge) => {
    const { SecondStep } = await import("./second-step.js");
    const over = (/** @type {string} */ sentence) => {
      setSecond(null);
      setPassword("");
      setBusy(false);
      setFailure(sentence);
    };
    const done = () => go(next, { replace: true });
    setSecond(
      html`<${SecondStep} challenge=${challenge} isRemembered=${isRemembered} onDone=${done} onOver=${over} />`,
    );
  };
  const signWithPasskey = async () => {
    setFailure("");
    try {
      const { signInWithPasskey } = await import("./second-step.js");
      await signInWithPasskey(isRemembered);
      go(next, { replace: true });
    } catch (error) {
      setFailure(asFailure(error).sentence);
    }
  };
  if (second) return html`<div class="account">${second}</div>`;
  return html`<div class="account">
    <${Welcome} />
    <${PageHead} title=${text("signIn.title")} hasBack=${false} />
    <form class="form" onSubmit=${submit} novalidate>
      <${Field} label=${text("signIn.name")} value=${name} onInput=${setName} complete="username" name="username" isRequired />
      <${CurrentPassword} value=${password} onInput=${setPassword} />
      <${Switch} label=${text("signIn.remember")} isOn=${isRemembered} onChange=${setRemembered} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      ${isClosed && html`<p class="other"><a href="/reopen">${text("reopen.title")}</a></p>`}
      ${isUnverified && html`<p class="other"><a href=${`/verify?name=${encodeURIComponent(name.trim())}`}>${text("verify.again")}</a></p>`}
      <${Button} type="submit" kind="primary large" isBusy=${isBusy}>${text("signIn.button")}<//>
      ${hasPasskeys && html`<${Button} kind="secondary" onClick=${signWithPasskey}>${text("signIn.passkey")}<//>`}
      <p class="other"><a href="/recover">${text("recover.title")}</a></p>
      <p class="other">
        ${text("signIn.noAccount")} <a href=${`/sign-up?next=${encodeURIComponent(next)}`}>${text("signUp.title")}</a>
      </p>
    </form>
  </div>`;
}
