import { passkeyFailure } from "../accounts/factor-answer.js";
import { createPasskey, hasPasskeys } from "../accounts/passkeys.js";
import { useProof } from "../accounts/proof.js";
import { call } from "../api/client.js";
import { asFailure } from "../api/failure.js";
import { Badge } from "../frame/badge.js";
import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { Button } from "../frame/controls.js";
import { useLoaded } from "../frame/hooks.js";
import { say, sayFailure } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { html, useState } from "../libraries.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { AddingSheet, CodesSheet, RenamingSheet } from "./factor-sheets.js";

/** @typedef {import("../api/types.js").Auth.Factor} Factor */
/** @typedef {import("../api/types.js").Auth.FactorKind} FactorKind */
/** @typedef {import("./factor-sheets.js").Addition} Addition */

/**
 * What is over the page.
 *
 * @typedef {{adding?: Addition, codes?: string[], renaming?: Factor, removing?: Factor, isReplacing?: boolean}} Open
 */

/** What signing in takes beside the password: it can be added, renamed and removed. */
export function Factors() {
  const loaded = useLoaded((signal) => call("larder.auth.v1.Factors/ListFactors", {}, { signal }), []);
  const [open, setOpen] = useState(/** @type {Open} */ ({}));
  const { proving, proof } = useProof();
  const factors = loaded.value?.factors ?? [];
  const left = loaded.value?.recoveryCodesLeft ?? 0;
  const available = (loaded.value?.available ?? []).filter((kind) => kind !== "FACTOR_KIND_PASSKEY" || hasPasskeys);
  const close = () => setOpen({});
  const begin = async (/** @type {FactorKind} */ kind) => {
    try {
      const setup = await proving(() => call("larder.auth.v1.Factors/BeginFactor", { kind }));
      const passkey = setup.passkey && (await created(setup.passkey));
      setOpen({ adding: { kind, setup, passkey } });
    } catch (error) {
      sayFailure(error);
    }
  };
  const added = (/** @type {import("../api/types.js").Auth.AddFactorResponse} */ { factor, recoveryCodes = [] }) => {
    loaded.again();
    say(text("factors.added", { name: factor?.name ?? "" }));
    setOpen(recoveryCodes.length ? { codes: recoveryCodes } : {});
  };
  const rename = async (/** @type {Factor} */ factor, /** @type {string} */ name, isUndo = false) => {
    const request = { factorId: factor.id ?? "", name };
    const changed = await proving(() => call("larder.auth.v1.Factors/RenameFactor", request));
    loaded.change((value) => ({
      ...value,
      factors: value.factors?.map((each) => (each.id === changed.id ? changed : each)),
    }));
    const undo = () => rename(changed, factor.name ?? "", true).catch(sayFailure);
    say(text("factors.renamed", { name }), isUndo ? {} : { undo });
  };
  // The sheet closes first: a proof may have to be asked for.
  const after = (/** @type {() => Promise<void>} */ body) => async () => {
    close();
    await body().catch(sayFailure);
  };
  const remove = async (/** @type {Factor} */ { id = "", name = "" }) => {
    await proving(() => call("larder.auth.v1.Factors/RemoveFactor", { factorId: id }));
    loaded.again();
    say(text("factors.removed", { name }));
  };
  const replace = async () => {
    const /** @type {import("../api/types.js").Auth.RecoveryCodes} */ { codes = [] } = await proving(() =>
        call("larder.auth.v1.Factors/ReplaceRecoveryCodes", {}),
      );
    loaded.again();
    setOpen({ codes });
  };
  return html`<${PageHead} title=${text("factors.title")} fallback="/settings" />
    <p class="lead">${text("factors.lead")}</p>
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${2} />`}
    ${loaded.value && !factors.length && html`<p>${text("factors.none")}</p>`}
    <ul class="list">
      ${factors.map(
        (factor) =>
          html`<${Row} key=${factor.id} factor=${factor} onRename=${() => setOpen({ renaming: factor })} onRemove=${() => setOpen({ removing: factor })} />`,
      )}
    </ul>
    ${
      available.length > 0 &&
      html`<h2>${text("factors.add")}</h2>
      <div class="actions">
        ${available.map((kind) => html`<${Button} key=${kind} kind="secondary" onClick=${() => begin(kind)}>${text(`factors.kind.${kind}`)}<//>`)}
      </div>`
    }
    ${
      factors.length > 0 &&
      html`<h2>${text("factors.codes")}</h2>
      <p>${text("factors.codesLeft", { count: left })}</p>
      <div class="actions"><${Button} kind="secondary" onClick=${() => setOpen({ isReplacing: true })}>${text("factors.newCodes")}<//></div>`
    }
    ${open.adding && html`<${AddingSheet} addition=${open.adding} onAdded=${added} onClose=${close} />`}
    ${open.codes && html`<${CodesSheet} codes=${open.codes} onClose=${close} />`}
    ${
      open.renaming &&
      html`<${RenamingSheet} factor=${open.renaming} onClose=${close}
      onRename=${(/** @type {string} */ name) => after(() => rename(/** @type {Factor} */ (open.renaming), name))()} />`
    }
    ${
      open.removing &&
      html`<${ConfirmSheet} title=${text("factors.removeNamed", { name: open.removing.name ?? "" })}
      sentence=${text(factors.length > 1 ? "factors.removeWhy" : "factors.removeLast")} label=${text("remove")}
      onConfirm=${after(() => remove(/** @type {Factor} */ (open.removing)))} onClose=${close} />`
    }
    ${
      open.isReplacing &&
      html`<${ConfirmSheet} title=${text("factors.newCodes")} sentence=${text("factors.newCodesWhy")}
      label=${text("factors.replaceCodes")} onConfirm=${after(replace)} onClose=${close} />`
    }
    ${proof}`;
}

/** @param {import("../accounts/passkeys.js").PasskeyCreation} creation */
async function created(creation) {
  try {
    return await createPasskey(creation);
  } catch (error) {
    throw asFailure(passkeyFailure(error));
  }
}

/** @param {{factor: Factor, onRename: () => void, onRemove: () => void}} properties */
function Row({ factor, onRename, onRemove }) {
  const { kind = "FACTOR_KIND_UNSPECIFIED", name = "", createdAt, lastUsedAt } = factor;
  const since = ago(instant(createdAt));
  return html`<li class="with-symbol still">
    <${Badge} icon=${kind === "FACTOR_KIND_AUTHENTICATOR_APP" ? "device" : kind === "FACTOR_KIND_PASSKEY" ? "shield" : "inbox"} />
    <span class="main">${name}</span>
    <span class="sub">
      ${text(`factors.kind.${kind}`)} · ${lastUsedAt ? text("factors.used", { since, used: ago(instant(lastUsedAt)) }) : text("factors.unused", { since })}
    </span>
    <span class="actions">
      <${Button} kind="secondary" onClick=${onRename} label=${text("factors.renameNamed", { name })}>${text("factors.rename")}<//>
      <${Button} kind="secondary" onClick=${onRemove} label=${text("factors.removeNamed", { name })}>${text("remove")}<//>
    </span>
  </li>`;
}
