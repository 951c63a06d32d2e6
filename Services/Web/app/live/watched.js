import { useEffect } from "../libraries.js";
import { follow } from "./live.js";

/**
 * Reads a list anew whenever the service says that something in it was added, changed or removed.
 *
 * @param {string} name That of the topic.
 * @param {"larder.budget.v1.Goals/WatchGoals" | "larder.budget.v1.Recurring/WatchRecurring"} method That watches the list.
 * @param {{again: () => void}} loaded
 */
export function useWatched(name, method, loaded) {
  useEffect(
    () =>
      follow(name, method, { cursor: "" }, ({ cursor }) => {
        // Also the first one: it may have come after the list was read.
        loaded.again();
        return { cursor };
      }),
    [],
  );
}
