import { collect } from "../api/stream.js";
import { Button, Field, Pills } from "../frame/controls.js";
import { say } from "../frame/messages.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { text } from "../texts/texts.js";
import { bytesOf } from "./chosen-file.js";

/** The formats by the ends of files' names. */
const formats = /** @type {const} */ ({
  csv: { format: "LEDGER_FORMAT_CSV", type: "text/csv" },
  json: { format: "LEDGER_FORMAT_JSON", type: "application/json" },
  ofx: { format: "LEDGER_FORMAT_OFX", type: "application/x-ofx" },
});

/** @typedef {{name: keyof typeof formats, firstDay: string, lastDay: string}} Wanted */

/**
 * Saves the ledger as a file, once all of it has come.
 *
 * @param {Wanted} wanted
 */
async function download({ name, firstDay, lastDay }) {
  const { format, type } = formats[name];
  const parts = await collect("larder.budget.v1.Imports/ExportLedger", { format, firstDay, lastDay });
  const blob = new Blob(
    parts.map(({ contents }) => bytesOf(contents ?? "")),
    { type },
  );
  const file = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = file;
  link.download = `larder-ledger.${name}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
}

/** The ledger as a file. */
export function LedgerExport() {
  const [wanted, setWanted] = useState(/** @type {Wanted} */ ({ name: "csv", firstDay: "", lastDay: "" }));
  const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
  const fields = /** @type {Record<string, string>} */ ({ first_day: "firstDay", last_day: "lastDay" });
  const { failure, isBusy, submitting } = useSaving({ reject: setWrong, fieldAt: (path) => fields[path] });
  const change = (/** @type {Partial<Wanted>} */ part) => {
    setWrong({});
    setWanted({ ...wanted, ...part });
  };
  const save = async () => {
    await download(wanted);
    say(text("imports.export.saved"));
  };
  return html`<h2>${text("imports.export")}</h2>
    <p class="lead">${text("imports.export.lead")}</p>
    <form class="form ledger-export" onSubmit=${submitting(save)} novalidate>
      <${Pills}
        label=${text("imports.export.format")}
        chosen=${wanted.name}
        choices=${Object.keys(formats).map((name) => [name, name.toUpperCase()])}
        onChoose=${(/** @type {keyof typeof formats} */ name) => change({ name })}
      />
      <p class="hint">${text(`imports.export.${wanted.name}`)}</p>
      <div class="columns">
        <${Field} label=${text("imports.export.from")} type="date" value=${wanted.firstDay} error=${wrong.firstDay} onInput=${(/** @type {string} */ firstDay) => change({ firstDay })} />
        <${Field} label=${text("imports.export.to")} type="date" value=${wanted.lastDay} error=${wrong.lastDay} onInput=${(/** @type {string} */ lastDay) => change({ lastDay })} />
      </div>
      ${failure && html`<p class="error" role="alert">${failure}</p>`}
      <${Button} type="submit" kind="secondary" isBusy=${isBusy}>${text("imports.export.download")}<//>
    </form>`;
}
