/**
 * The address that a contact leads to; empty for one that is only to be read.
 *
 * @param {string} contact An e-mail address, an HTTPS address or a text.
 */
export function contactAddress(contact) {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return /^https:\/\/\S+$/.test(contact) ? contact : "";
}
