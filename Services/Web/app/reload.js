/** What to do about a browser that stands still, or misses something, while the app starts. */

/** For how many milliseconds something has to come: longer than the database may take to open. */
const patience = 15_000;
/** For how many milliseconds the page is not loaded anew once more. */
const pause = 60_000;
const key = "larder reloaded";

/**
 * Waits for what the app needs at its start. Where it fails, or nothing comes of it, the page is loaded anew, once. Browsers are
 * known to answer nothing while another process of theirs hangs, and a network that is lost between two modules leaves a page that
 * never begins.
 *
 * @template Answer
 * @param {Promise<Answer>} needed
 * @param {() => number} [progress] What changes as long as something comes, so that it is waited for.
 * @returns {Promise<Answer>}
 * @throws When it does not come after that either.
 */
export function orReload(needed, progress = () => 0) {
  return new Promise((resolve, reject) => {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const watch = (/** @type {number} */ former) => {
      timer = setTimeout(() => {
        const present = progress();
        if (present === former) fail(new Error("the app cannot begin"));
        else watch(present);
      }, patience);
    };
    const fail = (/** @type {unknown} */ reason) => {
      clearTimeout(timer);
      if (Date.now() - Number(sessionStorage.getItem(key)) < pause) {
        reject(reason);
        return;
      }
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    };
    watch(progress());
    needed.then((answer) => {
      clearTimeout(timer);
      resolve(answer);
    }, fail);
  });
}
