import { call } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { place } from "../frame/router.js";
import { useSaving } from "../frame/saving.js";
import { html, useEffect } from "../libraries.js";
import { leave } from "../session/sign-out.js";
import { language, text } from "../texts/texts.js";
import { safeNext } from "./sign-in.js";
import { TermsText } from "./terms.js";

/** Shows terms of use that are newer than those that were accepted; everything else waits until they are. */
export function NewTerms() {
  const next = safeNext(place.value.query.get("next"));
  const loaded = useLoaded(load, [language.value]);
  const { failure, isBusy, attempt } = useSaving();
  const version = loaded.value?.terms.version ?? "";
  const isAccepted = loaded.value?.isPending === false;
  useEffect(() => {
    if (isAccepted) proceed(next);
  }, [isAccepted]);
  const accept = async () => {
    await call("larder.auth.v1.Accounts/AcceptTerms", { version });
    proceed(next);
  };
  return html`<${PageHead} title=${text("newTerms.title")} hasBack=${false} />
    <p class="lead">${text("newTerms.lead")}</p>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${8} />`}
    ${
      loaded.value &&
      html`<${TermsText} source=${loaded.value.terms.text ?? ""} />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <div class="actions">
        <${Button} kind="primary" isBusy=${isBusy} onClick=${() => attempt(accept)}>${text("newTerms.accept")}<//>
        <${Button} kind="plain" onClick=${() => void leave()}>${text("menu.signOut")}<//>
      </div>`
    }`;
}

/** @param {AbortSignal} signal */
async function load(signal) {
  const [terms, account] = await Promise.all([
    call("larder.auth.v1.Accounts/GetTerms", {}, { signal }),
    call("larder.auth.v1.Accounts/GetAccount", {}, { signal }),
  ]);
  return { terms, isPending: account.termsPending ?? false };
}

/**
 * Goes to a page afresh: what was rejected before is followed again.
 *
 * @param {string} next
 */
function proceed(next) {
  location.replace(next);
}
