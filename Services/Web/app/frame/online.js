import { Store } from "./store.js";

/** Whether the browser has a network. */
export const isOnline = new Store(navigator.onLine);
addEventListener("online", () => isOnline.set(true));
addEventListener("offline", () => isOnline.set(false));
