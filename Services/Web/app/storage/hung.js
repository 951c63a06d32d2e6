/** What to do about a browser whose database answers nothing, as is known of some while another process of theirs hangs. */

/** For how many milliseconds what is stored is waited for: longer than the database may take to open. */
const patience = 15_000;
/** For how many milliseconds the page is not loaded anew once more. */
const pause = 60_000;
const key = "larder reloaded";

/**
 * Waits for what the app reads at its start. Where nothing comes the page is loaded anew, once: without what is stored, it is not
 * known whose it is.
 *
 * @template Answer
 * @param {Promise<Answer>} reading
 * @returns {Promise<Answer>}
 * @throws When nothing comes after that either.
 */
export function orReload(reading) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pause) {
        reject(new Error("the database does not answer"));
        return;
      }
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    }, patience);
    void reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
