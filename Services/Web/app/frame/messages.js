import { asFailure } from "../api/failure.js";
import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { keepFocus } from "./focus.js";
import { useStore } from "./hooks.js";
import { Icon } from "./icons.js";
import { Store } from "./store.js";

/** @typedef {{number: number, sentence: string, isProblem: boolean, undo?: () => void | Promise<void>, act: string}} Message */

/** @type {Store<Message | null>} */
const shown = new Store(/** @type {Message | null} */ (null));
let number = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Reports something that was done.
 *
 * @param {string} sentence
 * @param {{undo?: () => void | Promise<void>, act?: string, isProblem?: boolean}} options `act` names what `undo` does, where it
 *   does something else.
 */
export function say(sentence, { undo, act = text("undo"), isProblem = false } = {}) {
  shown.set({ number: ++number, sentence, isProblem, undo, act });
  countDown();
}

/** Has the message that is shown go after a while. */
function countDown() {
  clearTimeout(timer);
  const { undo, isProblem } = shown.value ?? {};
  timer = setTimeout(() => shown.set(null), undo || isProblem ? 10000 : 5000);
}

/** Has the message that is shown stay: what has the focus does not go away. */
function stay() {
  clearTimeout(timer);
}

/**
 * Reports that something has failed.
 *
 * @param {unknown} error
 */
export function sayFailure(error) {
  const failure = asFailure(error);
  if (failure.code === "canceled") return;
  const reload = { undo: () => location.reload(), act: text("update.reload") };
  say(failure.sentence, { isProblem: true, ...(failure.isOutdated && reload) });
}

/** The message that is shown, above the bottom bar. */
export function Messages() {
  const message = useStore(shown);
  const close = () => {
    shown.set(null);
    keepFocus(() => null);
  };
  const undo = async () => {
    close();
    try {
      await message?.undo?.();
    } catch (error) {
      sayFailure(error);
    }
  };
  return html`<div class="messages" role="status" aria-live="polite">
    ${
      message &&
      html`<div
      class=${`message ${message.isProblem ? "problem" : ""}`}
      key=${message.number}
      onFocusIn=${stay}
      onFocusOut=${countDown}
    >
      <span>${message.sentence}</span>
      ${message.undo && html`<button type="button" class="plain" onClick=${undo}>${message.act}</button>`}
      <button type="button" class="plain round" onClick=${close} aria-label=${text("close")}>
        <${Icon} name="close" size=${20} />
      </button>
    </div>`
    }
  </div>`;
}
