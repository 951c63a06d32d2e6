/**
 * What a password needs: the text's key, and whether it has it.
 *
 * @type {[string, (password: string) => boolean][]}
 */
export const rules = [
  ["signUp.length", (password) => [...password].length >= 8 && [...password].length <= 128],
  ["signUp.letter", (password) => /\p{L}/u.test(password)],
  ["signUp.digit", (password) => /\d/.test(password)],
  ["signUp.symbol", (password) => /[^\p{L}\d\s]/u.test(password)],
];

/**
 * Whether a password has what it needs.
 *
 * @param {string} password
 */
export function isAllowed(password) {
  return rules.every(([, isMet]) => isMet(password));
}
