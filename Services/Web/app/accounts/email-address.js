/**
 * Whether something can be an address, as far as the app can tell.
 *
 * @param {string} text
 * @returns {boolean}
 */
export function isEmailAddress(text) {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
