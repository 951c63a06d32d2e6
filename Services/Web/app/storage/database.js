/** What the browser keeps: copies for times without network, what waits to be sent, drafts, settings. */

/** After how many milliseconds without an answer the database counts as one that cannot be used. */
const patience = 10_000;
/** For how many milliseconds nothing more is asked of it then, so that the app does not wait each time. */
const rest = 60_000;
const stores = ["settings", "drafts", "copies", "queue"];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;
/** Until when the database is left alone, in milliseconds since 1970. */
let restsUntil = 0;

function open() {
  opened ??= inTime(opening()).catch((reason) => {
    // The next one may succeed.
    opened = undefined;
    throw reason;
  });
  return opened;
}

/** @returns {Promise<IDBDatabase>} */
function opening() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("larder", 1);
    asked.onupgradeneeded = () => {
      for (const name of stores) asked.result.createObjectStore(name);
    };
    asked.onsuccess = () => {
      asked.result.onclose = () => (opened = undefined);
      asked.result.onversionchange = () => leave(asked.result);
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

/** @param {IDBDatabase} database */
function leave(database) {
  database.close();
  opened = undefined;
}

/**
 * Waits for an answer of the database, but not for ever: browsers are known to report nothing, for example while another process of
 * theirs hangs.
 *
 * @template Answer
 * @param {Promise<Answer>} answer
 * @returns {Promise<Answer>}
 */
function inTime(answer) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      restsUntil = Date.now() + rest;
      reject(new Error("the database does not answer"));
    }, patience);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * @template Result
 * @param {string} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} body
 * @returns {Promise<Result>}
 */
async function transact(store, mode, body) {
  if (Date.now() < restsUntil) throw new Error("the database has not answered");
  const database = await open();
  const transaction = database.transaction(store, mode);
  const asked = body(transaction.objectStore(store));
  /** @type {Promise<Result>} */
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
  return await inTime(done).catch((reason) => {
    if (Date.now() < restsUntil) giveUp(database, transaction);
    throw reason;
  });
}

/**
 * Ends a transaction that has not answered, so that it does nothing later, and its connection.
 *
 * @param {IDBDatabase} database
 * @param {IDBTransaction} transaction
 */
function giveUp(database, transaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended meanwhile.
  }
  leave(database);
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
