/** The most entries of a page. */
const mostOfPage = 200;

/**
 * The first entries of a list, from as many pages as that takes.
 *
 * @template Entry
 * @param {number} count The most of them.
 * @param {(page: {size: number, token: string}) => Promise<[Entry[], string | undefined]>} ask Returns a page's entries and the
 *   token of the next page.
 * @returns {Promise<Entry[]>}
 */
export async function firstOf(count, ask) {
  /** @type {Entry[]} */
  const found = [];
  let token = "";
  do {
    const [entries, next = ""] = await ask({ size: Math.min(mostOfPage, count - found.length), token });
    found.push(...entries);
    token = next;
  } while (token && found.length < count);
  return found;
}
