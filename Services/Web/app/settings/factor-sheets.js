import { toBytes } from "../accounts/passkeys.js";
import { call } from "../api/client.js";
import { Button, Field } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { useSaving } from "../frame/saving.js";
import { Sheet, SheetClose, SheetFoot } from "../frame/sheet.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Auth.FactorKind} FactorKind */

/**
 * A factor that is being added; a passkey has been created already.
 *
 * @typedef {{kind: FactorKind, setup: import("../api/types.js").Auth.FactorSetup,
 *   passkey?: import("../api/types.js").Auth.PasskeyRegistration}} Addition
 */

/**
 * Names a factor, and takes its first code.
 *
 * @param {{addition: Addition, onAdded: (response: import("../api/types.js").Auth.AddFactorResponse) => void, onClose: () => void}} properties
 */
export function AddingSheet({ addition: { kind, setup, passkey }, onAdded, onClose }) {
  const [name, setName] = useState(text(`factors.kind.${kind}`));
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const { failure, isBusy, attempt, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => path });
  const { token = "", authenticator } = setup;
  const save = async () => {
    if (!name.trim()) return setWrong({ name: text("factors.nameMissing") });
    if (!passkey && !code.trim()) return setWrong({ code: text("factor.codeMissing") });
    const answer = passkey ? { passkey } : { code: code.trim() };
    onAdded(await call("larder.auth.v1.Factors/AddFactor", { token, name: name.trim(), ...answer }));
  };
  const mail = async () => {
    await call("larder.auth.v1.Factors/SendProofCode", { token });
    say(text("factor.mailed"));
  };
  /**
   * @param {string} field
   * @param {(value: string) => void} set
   */
  const change = (field, set) => (/** @type {string} */ value) => {
    set(value);
    setWrong({ ...wrong, [field]: "" });
  };
  return html`<${Sheet} title=${text(`factors.add.${kind}`)} onClose=${onClose}>
    <form class="form" onSubmit=${submitting(save)} novalidate>
      ${
        authenticator &&
        html`<p>${text("factors.scan")}</p>
        <${QRCode} code=${authenticator.qrCode} />
        <p>${text("factors.secret")} <code class="secret">${groups(authenticator.secret ?? "")}</code></p>`
      }
      ${kind === "FACTOR_KIND_EMAIL_CODE" && html`<p>${text("factors.mailSent")}</p>`}
      ${
        !passkey &&
        html`<${Field}
        label=${text("factor.code")}
        mode="numeric"
        complete="one-time-code"
        name="code"
        value=${code}
        error=${wrong.code}
        onInput=${change("code", setCode)}
        isRequired
      />`
      }
      <${Field}
        label=${text("factors.name")}
        hint=${text("factors.nameHint")}
        name="factor-name"
        value=${name}
        error=${wrong.name}
        onInput=${change("name", setName)}
        isRequired
      />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      ${kind === "FACTOR_KIND_EMAIL_CODE" && html`<${Button} kind="plain" onClick=${() => attempt(mail)}>${text("factor.mailAgain")}<//>`}
      <${SheetFoot} onCancel=${onClose} isBusy=${isBusy} />
    </form>
  <//>`;
}

/**
 * A secret in groups of four characters.
 *
 * @param {string} secret
 */
function groups(secret) {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

/**
 * A QR code, dark on light in every palette.
 *
 * @param {{code?: import("../api/types.js").Auth.QRCode}} properties
 */
function QRCode({ code }) {
  const size = code?.size ?? 0;
  const modules = toBytes(code?.modules);
  if (!size) return null;
  const path = Array.from(modules, (isDark, index) =>
    isDark ? `M${(index % size) + 4},${Math.floor(index / size) + 4}h1v1h-1z` : "",
  ).join("");
  const side = size + 8;
  return html`<svg class="qr-code" viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${text("factors.qrCode")} shape-rendering="crispEdges">
    <rect width=${side} height=${side} fill="#fff" />
    <path d=${path} fill="#000" />
  </svg>`;
}

/**
 * The recovery codes, this once.
 *
 * @param {{codes: string[], onClose: () => void}} properties
 */
export function CodesSheet({ codes, onClose }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    say(text("factors.codesCopied"));
  };
  return html`<${Sheet} title=${text("factors.codes")} onClose=${onClose}>
    <p>${text("factors.codesWhy")}</p>
    <ol class="recovery-codes">${codes.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ol>
    <${SheetClose} onClose=${onClose}><${Button} kind="primary" onClick=${copy}>${text("factors.copyCodes")}<//><//>
  <//>`;
}

/**
 * Renames a factor.
 *
 * @param {{factor: import("../api/types.js").Auth.Factor, onRename: (name: string) => Promise<void>, onClose: () => void}} properties
 */
export function RenamingSheet({ factor, onRename, onClose }) {
  const [name, setName] = useState(factor.name ?? "");
  const [wrong, setWrong] = useState("");
  const { failure, isBusy, submitting } = useSaving();
  const save = async () => {
    if (!name.trim()) return setWrong(text("factors.nameMissing"));
    await onRename(name.trim());
  };
  return html`<${Sheet} title=${text("factors.renameNamed", { name: factor.name ?? "" })} onClose=${onClose}>
    <form class="form" onSubmit=${submitting(save)} novalidate>
      <${Field}
        label=${text("factors.name")}
        name="factor-name"
        value=${name}
        error=${wrong}
        onInput=${(/** @type {string} */ value) => {
          setName(value);
          setWrong("");
        }}
        isRequired
      />
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${SheetFoot} onCancel=${onClose} isBusy=${isBusy} />
    </form>
  <//>`;
}
