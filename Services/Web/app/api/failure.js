import { hasText, text } from "../texts/texts.js";

/** The codes with which services say something about the request, in the language that is shown. */
const particular = ["invalid_argument", "failed_precondition", "already_exists", "resource_exhausted"];

/** The reasons with which a call is not allowed that the person can do something about; the service says what. */
const remediable = ["TERMS_NOT_ACCEPTED", "CONSENT_REQUIRED", "PLAN_REQUIRED"];

/**
 * The codes of answers that are not of Larder itself, such as those of a proxy before it, by HTTP status.
 *
 * @type {Record<number, string>}
 */
const general = {
  401: "unauthenticated",
  404: "unimplemented",
  408: "unavailable",
  429: "resource_exhausted",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** Why a call has failed. */
export class Failure extends Error {
  /**
   * @param {string} code As the Connect protocol names it; `offline` when nothing could be asked.
   * @param {string} message A sentence of the service.
   * @param {{reason?: string, fields?: {field: string, description: string}[], retryAfter?: number, reference?: string}} [details]
   *   `retryAfter` in seconds.
   */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.reason = details.reason ?? "";
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter ?? 0;
    this.reference = details.reference ?? "";
  }

  /** Whether the network was missing, so that the same may work later. */
  get isOffline() {
    return this.code === "offline";
  }

  /** Whether nobody is signed in any more. */
  get isSignedOut() {
    const isAnswer = ["WRONG_CREDENTIALS", "WRONG_FACTOR", "CHALLENGE_EXPIRED"].includes(this.reason);
    return this.code === "unauthenticated" && !isAnswer;
  }

  /** Whether the request was for somebody else than who is signed in, so that nothing was done. */
  get isOtherAccount() {
    return this.reason === "OTHER_ACCOUNT";
  }

  /** Whether the terms of use in force are to be accepted first. */
  get isBeforeTerms() {
    return this.reason === "TERMS_NOT_ACCEPTED";
  }

  /** Whether the app calls what there is no more: it is older than Larder. */
  get isOutdated() {
    return this.code === "unimplemented";
  }

  /** Whether nothing can be done at present, so that the same may work later. */
  get isPassing() {
    return ["offline", "unavailable"].includes(this.code) || (this.isLimited && this.retryAfter > 0);
  }

  /** Whether there is no room for more, for a while or until something goes. */
  get isLimited() {
    return this.code === "resource_exhausted";
  }

  /** Whether something was changed elsewhere meanwhile, so that the same is rejected each time. */
  get isOvertaken() {
    return this.code === "aborted" && this.reason === "VERSION_CONFLICT";
  }

  /** Whether it went wrong where it was to be done: once, or each time. */
  get isMishap() {
    if (this.isLimited) return this.retryAfter === 0;
    return ["internal", "unknown", "deadline_exceeded", "aborted", "canceled"].includes(this.code);
  }

  /** A sentence for the user, in the language that is shown; with a reference where somebody has to look into it. */
  get sentence() {
    if (this.reason && hasText(`failure.${this.reason}`)) {
      return text(`failure.${this.reason}`, { count: Math.ceil(this.retryAfter / 60) });
    }
    if ((particular.includes(this.code) || remediable.includes(this.reason)) && this.message) return this.message;
    if (this.code !== "internal" && hasText(`failure.${this.code}`)) return text(`failure.${this.code}`);
    const { reference } = this;
    return [text("failure.internal"), reference && text("reference", { reference })].filter(Boolean).join(" ");
  }

  /**
   * The failure that an answer tells.
   *
   * @param {number} status
   * @param {any} body The parsed JSON, if there is one.
   * @param {string} reference
   */
  static of(status, body, reference) {
    const debug = body?.details?.[0]?.debug ?? {};
    return new Failure(body?.code ?? general[status] ?? "internal", body?.message ?? "", {
      reason: debug.reason,
      fields: debug.fieldViolations ?? [],
      retryAfter: Number(debug.retryDelay?.milliseconds ?? 0) / 1000,
      reference,
    });
  }
}

/**
 * The failure that any error stands for.
 *
 * @param {unknown} error
 */
export function asFailure(error) {
  if (error instanceof Failure) return error;
  if (error instanceof DOMException && error.name === "AbortError") return new Failure("canceled", "");
  return error instanceof TypeError ? new Failure("offline", error.message) : new Failure("internal", String(error));
}
