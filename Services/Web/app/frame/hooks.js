import { retryPause } from "../api/retry-pause.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../libraries.js";
import { returnFocus } from "./focus.js";
import { isOnline } from "./online.js";
import { openLayer } from "./router.js";

/**
 * The value of a store, in a component.
 *
 * @template Value
 * @param {import("./store.js").Store<Value>} store
 * @returns {Value}
 */
export function useStore(store) {
  const [value, set] = useState(store.value);
  useEffect(() => {
    set(() => store.value);
    return store.follow((/** @type {Value} */ next) => set(() => next));
  }, [store]);
  return value;
}

/**
 * What a function has loaded: undefined while it loads, with the failure apart. It loads again when one of `inputs` changes.
 *
 * @template Value
 * @param {(signal: AbortSignal) => Promise<Value>} load
 * @param {unknown[]} inputs
 * @returns {{value: Value | undefined, failure: unknown, again: () => void, set: (value: Value) => void,
 *   change: (body: (value: Value) => Value) => void}}
 */
export function useLoaded(load, inputs) {
  const [state, setState] = useState(/** @type {{value?: Value, failure?: unknown}} */ ({}));
  const [tries, setTries] = useState(0);
  const isLoading = useRef(true);
  const isShown = useRef(false);
  const isOutdated = useRef(false);
  const loadAnew = () => setTries((/** @type {number} */ count) => count + 1);
  useEffect(() => {
    const abort = new AbortController();
    const end = (/** @type {(former: {value?: Value}) => {value?: Value, failure?: unknown}} */ next) => {
      if (abort.signal.aborted) return;
      isLoading.current = false;
      isShown.current = true;
      setState(next);
      if (isOutdated.current) loadAnew();
    };
    isLoading.current = true;
    isOutdated.current = false;
    load(abort.signal).then(
      (value) => end(() => ({ value })),
      (failure) => end((former) => ({ value: former.value, failure })),
    );
    return () => abort.abort();
  }, [...inputs, tries]);
  const again = () => {
    // Where nothing is shown yet, what is on its way is, until what is read after it.
    if (isLoading.current && !isShown.current) isOutdated.current = true;
    else loadAnew();
  };
  return {
    value: state.value,
    failure: state.failure,
    again,
    set: (value) => setState({ value }),
    change: (body) => {
      setState((/** @type {typeof state} */ former) =>
        former.value === undefined ? former : { value: body(former.value) },
      );
      // What is on its way may be from before the change.
      if (isLoading.current) again();
    },
  };
}

/**
 * What is fetched once it is wanted, such as a component of another module; null until it is there. Where fetching fails it is tried
 * again, later each time, and at once when the network is back.
 *
 * @template Value
 * @param {() => Promise<Value>} load
 * @param {boolean} isWanted
 * @returns {Value | null}
 */
export function useFetched(load, isWanted) {
  const [value, setValue] = useState(/** @type {Value | null} */ (null));
  const [tries, setTries] = useState(0);
  const again = () => setTries((/** @type {number} */ count) => count + 1);
  useEffect(() => {
    if (!isWanted || value !== null) return;
    let isOver = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let retry;
    const online = isOnline.follow((/** @type {boolean} */ works) => works && again());
    load().then(
      (loaded) => isOver || setValue(() => loaded),
      () => isOver || (retry = setTimeout(again, retryPause(tries + 1))),
    );
    return () => {
      isOver = true;
      clearTimeout(retry);
      online();
    };
  }, [isWanted, value, tries]);
  return value;
}

/**
 * Lets going back close what is open over the page, as long as the component is there.
 *
 * @param {() => void} close
 */
export function useLayer(close) {
  const latest = useRef(close);
  latest.current = close;
  // Before it is seen: who sees it can go back.
  useLayoutEffect(() => openLayer(() => latest.current()), []);
}

/**
 * Shows a dialog over the page for as long as its component is there, and returns the focus to where it was.
 *
 * @param {() => void} onClose What "back" does.
 * @returns {{current: HTMLDialogElement | null}} The reference of the dialog.
 */
export function useDialog(onClose) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayer(onClose);
  useEffect(() => {
    const former = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // As long as it is open, nothing else can have the focus.
      shown?.close();
      returnFocus(former);
    };
  }, []);
  return dialog;
}
