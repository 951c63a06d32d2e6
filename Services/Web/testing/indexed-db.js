/** IndexedDB in memory, as far as the app uses it. */

/** The values of all stores, by store and key. */
export const stored = /** @type {Record<string, Map<string, any>>} */ ({});

/** How the database does: `isFull` for a browser without room, `isClosed` for one that opens none. */
export const state = { isFull: false, isClosed: false };

/**
 * A request that is answered after the turn.
 *
 * @param {any} request
 * @param {() => any} work
 */
async function answered(request, work) {
  await undefined;
  try {
    request.result = work();
  } catch (error) {
    request.error = error;
    request.onerror?.();
    return false;
  }
  request.onsuccess?.();
  return true;
}

class Transaction {
  #running = 0;
  /** @type {(() => void) | null} */
  oncomplete = null;
  /** @type {(() => void) | null} */
  onabort = null;
  /** @type {unknown} */
  error = null;

  /** @param {string} name */
  objectStore(name) {
    const values = stored[name];
    const keys = () => [...values.keys()].sort();
    return {
      get: (/** @type {string} */ key) => this.#do(() => structuredClone(values.get(key))),
      getAll: () => this.#do(() => keys().map((key) => structuredClone(values.get(key)))),
      delete: (/** @type {string} */ key) => this.#do(() => void values.delete(key)),
      clear: () => this.#do(() => values.clear()),
      put: (/** @type {any} */ value, /** @type {string} */ key) =>
        this.#do(() => {
          if (state.isFull) throw new DOMException("full", "QuotaExceededError");
          values.set(key, structuredClone(value));
        }),
    };
  }

  /** @param {() => any} work */
  #do(work) {
    /** @type {any} */
    const request = {};
    this.#running += 1;
    void answered(request, work).then((isDone) => {
      this.#running -= 1;
      this.error = request.error;
      if (!isDone) this.onabort?.();
      else if (!this.#running) this.oncomplete?.();
    });
    return request;
  }
}

Object.assign(globalThis, {
  indexedDB: {
    open() {
      /** @type {any} */
      const request = {};
      void answered(request, () => {
        if (state.isClosed) throw new DOMException("closed", "UnknownError");
        const isNew = !Object.keys(stored).length;
        request.result = {
          createObjectStore: (/** @type {string} */ name) => (stored[name] = new Map()),
          transaction: () => new Transaction(),
        };
        if (isNew) request.onupgradeneeded?.();
        return request.result;
      });
      return request;
    },
  },
});
