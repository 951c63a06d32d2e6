import { account, checkSession, failureOf, heading, noticeEnd } from "../api/client.js";
import { retryPause } from "../api/retry-pause.js";
import { Store } from "../frame/store.js";
import { language } from "../texts/texts.js";

/**
 * The one stream of the browser. All tabs share it: the one that holds the lock has it, and gives what comes to the others.
 *
 * @typedef {{topic: string, message?: any, end?: {error?: {code?: string}}}} Line
 */

/** How long the stream may be silent, in milliseconds, until it counts as lost: twice what the gateway lets pass. */
const silence = 31000;
/** How long nothing at all may come until this counts as a browser without live stream: the gateway writes something at once. */
const patience = 15000;
/** After so long a stream was a good one, whether it brought a message or not. */
const proven = 60000;
/** How long it takes, in milliseconds, until another tab in which somebody has signed in has the session that has ended others. */
const settling = 2000;

/** Whether the live stream works, or may. Where it does not, lists are polled. */
export const isLive = new Store(true);

/** The name of this tab, and of the lock that it holds until it closes or crashes; empty until it has that, and is announced. */
let tab = "";
/** Other tabs whose locks are awaited, where this one has the stream. */
const awaited = new Set();
const channel = new BroadcastChannel("larder-live");

/**
 * What this tab follows, by topic.
 *
 * @type {Map<string, {method: string, request: unknown, receive: Set<(line: Line) => void>}>}
 */
const followed = new Map();

/**
 * What all tabs follow, where this one has the stream.
 *
 * @type {Map<string, Map<string, {method: string, request: unknown}>> | null}
 */
let wanted = null;
/** @type {AbortController | null} */
let stream = null;
/**
 * How often each topic has ended since its last message; the empty name is the stream's own.
 *
 * @type {Map<string, number>}
 */
const ends = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;
/** When that is, in milliseconds since 1970. */
let retryAt = Infinity;
/** Topics that have ended with the session, as far as it is not known yet what became of that. */
const unsure = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let watchdog;
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
 * @param {string} subject The same for those who follow the same.
 * @param {Path} method
 * @param {import("../api/methods.js").Methods[Path]["request"]} request What to begin with.
 * @param {(message: import("../api/methods.js").Methods[Path]["response"]) =>
 *   import("../api/methods.js").Methods[Path]["request"] | void} receive Gets each message; returns the request to go on with
 *   after a break.
 * @param {(error: {code?: string}) => void} [ended] Gets why the service has ended it.
 * @returns {() => void} Ends it.
 */
export function follow(subject, method, request, receive, ended) {
  // Tabs that show different people, as happens for a moment, receive nothing of each other.
  const name = `${account} ${subject}`;
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
  if (!topic || !tab) return;
  channel.postMessage({ kind: "follow", tab, name, method: topic.method, request: topic.request });
  want(tab, name, topic.method, topic.request);
}

function announceAll() {
  for (const name of followed.keys()) announce(name);
}

/**
 * @param {string} who
 * @param {string} name
 * @param {string} method
 * @param {unknown} request
 */
function want(who, name, method, request) {
  if (!wanted) return;
  if (who !== tab) {
    channel.postMessage({ kind: "state", isLive: isLive.value });
    dropAtEnd(who);
  }
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

/**
 * Drops all that a tab follows.
 *
 * @param {string} who
 */
function dropAll(who) {
  for (const name of [...(wanted?.keys() ?? [])]) drop(who, name);
}

/**
 * Drops all that another tab follows once it has closed or crashed.
 *
 * @param {string} who
 */
function dropAtEnd(who) {
  if (awaited.has(who)) return;
  awaited.add(who);
  void navigator.locks?.request(who, () => {
    awaited.delete(who);
    dropAll(who);
  });
}

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "line") receive(data.line);
  else if (data.kind === "follow") want(data.tab, data.name, data.method, data.request);
  else if (data.kind === "leave") drop(data.tab, data.name);
  else if (data.kind === "gone") dropAll(data.tab);
  else if (data.kind === "who") announceAll();
  else if (data.kind === "state") isLive.set(data.isLive);
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
      announceAll();
      channel.postMessage({ kind: "who", tab });
    });
  leave = () => {};
  if (navigator.locks) void navigator.locks.request("larder-live", body);
  else void body();
}

/** Takes a name, under which the others learn what this tab follows. */
function join() {
  const name = `larder-live ${crypto.randomUUID()}`;
  const body = () => {
    tab = name;
    announceAll();
    return new Promise(() => {});
  };
  if (navigator.locks) void navigator.locks.request(name, body);
  else void body();
}

join();
addEventListener("pagehide", () => channel.postMessage({ kind: "gone", tab }));
// A page that the browser has kept, and shows again, follows what it did before. It may have lost its lock meanwhile.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  dropAll(tab);
  join();
});
addEventListener("online", () => {
  ends.clear();
  reopen();
});
// What comes says things in the language that the stream was opened with.
language.follow(() => stream && reopen());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && wanted && !stream) reopen();
});

/** Opens the stream anew, with what is followed now; at the end of the turn, as several things change together. */
function reopen() {
  if (isOpening) return;
  isOpening = true;
  clearTimeout(retry);
  retryAt = Infinity;
  setTimeout(() => {
    isOpening = false;
    stream?.abort();
    stream = null;
    if (Object.keys(topics()).length) void run();
    else listenNoMore();
  }, 0);
}

/**
 * Opens the stream anew after a topic or the stream has ended: soon at first, and later each time that nothing came between.
 *
 * @param {string} name
 */
function reopenLater(name) {
  const tries = (ends.get(name) ?? 0) + 1;
  ends.set(name, tries);
  const pause = retryPause(tries);
  // The first that is due takes the others with it.
  if (Date.now() + pause >= retryAt) return;
  clearTimeout(retry);
  retryAt = Date.now() + pause;
  retry = setTimeout(reopen, pause);
}

/** The most topics that the gateway takes; those of lists, which are followed first, are among them. */
const mostTopics = 32;

/** Whose topics the stream is for: of the person that this tab shows, or where it shows nobody, that another one does. */
function followedAccount() {
  return account || [...(wanted?.keys() ?? [])].map((name) => name.split(" ")[0]).find(Boolean) || "";
}

/** What that person follows in any tab, as the gateway takes it. */
function topics() {
  const owner = followedAccount();
  /** @type {Record<string, {method: string, request: unknown}>} */
  const found = {};
  for (const [name, tabs] of wanted ?? []) {
    const isOwn = name.startsWith(`${owner} `);
    if (isOwn && !unsure.has(name) && Object.keys(found).length < mostTopics) found[name] = [...tabs.values()][0];
  }
  return found;
}

async function run() {
  const own = new AbortController();
  stream = own;
  const begin = Date.now();
  watchdog ??= setTimeout(() => tell(false), patience);
  await read(own).catch(() => undefined);
  if (stream !== own) return;
  stream = null;
  if (Date.now() - begin >= proven) ends.clear();
  if (Object.keys(topics()).length) reopenLater("");
  else listenNoMore();
}

/**
 * Says in all tabs whether the live stream works.
 *
 * @param {boolean} works
 */
function tell(works) {
  isLive.set(works);
  channel.postMessage({ kind: "state", isLive: works });
}

/** Notes that a stream has begun to bring something. */
function hear() {
  listenNoMore();
  tell(true);
}

function listenNoMore() {
  clearTimeout(watchdog);
  watchdog = undefined;
}

/** @param {AbortController} own */
async function read(own) {
  let timer = setTimeout(() => own.abort(), silence);
  try {
    const owner = followedAccount();
    const answer = await fetch("/live", {
      method: "POST",
      headers: { ...heading(owner), "Content-Type": "application/json" },
      body: JSON.stringify({ topics: topics() }),
      signal: own.signal,
    });
    if (!answer.ok || !answer.body) throw await failureOf(answer, owner);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let pending = "";
    while (true) {
      const { value, done } = await reader.read();
      if (done) return;
      if (watchdog) hear();
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
  if (line.message !== undefined) for (const name of [line.topic, ""]) ends.delete(name);
  receive(line);
  channel.postMessage({ kind: "line", line });
  if (!line.end) return;
  const { code = "" } = line.end.error ?? {};
  if (passing.includes(code)) reopenLater(line.topic);
  else if (code === "unauthenticated") askAbout(line.topic);
  else {
    noticeEnd(line.end.error);
    wanted?.delete(line.topic);
  }
}

/**
 * Goes on with a topic that has ended with the session, unless that is over: it may go on with another token.
 *
 * @param {string} name
 */
function askAbout(name) {
  unsure.add(name);
  if (unsure.size > 1) return;
  setTimeout(async () => {
    const isOpen = [...unsure].some((each) => wanted?.has(each)) && (await checkSession());
    for (const each of unsure) {
      if (isOpen) reopenLater(each);
      else wanted?.delete(each);
    }
    unsure.clear();
  }, settling);
}
