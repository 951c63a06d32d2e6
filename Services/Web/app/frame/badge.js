import { html } from "../libraries.js";
import { hasPictures } from "./emoji.js";
import { Icon } from "./icons.js";

/**
 * The round picture at the beginning of a row: an icon, a symbol such as that of a category, or the first letter of a name.
 *
 * @param {{name?: string, symbol?: string, icon?: import("./icons.js").IconName, kind?: "" | "doubt" | "problem" | "grey" | "large"}} properties
 */
export function Badge({ name = "", symbol = "", icon, kind = "" }) {
  const hasSymbol = !icon && symbol && hasPictures();
  const letter = /\p{L}|\p{N}/u.exec(name)?.[0].toUpperCase() ?? "·";
  return html`<span class=${`symbol ${kind} ${hasSymbol ? "picture-of" : ""}`} aria-hidden="true">
    ${icon ? html`<${Icon} name=${icon} size=${20} />` : hasSymbol ? symbol : letter}
  </span>`;
}
