import { html, useEffect, useRef, useState } from "../libraries.js";
import { drafts } from "../storage/database.js";
import { text } from "../texts/texts.js";
import { Button } from "./controls.js";
import { keepFocus } from "./focus.js";
import { Icon } from "./icons.js";

/**
 * What is typed in a form, and what a draft that is stored has to say.
 *
 * @template Value
 * @typedef {{value: Value, isReady: boolean, isRestored: boolean, isOutdated: boolean, change: (part: Partial<Value>) => void,
 *   forget: () => Promise<void>, restart: () => void}} Draft `isReady` once it is known whether there was one; `isOutdated`
 *   when what it is about has changed since.
 */

/**
 * Keeps what is typed in a form until it is saved or given up: also when the form is closed, the app is updated or the
 * session ends.
 *
 * @template {object} Value
 * @param {string} name
 * @param {Value} first What the form begins with.
 * @param {string} [basis] What it is about; a draft that was about something else is outdated.
 * @returns {Draft<Value>}
 */
export function useDraft(name, first, basis = JSON.stringify(first)) {
  const start = useRef({ first, basis }).current;
  const latest = useRef(first);
  const isTouched = useRef(false);
  const [state, setState] = useState({ value: first, isReady: false, isRestored: false, isOutdated: false });
  const show = (/** @type {Partial<typeof state>} */ part) => {
    latest.current = part.value ?? latest.current;
    setState((/** @type {typeof state} */ former) => ({ ...former, ...part }));
  };
  useEffect(() => {
    let isOver = false;
    void drafts.get(name).then((stored) => {
      if (isOver) return;
      if (!stored?.value || isTouched.current) return show({ isReady: true });
      const value = { ...start.first, ...stored.value };
      show({ value, isReady: true, isRestored: true, isOutdated: stored.basis !== start.basis });
    });
    return () => {
      isOver = true;
    };
  }, []);
  const forget = () => drafts.remove(name);
  return {
    ...state,
    change: (part) => {
      const value = { ...latest.current, ...part };
      isTouched.current = true;
      show({ value });
      const isNothing = JSON.stringify(value) === JSON.stringify(start.first);
      void (isNothing ? forget() : drafts.set(name, { name, value, basis: start.basis }));
    },
    forget,
    restart: () => {
      show({ value: start.first, isRestored: false, isOutdated: false });
      void forget();
    },
  };
}

/**
 * Says in a form that it has what was typed before, with the way to begin anew.
 *
 * @param {{draft: Draft<unknown>}} properties
 */
export function DraftNote({ draft }) {
  if (!draft.isRestored) return null;
  const restart = () => {
    draft.restart();
    keepFocus(() => document.querySelector("dialog[open] input"));
  };
  return html`<div class=${`notice draft ${draft.isOutdated ? "doubt" : ""}`} role="status">
    <${Icon} name=${draft.isOutdated ? "doubt" : "pen"} size=${20} />
    <span>${text(draft.isOutdated ? "draft.outdated" : "draft.kept")}</span>
    <${Button} kind="plain" onClick=${restart}>${text("draft.restart")}<//>
  </div>`;
}
