/** @typedef {Record<string, string>} Wrong What is wrong, by field of a form. */

/**
 * What a service rejects in words, by field of the form. What has no field in it is under the empty name.
 *
 * @param {{field: string, description: string}[]} violations
 * @param {(path: string) => string | undefined} [fieldAt] The form's field at the path of a request's, such as `items[0].amount`.
 * @returns {Wrong}
 */
export function inWords(violations, fieldAt = () => undefined) {
  /** @type {Wrong} */
  const found = {};
  for (const { field, description } of violations) {
    const name = fieldAt(field) ?? "";
    const rule = description.startsWith(`${field} `) ? description.slice(field.length + 1) : description;
    const sentence = rule.charAt(0).toUpperCase() + rule.slice(1);
    if (!found[name]?.includes(sentence)) found[name] = found[name] ? `${found[name]} ${sentence}` : sentence;
  }
  return found;
}
