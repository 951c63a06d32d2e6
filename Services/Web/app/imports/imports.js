import { call } from "../api/client.js";
import { Button } from "../frame/controls.js";
import { ConfirmSheet } from "../frame/confirm-sheet.js";
import { useLoaded } from "../frame/hooks.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { PageHead, Problem, Skeleton } from "../frame/page.js";
import { useSaving } from "../frame/saving.js";
import { html, useRef, useState } from "../libraries.js";
import { ago, instant } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { base64, largest } from "./chosen-file.js";
import { LedgerExport } from "./ledger-export.js";
import { ImportPreview } from "./preview.js";

/** @typedef {import("../api/types.js").Budget.Import} Import */

/** @param {AbortSignal} signal */
async function load(signal) {
  return (await call("larder.budget.v1.Imports/ListImports", {}, { signal })).imports ?? [];
}

/**
 * Removes what an import has recorded.
 *
 * @param {Import} made
 */
async function undo(made) {
  const undone = await call("larder.budget.v1.Imports/UndoImport", { importId: made.id }, { timeout: 30000 });
  say(text(undone.keptCount ? "imports.undoneKept" : "imports.undone", { count: undone.keptCount ?? 0 }));
}

/** Spending that was kept elsewhere, and the ledger as a file. */
export function Imports() {
  const loaded = useLoaded(load, []);
  const [chosen, setChosen] = useState(/** @type {{name: string, contents: string} | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { failure, isBusy, attempt } = useSaving();
  const choose = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => {
    const file = currentTarget.files?.[0];
    if (!file) return;
    void attempt(async () => {
      if (file.size > largest) return say(text("imports.tooLarge"), { isProblem: true });
      setChosen({ name: file.name, contents: await base64(file) });
    });
    // The same file may be chosen again, after it was corrected.
    currentTarget.value = "";
  };
  const done = (/** @type {Import} */ made) => {
    setChosen(null);
    loaded.again();
    say(text("imports.done", { count: made.recordedCount ?? 0 }), {
      undo: async () => {
        await undo(made);
        loaded.again();
      },
    });
  };
  return html`<${PageHead} title=${text("imports.title")} fallback="/log" />
    <p class="lead">${text("imports.lead")}</p>
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    <input
      type="file"
      accept=".csv,.tsv,.txt,.ofx,.qfx,.qif,.json"
      ref=${input}
      onChange=${choose}
      aria-label=${text("imports.choose")}
      hidden
    />
    <div class="actions">
      <${Button} kind=${chosen ? "secondary" : "primary"} isBusy=${isBusy} onClick=${() => input.current?.click()}>
        <${Icon} name="add" size=${20} /> ${text(chosen ? "imports.chooseOther" : "imports.choose")}
      <//>
    </div>
    ${
      chosen &&
      html`<${ImportPreview} key=${chosen.contents} file=${chosen} onDone=${done} onCancel=${() => setChosen(null)} />`
    }
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} rows=${2} />`}
    ${loaded.value?.length ? html`<${Former} imports=${loaded.value} again=${loaded.again} />` : null}
    <${LedgerExport} />`;
}

/**
 * Former imports, each of which can be undone.
 *
 * @param {{imports: Import[], again: () => void}} properties
 */
function Former({ imports, again }) {
  const [asked, setAsked] = useState(/** @type {Import | null} */ (null));
  const confirm = async () => {
    if (asked) await undo(asked);
    setAsked(null);
    again();
  };
  const sub = (/** @type {Import} */ made) =>
    [
      ago(instant(made.createdAt)),
      text("imports.recorded", { count: made.recordedCount ?? 0 }),
      made.undoneAt && text("imports.isUndone"),
    ]
      .filter(Boolean)
      .join(" · ");
  return html`<h2>${text("imports.former")}</h2>
    <ul class="list imports">
      ${imports.map(
        (made) =>
          html`<li key=${made.id} class="still">
        <span class="main">${made.fileName || text("imports.nameless")}</span>
        ${
          !made.undoneAt && made.recordedCount
            ? html`<${Button} kind="plain" label=${text("imports.undoOf", { name: made.fileName || text("imports.nameless") })}
                onClick=${() => setAsked(made)}>${text("undo")}<//>`
            : null
        }
        <span class="sub">${sub(made)}</span>
      </li>`,
      )}
    </ul>
    ${
      asked &&
      html`<${ConfirmSheet}
      title=${text("imports.undoTitle")}
      sentence=${text("imports.undoSentence", { count: asked.recordedCount ?? 0 })}
      label=${text("imports.undoConfirm")}
      onConfirm=${confirm}
      onClose=${() => setAsked(null)}
    />`
    }`;
}
