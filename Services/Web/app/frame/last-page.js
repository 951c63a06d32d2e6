import { settings } from "../storage/database.js";
import { go, place } from "./router.js";

/** Pages that nobody returns to. */
const passing = ["/sign-in", "/sign-up", "/recover", "/reset", "/verify", "/secure", "/terms", "/new-terms"];

/**
 * Whether a page is one that nobody returns to.
 *
 * @param {string} path
 */
export function isPassing(path) {
  return passing.includes(path);
}

/** Shows the page that was left when the app is opened from the home screen, and remembers each page from now on. */
export async function startLastPage() {
  const { path, query } = place.value;
  if (path === "/" && query.has("start")) go((await settings.get("lastPage")) ?? "/", { replace: true });
  remember(place.value);
  place.follow(remember);
}

/** @param {import("./router.js").Place} place */
function remember({ path, query }) {
  if (isPassing(path)) return;
  void settings.set("lastPage", path + (String(query) && `?${query}`));
}
