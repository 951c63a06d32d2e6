import { locale } from "../texts/texts.js";

/**
 * Countries with what they are called, in the order of their names.
 *
 * @param {string[]} regions ISO 3166-1 alpha-2.
 * @returns {[string, string][]}
 */
export function countries(regions) {
  const names = new Intl.DisplayNames(locale(), { type: "region" });
  return regions
    .map((region) => /** @type {[string, string]} */ ([region, names.of(region) ?? region]))
    .sort(([, one], [, other]) => one.localeCompare(other, locale()));
}

/**
 * The region that is shown first: the device's, or else the first one that is offered; empty where none is.
 *
 * @param {string[]} offered
 * @param {string} tag Of the device's language, such as `en-CA`.
 */
export function likelyRegion(offered, tag = navigator.language) {
  const own = countryOf(tag);
  return offered.includes(own) ? own : (offered[0] ?? "");
}

/**
 * The country of a device; empty where its language says none.
 *
 * @param {string} tag The device's language, such as `en-CA`.
 */
export function countryOf(tag = navigator.language) {
  return new Intl.Locale(tag).maximize().region ?? "";
}

/**
 * An address without what all of them have.
 *
 * @param {string} address Such as `https://www.example.org/`.
 */
export function shortAddress(address) {
  return address.replace(/^https:\/\/(www\.)?/, "").replace(/\/$/, "");
}
