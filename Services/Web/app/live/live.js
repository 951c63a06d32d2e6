import { checkSession } from "../api/client.js";
import { language } from "../texts/texts.js";

/**
 * The one stream of the browser. All tabs share it: the one that holds the lock has it, and gives what comes to the others.
 *
 * @typedef {{topic: string, message?: any, end?: {error?: any}}} Line
 */

/** How long the stream may be silent before it counts as lost: twice what the gateway lets pass. */
const silence = 31000;
const tab = crypto.randomUUID();
const channel = new BroadcastChannel("larder-live");

/**
 * What this tab follows, by topic.
 *
 * @type {Map<string, {method: string, request: any, receive: Set<(line: Line) => void>}>}
 */
const followed = new Map();

/**
 * What all tabs follow, where this one has the stream.
 *
 * @type {Map<string, Map<string, {method: string, request: any}>> | null}
 */
let wanted = null;
/** @type {AbortController | null} */
let stream = null;
let failures = 0;
let isOpening = false;
/**
 * Stops asking for the lock.
 *
 * @type {(() => void) | null}
 */
let leave = null;

/**
 * Follows a method that streams.
 *
 * @template {import("../api/methods.js").PathOf<"serverStreaming">} Path
 * @param {string} name The same for those who follow the same.
 * @param {Path} method
 * @param {import("../api/methods.js").Methods[Path]["request"]} request What to begin with.
 * @param {(message: import("../api/methods.js").Methods[Path]["response"]) =>
 *   import("../api/methods.js").Methods[Path]["request"] | void} receive Gets each message; returns the request to go on with
 *   after a break.
 * @param {(error: any) => void} [ended] Gets why the service has ended it.
 * @returns {() => void} Ends it.
 */
export function follow(name, method, request, receive, ended) {
  const handler = (/** @type {Line} */ line) => {
    if (line.message !== undefined) {
      const next = receive(line.message);
      const topic = followed.get(name);
      if (topic && next) topic.request = next;
      if (next) channel.postMessage({ kind: "cursor", tab, name, request: next });
      wanted?.get(name)?.forEach((entry) => next && (entry.request = next));
    } else if (line.end?.error) ended?.(line.end.error);
  };
  const topic = followed.get(name) ?? { method, request, receive: new Set() };
  topic.receive.add(handler);
  followed.set(name, topic);
  announce(name);
  claim();
  return () => {
    topic.receive.delete(handler);
    if (topic.receive.size) return;
    followed.delete(name);
    channel.postMessage({ kind: "leave", tab, name });
    drop(tab, name);
  };
}

/** @param {string} name */
function announce(name) {
  const topic = followed.get(name);
  if (!topic) return;
  channel.postMessage({ kind: "follow", tab, name, method: topic.method, request: topic.request });
  want(tab, name, topic.method, topic.request);
}

/**
 * @param {string} who
 * @param {string} name
 * @param {string} method
 * @param {any} request
 */
function want(who, name, method, request) {
  if (!wanted) return;
  const tabs = wanted.get(name) ?? new Map();
  tabs.set(who, { method, request });
  wanted.set(name, tabs);
  reopen();
}

/**
 * @param {string} who
 * @param {string} name
 */
function drop(who, name) {
  const tabs = wanted?.get(name);
  if (!tabs?.delete(who)) return;
  if (!tabs.size) wanted?.delete(name);
  reopen();
}

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "line") receive(data.line);
  else if (data.kind === "follow") want(data.tab, data.name, data.method, data.request);
  else if (data.kind === "leave") drop(data.tab, data.name);
  else if (data.kind === "gone") for (const name of [...(wanted?.keys() ?? [])]) drop(data.tab, name);
  else if (data.kind === "who") for (const name of followed.keys()) announce(name);
  // What this tab receives by itself it knows first.
  else if (data.kind === "cursor" && !followed.has(data.name))
    wanted?.get(data.name)?.forEach((entry) => (entry.request = data.request));
};

/** @param {Line} line */
function receive(line) {
  for (const handler of [...(followed.get(line.topic)?.receive ?? [])]) handler(line);
}

/** Takes the stream once no other tab has it. */
function claim() {
  if (leave) return;
  const body = () =>
    new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      leave = resolve;
      wanted = new Map();
      for (const name of followed.keys()) announce(name);
      channel.postMessage({ kind: "who", tab });
    });
  leave = () => {};
  if (navigator.locks) void navigator.locks.request("larder-live", body);
  else void body();
}

addEventListener("pagehide", () => channel.postMessage({ kind: "gone", tab }));
// A page that the browser has kept, and shows again, follows what it did before.
addEventListener("pageshow", (event) => {
  if (event.persisted) for (const name of followed.keys()) announce(name);
});
addEventListener("online", () => reopen());
// What comes says things in the language that the stream was opened with.
language.follow(() => stream && reopen());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && wanted && !stream) reopen();
});

/** Opens the stream anew, with what is followed now; at the end of the turn, as several things change together. */
function reopen() {
  if (isOpening) return;
  isOpening = true;
  setTimeout(() => {
    isOpening = false;
    stream?.abort();
    stream = null;
    if (wanted?.size) void run();
  });
}

async function run() {
  const own = new AbortController();
  stream = own;
  try {
    await read(own);
    failures = 0;
  } catch {
    if (own.signal.aborted && stream !== own) return;
    failures += 1;
  }
  if (stream !== own) return;
  stream = null;
  const delay = Math.min(30000, 500 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2);
  setTimeout(() => stream || reopen(), delay);
}

/** @param {AbortController} own */
async function read(own) {
  /** @type {Record<string, {method: string, request: any}>} */
  const topics = {};
  for (const [name, tabs] of wanted ?? []) topics[name] = [...tabs.values()][0];
  const answer = await fetch("/live", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept-Language": language.value },
    body: JSON.stringify({ topics }),
    signal: own.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`live: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  let timer = setTimeout(() => own.abort(), silence);
  try {
    while (true) {
      const { value, done } = await reader.read();
      if (done) return;
      failures = 0;
      clearTimeout(timer);
      timer = setTimeout(() => own.abort(), silence);
      const lines = (pending + value).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) if (line.length > 2) deliver(JSON.parse(line));
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Ends after which a topic goes on where it was. */
const passing = [
  "deadline_exceeded",
  "unavailable",
  "canceled",
  "resource_exhausted",
  "aborted",
  "internal",
  "unknown",
];

/** @param {Line} line */
function deliver(line) {
  receive(line);
  channel.postMessage({ kind: "line", line });
  if (!line.end) return;
  const later = () => setTimeout(reopen, 1000 + Math.random() * 2000);
  if (passing.includes(line.end.error?.code)) later();
  else if (line.end.error?.code === "unauthenticated") {
    // A session goes on with another token.
    void checkSession().then((isOpen) => (isOpen ? later() : wanted?.delete(line.topic)));
  } else wanted?.delete(line.topic);
}
