/** The window and the document of a browser for modules that ask for them, and what tests need to wait for both. */

/** Channels between tabs. What is sent arrives at once. */
class Channel {
  /** @type {Set<Channel>} */
  static #open = new Set();
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    Channel.#open.add(this);
  }

  /** @param {any} data */
  postMessage(data) {
    for (const other of Channel.#open)
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }
}

/** Locks of tabs. Each is held by one at a time, in the order in which it was asked for. */
class Locks {
  /** @type {Map<string, Promise<unknown>>} */
  #last = new Map();

  /**
   * @param {string} name
   * @param {[() => unknown] | [{signal: AbortSignal}, () => unknown]} rest
   */
  request(name, ...rest) {
    const [options, body] = rest.length > 1 ? rest : [undefined, rest[0]];
    const signal = /** @type {{signal: AbortSignal} | undefined} */ (options)?.signal;
    const result = Promise.resolve(this.#last.get(name)).then(() => {
      signal?.throwIfAborted();
      return /** @type {() => unknown} */ (body)();
    });
    this.#last.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  }
}

const view = new EventTarget();

const globals = {
  BroadcastChannel: Channel,
  addEventListener: view.addEventListener.bind(view),
  dispatchEvent: view.dispatchEvent.bind(view),
  document: Object.assign(new EventTarget(), { visibilityState: "visible", documentElement: {} }),
  history: { state: null, replaceState() {}, pushState() {} },
  location: { pathname: "/", search: "" },
  navigator: { onLine: true, language: "en", languages: ["en"], userAgent: "", locks: new Locks() },
  scrollTo() {},
  scrollY: 0,
};

for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/**
 * Waits, without the time of timers, until something holds.
 *
 * @param {() => unknown} condition
 */
export async function until(condition) {
  for (let turn = 0; turn < 10_000; turn += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`never: ${condition}`);
}

/** Waits until what was begun has come to its end, or to a timer. */
export async function settled() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * An answer of Larder in JSON.
 *
 * @param {number} status
 * @param {any} body
 * @param {Record<string, string>} [headers]
 */
export function answer(status, body, headers = {}) {
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * An answer with a failure.
 *
 * @param {number} status
 * @param {string} code
 * @param {string} [reason]
 */
export function failing(status, code, reason) {
  const body = { code, message: `This is ${code}.`, details: [{ debug: { reason } }] };
  return answer(status, body, { "Larder-Reference": `reference of ${code}` });
}
