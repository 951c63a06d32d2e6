/** @typedef {import("../api/types.js").Auth.Plan} Plan */

/**
 * What the plans give, the smaller one first; a larger one gives what the smaller ones do, too. Each gift has the text
 * `plan.gives.<gift>`; a plan without any says `plan.nothingMore`.
 *
 * @type {readonly {plan: Plan, gives: readonly string[]}[]}
 */
export const plans = [
  { plan: "PLAN_BASIC", gives: ["receipts", "log", "products", "eateries", "inbox", "devices", "data"] },
  { plan: "PLAN_PRO", gives: [] },
];
