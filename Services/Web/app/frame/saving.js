import { asFailure } from "../api/failure.js";
import { useRef, useState } from "../libraries.js";
import { inWords } from "./violations.js";

/**
 * Saves what a form has, once at a time, and keeps why that has failed, to be shown in the form.
 *
 * @param {{reject?: (wrong: import("./violations.js").Wrong) => void, fieldAt?: (path: string) => string | undefined}} checking
 *   Shows what the service rejects at the form's own fields.
 * @returns {{failure: string, isBusy: boolean, attempt: (body: () => unknown) => Promise<void>,
 *   submitting: (body: () => unknown) => (event: Event) => void}} `submitting` makes a form's handler.
 */
export function useSaving({ reject, fieldAt } = {}) {
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const works = useRef(false);
  const attempt = async (/** @type {() => unknown} */ body) => {
    if (works.current) return;
    works.current = true;
    setFailure("");
    setBusy(true);
    try {
      await body();
    } catch (error) {
      const found = asFailure(error);
      const { "": rest, ...fields } = inWords(found.fields, fieldAt);
      reject?.(fields);
      if (rest || !found.fields.length) setFailure(rest ?? found.sentence);
    } finally {
      works.current = false;
      setBusy(false);
    }
  };
  const submitting = (/** @type {() => unknown} */ body) => (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(body);
  };
  return { failure, isBusy, attempt, submitting };
}
