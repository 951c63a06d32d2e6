import { text } from "../texts/texts.js";

/**
 * Why it is not known where the device is, for people.
 *
 * @param {unknown} reason As `devicePlace` throws it.
 */
export function placeProblem(reason) {
  return text(reason === "denied" ? "eateries.refused" : "eateries.noLocation");
}
