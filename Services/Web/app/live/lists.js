import { useEffect, useRef } from "../libraries.js";
import { person } from "../session/session.js";
import { copies } from "../storage/database.js";
import { follow } from "./live.js";

/**
 * An update of a list: whether all has to be read anew, or what has changed.
 *
 * @template Entry
 * @typedef {{isReset: boolean, changed: Entry[], removed: string[]}} Update
 */

/**
 * A list of the person's that this browser follows for as long as they are signed in, whichever page is shown.
 *
 * @template Entry
 */
export class LiveList {
  /** @type {Set<(update: Update<Entry>, message: any) => void>} */
  #followers = new Set();
  /**
   * What is being followed; another object after each start.
   *
   * @type {object | null}
   */
  #run = null;
  /** @type {(() => void) | undefined} */
  #end;
  /** Where this browser is in the list. */
  #cursor = "";
  #kept = Promise.resolve();

  /**
   * @param {string} name Such as `purchases`.
   * @param {import("../api/methods.js").PathOf<"serverStreaming">} method
   * @param {(message: any) => Entry[]} entries The entries of a message that have changed.
   * @param {import("./list-copies.js").ListCopies<Entry>} [listCopies] What is kept of it for times without network.
   */
  constructor(name, method, entries, listCopies) {
    this.name = name;
    this.method = method;
    this.entries = entries;
    this.copies = listCopies;
  }

  /**
   * Calls a function with every update.
   *
   * @param {(update: Update<Entry>, message: any) => void} follower
   * @returns {() => void} Ends it.
   */
  follow(follower) {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Finds out where this browser was, which may have been days ago. */
  async prepare() {
    this.#cursor = (await copies.get(this.#key)) ?? "";
  }

  /** Follows the list from there. */
  start() {
    this.#leave();
    this.#follow((this.#run = {}));
  }

  /** Ends following it; the next one to follow it is somebody else. */
  stop() {
    this.#leave();
    this.#cursor = "";
    this.copies?.end();
  }

  #leave() {
    this.#run = null;
    this.#end?.();
    this.#end = undefined;
  }

  /** Has everything that shows the list read it anew. */
  reset() {
    this.#send({ isReset: true, changed: [], removed: [] }, {});
  }

  get #key() {
    return `cursor of ${this.name}`;
  }

  /** @param {object} run */
  #follow(run) {
    const receive = (/** @type {any} */ message) => {
      const update = {
        isReset: Boolean(message.reset),
        changed: this.entries(message),
        removed: message.removedIds ?? [],
      };
      this.copies?.note(update);
      this.#send(update, message);
      const isFollowed = () => this.#run === run;
      this.#kept = this.#kept.then(async () => {
        if (isFollowed()) await this.copies?.apply(update, isFollowed);
      });
      // Until its copies are current, the list is followed from where they are when the app is opened again.
      void this.#kept
        .then(() => this.copies?.settle())
        .then(() => isFollowed() && copies.set(this.#key, message.cursor));
      this.#cursor = message.cursor;
      return { cursor: message.cursor };
    };
    this.#end = follow(this.name, this.method, { cursor: this.#cursor }, receive, (error) => {
      // A cursor that the service does not know is none of its own: the list is read anew, once this end is dealt with.
      if (error.code !== "invalid_argument" || !this.#cursor) return;
      queueMicrotask(() => {
        if (this.#run !== run) return;
        this.stop();
        this.start();
      });
    });
  }

  /**
   * @param {Update<Entry>} update
   * @param {any} message
   */
  #send(update, message) {
    for (const follower of [...this.#followers]) follower(update, message);
  }
}

/**
 * Follows lists whenever somebody is signed in. That begins before their pages load what they show, so that nothing is missed
 * between.
 *
 * @param {LiveList<any>[]} lists
 */
export async function startLists(lists) {
  await Promise.all(lists.map((list) => list.prepare()));
  person.follow((who) => lists.forEach((list) => (who ? list.start() : list.stop())));
  // While a browser kept the page aside, the other tabs have gone on.
  addEventListener("pageshow", (event) => event.persisted && lists.forEach((list) => list.reset()));
}

/**
 * Keeps what a component has loaded of a list current.
 *
 * @template Entry, Value
 * @param {LiveList<Entry>} list
 * @param {{value: Value | undefined, failure: unknown, again: () => void, change: (body: (value: Value) => Value) => void}}
 *   loaded A value with `isCopy` is read anew at the next update, as the network is there again.
 * @param {(value: Value, update: Update<Entry>) => Value} [merge] Without one the value is read anew with each update.
 */
export function useList(list, loaded, merge) {
  const latest = useRef({ loaded, merge });
  latest.current = { loaded, merge };
  useEffect(
    () =>
      list.follow((update) => {
        const { loaded, merge } = latest.current;
        const value = /** @type {any} */ (loaded.value);
        if (update.isReset || loaded.failure || value?.isCopy) return loaded.again();
        if (!update.changed.length && !update.removed.length) return;
        if (merge) loaded.change((/** @type {Value} */ value) => merge(value, update));
        else loaded.again();
      }),
    [list],
  );
}
