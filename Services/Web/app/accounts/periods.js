/**
 * How long accounts may stay in states that end, as texts say it: the hours within which an address has to be confirmed, and the
 * months in which a closed account can be reopened. auth enforces them.
 */
export const periods = { hours: 48, months: 6 };
