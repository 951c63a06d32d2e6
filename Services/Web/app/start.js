import { orReload } from "./reload.js";

/** How many files have come: on a slow network they take longer than a browser is given that stands still. */
function countLoaded() {
  return performance.getEntriesByType("resource").length;
}

try {
  const { start } = await orReload(import("./main.js"), countLoaded);
  await start();
} catch (error) {
  console.error(error);
  document.querySelector(".launch [hidden]")?.removeAttribute("hidden");
}
