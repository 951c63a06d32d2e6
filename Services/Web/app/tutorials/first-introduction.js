import { useFetched, useStore } from "../frame/hooks.js";
import { loadPart } from "../frame/parts.js";
import { html } from "../libraries.js";
import { preferences } from "../settings/preferences.js";

/** What the slides at the beginning are called among the tutorials. */
export const introduction = "introduction";

/** The introduction on the first page, for who has not seen it: once, on whichever device. */
export function FirstIntroduction() {
  const { tutorials } = useStore(preferences);
  // What the account says is not known at first.
  const isDue = tutorials !== null && !tutorials.includes(introduction);
  const Introduction = useFetched(async () => (await loadPart(() => import("./introduction.js"))).Introduction, isDue);
  return isDue && Introduction ? html`<${Introduction} />` : null;
}
