import { text } from "../texts/texts.js";
import { isAllowed } from "./allowed-password.js";
import { isEmailAddress } from "./email-address.js";

/**
 * What is typed to make an account. The passwords are never stored.
 *
 * @typedef {{email: string, username: string, password: string, repeated: string, displayName: string}} Entries
 */

/** @type {Entries} */
export const noEntries = { email: "", username: "", password: "", repeated: "", displayName: "" };

/** The entries of the first step, by the request's fields. */
export const credentials = ["email", "username", "password"];

/**
 * What is wrong with how somebody will sign in.
 *
 * @param {Entries} entries
 * @returns {Partial<Entries>}
 */
export function wrongCredentials({ email, username, password, repeated }) {
  /** @type {Partial<Entries>} */
  const wrong = {};
  if (!isEmailAddress(email)) wrong.email = text("signUp.emailRule");
  if (!/^[A-Za-z0-9]{3,32}$/.test(username)) wrong.username = text("signUp.usernameRule");
  if (!isAllowed(password)) wrong.password = text("signUp.passwordRule");
  if (repeated !== password || !repeated) wrong.repeated = text("signUp.passwordsDiffer");
  return wrong;
}

/**
 * What is wrong with what somebody is called.
 *
 * @param {Entries} entries
 * @returns {Partial<Entries>}
 */
export function wrongDetails({ displayName }) {
  const name = displayName.trim();
  const isName = /^[\p{L}\p{M}'’\-‐ ]+$/u.test(name) && /\p{L}/u.test(name) && [...name].length <= 100;
  return isName ? {} : { displayName: text("signUp.nameRule") };
}
