import { useEffect, useLayoutEffect, useRef, useState } from "../libraries.js";
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
  useEffect(() => {
    const abort = new AbortController();
    const end = (/** @type {(former: {value?: Value}) => {value?: Value, failure?: unknown}} */ next) => {
      if (abort.signal.aborted) return;
      isLoading.current = false;
      setState(next);
    };
    isLoading.current = true;
    load(abort.signal).then(
      (value) => end(() => ({ value })),
      (failure) => end((former) => ({ value: former.value, failure })),
    );
    return () => abort.abort();
  }, [...inputs, tries]);
  const again = () => setTries((/** @type {number} */ count) => count + 1);
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
