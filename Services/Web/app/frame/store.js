/**
 * A value that components follow.
 *
 * @template Value
 */
export class Store {
  /** @type {Set<(value: Value) => void>} */
  #followers = new Set();
  #value;

  /** @param {Value} value */
  constructor(value) {
    this.#value = value;
  }

  get value() {
    return this.#value;
  }

  /** @param {Value} value */
  set(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const follower of [...this.#followers]) follower(value);
  }

  /** @param {(value: Value) => Value} change */
  update(change) {
    this.set(change(this.#value));
  }

  /**
   * Calls a function with every further value.
   *
   * @param {(value: Value) => void} follower
   * @returns {() => void} Ends it.
   */
  follow(follower) {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
