/** What the browser keeps: copies for times without network, what waits to be sent, drafts, settings. */

/** After how many milliseconds a database that does not open counts as one that cannot be opened. */
const patience = 10_000;
const stores = ["settings", "drafts", "copies", "queue"];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  opened ??= new Promise((resolve, reject) => {
    // The next one may succeed.
    const fail = (/** @type {Error | null} */ reason) => {
      opened = undefined;
      reject(reason);
    };
    // Browsers are known to report nothing, for example while another process of theirs hangs.
    const timer = setTimeout(() => fail(new Error("the database does not open")), patience);
    const opening = indexedDB.open("larder", 1);
    opening.onupgradeneeded = () => {
      for (const name of stores) opening.result.createObjectStore(name);
    };
    opening.onsuccess = () => {
      clearTimeout(timer);
      opening.result.onclose = () => (opened = undefined);
      opening.result.onversionchange = () => {
        opening.result.close();
        opened = undefined;
      };
      resolve(opening.result);
    };
    opening.onerror = () => {
      clearTimeout(timer);
      fail(opening.error);
    };
  });
  return opened;
}

/**
 * @template Result
 * @param {string} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} body
 * @returns {Promise<Result>}
 */
async function transact(store, mode, body) {
  const database = await open();
  return await new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const asked = body(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Values by key. */
class Table {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /**
   * @param {string} key
   * @returns {Promise<any>} Undefined when there is none.
   */
  async get(key) {
    return await transact(this.name, "readonly", (store) => store.get(key)).catch(() => undefined);
  }

  /**
   * Stores a value. A browser without room, or in a mode that stores nothing, goes on without it.
   *
   * @param {string} key
   * @param {any} value
   * @returns {Promise<boolean>} Whether it was stored.
   */
  async set(key, value) {
    return await transact(this.name, "readwrite", (store) => store.put(value, key)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Changes a value, if there is one. Changes of several tabs follow one another.
   *
   * @param {string} key
   * @param {(value: any) => any} body
   * @returns {Promise<any>} What it is now; undefined when there is none, or it could not be stored.
   */
  async change(key, body) {
    /** @type {any} */
    let changed;
    const work = (/** @type {IDBObjectStore} */ store) => {
      const asked = store.get(key);
      asked.onsuccess = () => {
        if (asked.result !== undefined) store.put((changed = body(asked.result)), key);
      };
      return asked;
    };
    return await transact(this.name, "readwrite", work).then(
      () => changed,
      () => undefined,
    );
  }

  /**
   * Puts another value under a key of its own in the place of one, if it is there. Nothing of another tab comes between.
   *
   * @param {string} key
   * @param {(value: any) => [string, any] | null | undefined} body Its key and the value, null to remove it alone, undefined to leave it.
   * @returns {Promise<boolean>} Whether it is replaced or removed.
   */
  async replace(key, body) {
    let isReplaced = false;
    const work = (/** @type {IDBObjectStore} */ store) => {
      const asked = store.get(key);
      const remove = () => {
        store.delete(key);
        isReplaced = true;
      };
      asked.onsuccess = () => {
        const next = asked.result === undefined ? undefined : body(asked.result);
        if (next) store.put(next[1], next[0]).onsuccess = remove;
        else if (next === null) remove();
      };
      return asked;
    };
    return await transact(this.name, "readwrite", work).then(
      () => isReplaced,
      () => false,
    );
  }

  /** @param {string} key */
  async remove(key) {
    await transact(this.name, "readwrite", (store) => store.delete(key)).catch(() => undefined);
  }

  /** @returns {Promise<any[]>} By key. */
  async all() {
    return await transact(this.name, "readonly", (store) => store.getAll()).catch(() => []);
  }

  async clear() {
    await transact(this.name, "readwrite", (store) => store.clear()).catch(() => undefined);
  }
}

/** Called when something that was typed could not be kept. */
let onDraftLost = () => {};

/** @param {() => void} body */
export function whenDraftIsLost(body) {
  onDraftLost = body;
}

/** What was typed, until it is saved. */
class Drafts extends Table {
  /**
   * @override
   * @param {string} key
   * @param {any} value
   */
  async set(key, value) {
    const isStored = await super.set(key, value);
    if (!isStored) onDraftLost();
    return isStored;
  }
}

export const settings = new Table("settings");
export const drafts = new Drafts("drafts");
export const copies = new Table("copies");
export const queue = new Table("queue");

/** The settings that tell of a person rather than of the device. */
const own = ["person", "spot", "currency", "lastPage", "tempting"];

/** Removes what can be had again of a person whose session has ended; what they typed stays for their return. */
export async function forgetCopies() {
  await Promise.all([copies.clear(), settings.set("isSignedOut", true)]);
}

/** Removes what belongs to a person, but for what waits to be sent. */
export async function forgetPerson() {
  await Promise.all([drafts.clear(), copies.clear(), ...own.map((name) => settings.remove(name))]);
}
