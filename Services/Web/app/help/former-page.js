import { place } from "../frame/router.js";

/** The help page, which is no page that a report is about. */
const help = "/help";

/** The path of the page that was shown before the help page; empty when there was none. */
export let formerPage = "";

/** Notes which page is shown. */
export function followPages() {
  const note = () => {
    if (place.value.path !== help) formerPage = place.value.path;
  };
  note();
  place.follow(note);
}
