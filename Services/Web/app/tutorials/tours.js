/**
 * A tour of a page: `name` is that of its texts and of its progress, without dots, and never changes. Each step shows the element
 * whose `data-tour` it names, where that is on the page, with the texts `tour.<name>.<step>` and `tour.<name>.<step>.text`.
 *
 * @typedef {{name: string, page: string, icon: import("../frame/icons.js").IconName, steps: readonly string[]}} Tour
 */

/**
 * All tours, in the order in which they are listed: another one is an entry here, with its texts.
 *
 * @type {readonly Tour[]}
 */
export const tours = [
  { name: "receipts", page: "/receipts", icon: "camera", steps: ["camera", "states", "search"] },
  { name: "byHand", page: "/purchases/new", icon: "pen", steps: ["store", "items", "total", "save"] },
  { name: "expenditure", page: "/expenditures/new", icon: "coins", steps: ["amount", "category", "save"] },
  { name: "log", page: "/log", icon: "log", steps: ["search", "period", "purchases", "add"] },
  { name: "spending", page: "/spending", icon: "chart", steps: ["period", "by", "groups"] },
  { name: "goals", page: "/goals", icon: "target", steps: ["goals", "add"] },
  { name: "suggestions", page: "/suggestions", icon: "idea", steps: ["ideas", "saving", "vote"] },
  { name: "prices", page: "/prices", icon: "tag", steps: ["changes", "how", "averages"] },
  { name: "offers", page: "/offers", icon: "coins", steps: ["offers", "how", "stores"] },
  { name: "invested", page: "/invested", icon: "growth", steps: ["security", "period", "each"] },
  { name: "securities", page: "/securities", icon: "search", steps: ["search", "found", "brokers"] },
  { name: "inbox", page: "/inbox", icon: "inbox", steps: ["entries", "counter", "kinds"] },
  { name: "eateries", page: "/eateries", icon: "place", steps: ["place", "radius", "diets"] },
  { name: "settings", page: "/settings", icon: "gear", steps: ["account", "looks", "privacy"] },
];

/** How many slides the introduction has. */
export const slideCount = 3;
