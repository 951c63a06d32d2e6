/**
 * Loads a style sheet.
 *
 * @param {URL} address
 * @param {{isFirst?: boolean}} options `isFirst`: before those that are there, which change what it says.
 * @returns {Promise<unknown>} Rejected with a `TypeError` when it cannot be loaded.
 */
export function loadStyles(address, { isFirst = false } = {}) {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address.href });
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`${address} cannot be loaded.`));
    };
    if (isFirst) document.head.prepend(link);
    else document.head.append(link);
  });
}
