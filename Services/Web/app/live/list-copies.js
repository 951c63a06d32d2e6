import { copies } from "../storage/database.js";

/**
 * How long after a list has to be read anew its copies are, in milliseconds: the page that is shown has read its own by then.
 * After failures it is twice as long each time.
 */
const delay = 3000;
const longestDelay = 60000;

/**
 * A copy: `read` reads it from the service, `merge` applies what has changed in the list.
 *
 * @template Entry
 * @typedef {{read: () => Promise<any>, merge: (value: any, update: import("./lists.js").Update<Entry>) => any}} Copy
 */

/**
 * The copies of a list that the browser keeps for times without network. They are current whichever page is shown.
 *
 * @template Entry
 */
export class ListCopies {
  /** @type {Record<string, Copy<Entry>>} */
  #copies;
  /** Counts updates of the list. */
  #updates = 0;
  /**
   * The copies that were read since the list had to be read anew.
   *
   * @type {Set<string>}
   */
  #current = new Set();
  #reading = Promise.resolve();

  /** @param {Record<string, Copy<Entry>>} byKey */
  constructor(byKey) {
    this.#copies = byKey;
  }

  /**
   * Loads what a page shows of the list, and keeps a copy. What the list has got meanwhile may not be in it; then the copy stays
   * what it is, which has it.
   *
   * @template Value
   * @param {string} key
   * @param {() => Promise<Value>} load
   * @param {(value: Value) => any} [copy] What is kept of it.
   * @returns {Promise<Value>}
   */
  async keep(key, load, copy = (value) => value) {
    const updates = this.#updates;
    const value = await load();
    if (updates === this.#updates) {
      this.#current.add(key);
      void copies.set(key, copy(value));
    }
    return value;
  }

  /**
   * Notes an update of the list, as soon as it is there.
   *
   * @param {import("./lists.js").Update<Entry>} update
   */
  note({ isReset, changed, removed }) {
    if (isReset) this.#current.clear();
    if (isReset || changed.length || removed.length) this.#updates += 1;
  }

  /** Notes that the list is somebody else's from now on. */
  end() {
    this.#current.clear();
    this.#updates += 1;
  }

  /**
   * Applies an update, after those before it.
   *
   * @param {import("./lists.js").Update<Entry>} update
   * @param {() => boolean} isFollowed Whether the list still is.
   */
  async apply(update, isFollowed) {
    if (update.isReset) this.#reading = this.#readAnew(isFollowed);
    else if (update.changed.length || update.removed.length)
      for (const [key, { merge }] of Object.entries(this.#copies))
        await copies.change(key, (value) => merge(value, update));
  }

  /** Waits until the copies are read anew that have to be. */
  async settle() {
    await this.#reading;
  }

  /** @param {() => boolean} isFollowed */
  async #readAnew(isFollowed) {
    for (let wait = delay; isFollowed(); wait = Math.min(2 * wait, longestDelay)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      for (const key of await this.#outdated())
        if (isFollowed()) await this.keep(key, this.#copies[key].read).catch(() => undefined);
      if (!(await this.#outdated()).length) return;
    }
  }

  /** The copies that there are, and that were not read since. */
  async #outdated() {
    const keys = Object.keys(this.#copies).filter((key) => !this.#current.has(key));
    const values = await Promise.all(keys.map((key) => copies.get(key)));
    return keys.filter((_, index) => values[index] !== undefined);
  }
}
