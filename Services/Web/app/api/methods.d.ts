// Generated from all .proto files by protoc-gen-larder. Do not edit.

import type { Auth, Budget, Catalog, Events, Notifications, OCR, Orders, RPCMessages } from "./types";

export type Kind = "unary" | "clientStreaming" | "serverStreaming" | "bidirectional";
/** What a method takes and returns. */
export interface Method<Request, Response, MethodKind extends Kind> {
    request: Request;
    response: Response;
    kind: MethodKind;
}
/** The names of all methods of a kind. */
export type PathOf<MethodKind extends Kind> = {
    [Path in keyof Methods]: Methods[Path]["kind"] extends MethodKind ? Path : never;
}[keyof Methods];
/**
 * What can be known of each method before it is called. `idempotency` says whether a second call with the same
 * request changes nothing, or no call does.
 */
export const methods: {
    readonly [Path in keyof Methods]: {
        readonly kind: Methods[Path]["kind"];
        readonly idempotency: "none" | "idempotent" | "noSideEffects";
    };
};
/** Every method that users may call, by its service and name. */
export interface Methods {
    /**
     * Registers a new account and mails a link to its address, by which the registration has to be completed within 48 hours: see
     * EmailAddresses. A passkey completes it as well: see BeginRegistrationPasskey. Until then nobody can sign in, and after that
     * the account is erased. An address is an account's once it is confirmed; until then others may register with it. Fails with
     * INVALID_ARGUMENT naming every invalid field, or ALREADY_EXISTS naming the taken ones; INTERNAL or UNAVAILABLE with the
     * reason REGISTRATION_FAILED when it cannot be stored, which is reported to the operators. With an idempotency key the same
     * registration can be repeated for a day and returns the same account; other details under that key are ALREADY_EXISTS with
     * the reason IDEMPOTENCY_KEY_REUSED.
     */
    "larder.auth.v1.Accounts/Register": Method<Auth.RegisterRequest, Auth.Account, "unary">;
    /**
     * Begins completing a registration by a passkey, which CompleteRegistration does; its mailed link is not needed then.
     * FAILED_PRECONDITION with the reason REGISTRATION_OVER when it is complete or its time is over, or NOT_CONFIGURED where the
     * installation takes no passkeys.
     */
    "larder.auth.v1.Accounts/BeginRegistrationPasskey": Method<Auth.BeginRegistrationPasskeyRequest, Auth.FactorSetup, "unary">;
    /**
     * Completes a registration by a passkey, which is a second factor of the account from then on. Its address stays unconfirmed:
     * it gets no mails but links that confirm it, and no password is recovered by it. Rejected like Factors/AddFactor, and like
     * BeginRegistrationPasskey.
     */
    "larder.auth.v1.Accounts/CompleteRegistration": Method<Auth.CompleteRegistrationRequest, Auth.AddFactorResponse, "unary">;
    /** The account of the caller. */
    "larder.auth.v1.Accounts/GetAccount": Method<Auth.GetAccountRequest, Auth.Account, "unary">;
    /**
     * Replaces the caller's password and ends all sessions of theirs but the one that calls. INVALID_ARGUMENT names every
     * invalid field: `new_password` by the rule of Register, and `current_password`, with the reason WRONG_PASSWORD, when it
     * is not the present one, which counts as a failed sign-in. FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry
     * delay after seven consecutive failures. With an idempotency key the latest change can be repeated for a day, without
     * any effect; other passwords under that key are ABORTED with the reason IDEMPOTENCY_KEY_REUSED.
     */
    "larder.auth.v1.Accounts/ChangePassword": Method<Auth.ChangePasswordRequest, Auth.ChangePasswordResponse, "unary">;
    /**
     * Accepts the terms of use and privacy policy in force. Until then other methods answer PERMISSION_DENIED with the reason
     * TERMS_NOT_ACCEPTED; afterwards the session's tokens are renewed. INVALID_ARGUMENT for another version, which may have
     * been followed by a newer one since it was shown.
     */
    "larder.auth.v1.Accounts/AcceptTerms": Method<Auth.AcceptTermsRequest, Auth.AcceptTermsResponse, "unary">;
    /** The terms of use and privacy policy in force, in the caller's language. */
    "larder.auth.v1.Accounts/GetTerms": Method<Auth.GetTermsRequest, Auth.Terms, "unary">;
    /**
     * Closes the caller's account at once: all sessions end, and signing in is FAILED_PRECONDITION with the reason
     * ACCOUNT_CLOSED. For six months its owner can reopen it; then everything that is stored of them is erased in all services. A
     * mail confirms it. An account with a second factor needs a recent proof with it, too: see Factors. INVALID_ARGUMENT names
     * every invalid field: `username` unless it is the caller's own, and `current_password`, with the reason WRONG_PASSWORD, when
     * it is not the present one, which counts as a failed sign-in. FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry
     * delay after seven consecutive failures. An account that is closed already stays so. The session that calls ends with the
     * others: SESSION_ENDED in place of the response says that it is closed.
     */
    "larder.auth.v1.AccountClosing/CloseAccount": Method<Auth.CloseAccountRequest, Auth.CloseAccountResponse, "unary">;
    /**
     * Reopens a closed account, and mails its owner; an open one stays so. Its owner signs in afterwards. An account with a
     * second factor is not reopened but gets a challenge, as in SignIn, which CompleteReopening answers. Rejected like SignIn for
     * a wrong name or password, also once the six months are over.
     */
    "larder.auth.v1.AccountClosing/ReopenAccount": Method<Auth.ReopenAccountRequest, Auth.ReopenAccountResponse, "unary">;
    /** Answers the challenge of ReopenAccount. Rejected like Sessions/CompleteSignIn. */
    "larder.auth.v1.AccountClosing/CompleteReopening": Method<Auth.CompleteReopeningRequest, Auth.CompleteReopeningResponse, "unary">;
    /**
     * Gathers what all services store of the caller, as a ZIP file: for each service and category a JSON document, pictures as
     * they are, and index.html, which shows them to people in the caller's language. UNAVAILABLE when a service cannot be asked;
     * what was sent until then is no complete file. It needs a recent proof, as changes of second factors do: see Factors.
     * RESOURCE_EXHAUSTED with the reason EXPORT_RUNNING and a retry delay while another export of the caller's runs.
     */
    "larder.auth.v1.DataExport/ExportData": Method<Auth.ExportDataRequest, Auth.ExportDataResponse, "serverStreaming">;
    /** All kinds, with the caller's answer to each. */
    "larder.auth.v1.Consents/ListConsents": Method<Auth.ListConsentsRequest, Auth.ListConsentsResponse, "unary">;
    /**
     * Gives or withdraws a consent. Withdrawing deletes the data collected under it. Access tokens name the consents that
     * were given when they were issued: after giving one, renew the session; withdrawing one has the tokens renewed.
     */
    "larder.auth.v1.Consents/SetConsent": Method<Auth.SetConsentRequest, Auth.Consent, "unary">;
    /**
     * Does what a mailed link is for, by its token, which works once. It confirms an address: that of a new account, within 48
     * hours of its registration, or one that is to replace another, within a day, which takes effect at once. Whoever reads a
     * mail is not therefore the owner of the account that it came from, so that this takes the password, too, or the token of the
     * registration: INVALID_ARGUMENT with the reason PASSWORD_REQUIRED without either, and WRONG_PASSWORD for a wrong one, which
     * counts as a failed sign-in. ALREADY_EXISTS with the reason TAKEN when another account has confirmed the address before.
     *
     * Or it secures an account, within a week of the mail about a change, without more: the address that the mail went to is the
     * account's address again, changes that wait are dropped, second factors of the last week go, all sessions end, and the
     * password opens nothing until its owner sets another one by Recovery.
     *
     * INVALID_ARGUMENT with the reason LINK_EXPIRED for a link that is too old, or LINK_INVALID for one that was used or never
     * was one, whatever else is sent. With an idempotency key the same request can be repeated until the link expires.
     */
    "larder.auth.v1.EmailAddresses/ConfirmEmail": Method<Auth.ConfirmEmailRequest, Auth.ConfirmEmailResponse, "unary">;
    /**
     * Confirms an address of the caller's account, as ConfirmEmail does, by the session in place of the password.
     * INVALID_ARGUMENT with the reason PASSWORD_REQUIRED for a link of another account.
     */
    "larder.auth.v1.EmailAddresses/ConfirmOwnEmail": Method<Auth.ConfirmOwnEmailRequest, Auth.ConfirmEmailResponse, "unary">;
    /**
     * Mails another link to the address of the account that has this user name or e-mail address, unless it is confirmed already.
     * The response is the same, and comes as fast, whether or not there is such an account. An account gets one such mail in a
     * minute, and an address ten in an hour, whoever claims it. Of several accounts that claim an address the latest gets it.
     */
    "larder.auth.v1.EmailAddresses/ResendVerification": Method<Auth.ResendVerificationRequest, Auth.ResendVerificationResponse, "unary">;
    /**
     * How far the confirmation of a new account's address is, by the account's id, which nobody but who has registered it knows
     * by then. NOT_FOUND when there is no such account, also 48 hours after a registration that was never completed.
     */
    "larder.auth.v1.EmailAddresses/GetVerification": Method<Auth.GetVerificationRequest, Auth.Verification, "unary">;
    /**
     * Mails a link to a new address for the caller's account, whose present address stays until the link is used, and is mailed
     * at once a link that stops it, and secures the account. An account with a second factor needs a recent proof with it, too:
     * see Factors. INVALID_ARGUMENT names every invalid field, with the reason WRONG_PASSWORD when `current_password` is not the
     * present one, which counts as a failed sign-in; FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry delay after
     * seven consecutive failures; ALREADY_EXISTS with the reason TAKEN for the address of another account; RESOURCE_EXHAUSTED
     * after five mails in an hour. Links to other new addresses stop working. The same address again within a minute gets no
     * further mail.
     */
    "larder.auth.v1.EmailAddresses/ChangeEmail": Method<Auth.ChangeEmailRequest, Auth.ChangeEmailResponse, "unary">;
    /** The factors in the order in which they were added, and what can be added. */
    "larder.auth.v1.Factors/ListFactors": Method<Auth.ListFactorsRequest, Auth.ListFactorsResponse, "unary">;
    /**
     * Begins adding a factor, which AddFactor completes; until then it does not count. FAILED_PRECONDITION with the reason
     * TOO_MANY_FACTORS when there are twenty, or NOT_CONFIGURED where the installation does not take the kind.
     */
    "larder.auth.v1.Factors/BeginFactor": Method<Auth.BeginFactorRequest, Auth.FactorSetup, "unary">;
    /**
     * Adds the factor that BeginFactor began, with a first right answer. With the first factor of an account come its recovery
     * codes. The owner gets a mail with a link that removes it again, if the address is confirmed. INVALID_ARGUMENT with the
     * reason WRONG_FACTOR for a wrong answer, which counts as a failed sign-in; with CHALLENGE_EXPIRED when it has to begin
     * again.
     */
    "larder.auth.v1.Factors/AddFactor": Method<Auth.AddFactorRequest, Auth.AddFactorResponse, "unary">;
    /** Renames a factor. */
    "larder.auth.v1.Factors/RenameFactor": Method<Auth.RenameFactorRequest, Auth.Factor, "unary">;
    /**
     * Removes a factor; one that was removed stays so. With the last one go the recovery codes. What other sessions have proven with
     * a factor does not count any more. FAILED_PRECONDITION with the reason ROLE_NEEDS_FACTOR for the last authenticator app or
     * passkey of an account with a role.
     */
    "larder.auth.v1.Factors/RemoveFactor": Method<Auth.RemoveFactorRequest, Auth.RemoveFactorResponse, "unary">;
    /**
     * Makes new recovery codes, which are shown this once; former ones do not work any more. FAILED_PRECONDITION with the reason
     * NO_FACTORS for an account without a factor.
     */
    "larder.auth.v1.Factors/ReplaceRecoveryCodes": Method<Auth.ReplaceRecoveryCodesRequest, Auth.RecoveryCodes, "unary">;
    /** Begins a proof by a factor. Its challenge says which ones the account has; without any it is the password that proves it. */
    "larder.auth.v1.Factors/BeginProof": Method<Auth.BeginProofRequest, Auth.FactorChallenge, "unary">;
    /** Mails a code for a challenge of BeginProof, as Sessions/SendSignInCode does. */
    "larder.auth.v1.Factors/SendProofCode": Method<Auth.SendProofCodeRequest, Auth.SendProofCodeResponse, "unary">;
    /**
     * Proves that it is the owner of the account who calls, for five minutes and for sensitive changes of this session alone.
     * INVALID_ARGUMENT with the reason WRONG_PASSWORD or WRONG_FACTOR, which counts as a failed sign-in, or CHALLENGE_EXPIRED;
     * FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry delay after seven consecutive failures, or with
     * SECOND_FACTOR_REQUIRED for the password of an account that has a second factor.
     */
    "larder.auth.v1.Factors/Prove": Method<Auth.ProveRequest, Auth.ProveResponse, "unary">;
    /** The keys with which access tokens are accepted, latest first. */
    "larder.auth.v1.KeyOperations/ListSigningKeys": Method<Auth.ListSigningKeysRequest, Auth.ListSigningKeysResponse, "unary">;
    /** Makes a new signing key, besides those that auth makes on schedule. Made again, it makes another one. */
    "larder.auth.v1.KeyOperations/RotateSigningKey": Method<Auth.RotateSigningKeyRequest, Auth.ListSigningKeysResponse, "unary">;
    /**
     * Wraps what other master keys wrap under the first one of the file, some thousand keys a call. Repeat it until it
     * rewraps nothing.
     */
    "larder.auth.v1.KeyOperations/RewrapKeys": Method<Auth.RewrapKeysRequest, Auth.RewrapKeysResponse, "unary">;
    /** The caller's plan. */
    "larder.auth.v1.Plans/GetPlan": Method<Auth.GetPlanRequest, Auth.PlanState, "unary">;
    /** Gives an account a plan, within 4 seconds everywhere. When it expires the account has Basic again, and keeps its data. */
    "larder.auth.v1.Plans/SetPlan": Method<Auth.SetPlanRequest, Auth.PlanState, "unary">;
    "larder.auth.v1.Profiles/GetProfile": Method<Auth.GetProfileRequest, Auth.Profile, "unary">;
    /** Replaces the personal details. */
    "larder.auth.v1.Profiles/UpdateDetails": Method<Auth.UpdateDetailsRequest, Auth.Profile, "unary">;
    /** Replaces height and weight. Withdrawing the consent deletes them. */
    "larder.auth.v1.Profiles/SetBodyDetails": Method<Auth.SetBodyDetailsRequest, Auth.Profile, "unary">;
    /** Sets where the user lives, for what is near. Withdrawing the consent deletes it. */
    "larder.auth.v1.Profiles/SetHomePlace": Method<Auth.SetHomePlaceRequest, Auth.Profile, "unary">;
    "larder.auth.v1.Profiles/ClearHomePlace": Method<Auth.ClearHomePlaceRequest, Auth.Profile, "unary">;
    /**
     * Replaces the stores that are preferred and those that are ignored. FAILED_PRECONDITION (`STORE_CHOICE_CONFLICT`) with a
     * store that is both.
     */
    "larder.auth.v1.Profiles/SetStoreChoices": Method<Auth.SetStoreChoicesRequest, Auth.Profile, "unary">;
    /** Replaces what the user eats and what not. */
    "larder.auth.v1.Profiles/SetDietaryPreferences": Method<Auth.SetDietaryPreferencesRequest, Auth.Profile, "unary">;
    /** The caller's photo. NOT_FOUND when there is none. */
    "larder.auth.v1.Profiles/GetPhoto": Method<Auth.GetPhotoRequest, Auth.ProfilePhoto, "unary">;
    /**
     * Replaces the caller's photo: a JPEG, PNG or WebP file of at most 1 MiB with 64 to 4,096 pixels on each side. It is stored
     * without notes such as the place where it was taken. INVALID_ARGUMENT with a reason says what is wrong with it, and leaves
     * the former one: NOT_AN_IMAGE, IMAGE_TOO_LARGE, IMAGE_DIMENSIONS or IMAGE_DAMAGED.
     */
    "larder.auth.v1.Profiles/SetPhoto": Method<Auth.SetPhotoRequest, Auth.Profile, "unary">;
    /** Deletes the caller's photo, if there is one. */
    "larder.auth.v1.Profiles/RemovePhoto": Method<Auth.RemovePhotoRequest, Auth.Profile, "unary">;
    /**
     * Mails a link for choosing a new password, and the user name, to the address of the account that has this user name or
     * e-mail address, unless that is not confirmed. The response is the same, and comes as fast, whether or not there is such an
     * account. An account gets one such mail in five minutes.
     */
    "larder.auth.v1.Recovery/RequestPasswordReset": Method<Auth.RequestPasswordResetRequest, Auth.RequestPasswordResetResponse, "unary">;
    /**
     * Sets a new password by the token of a mailed link, which works once and for an hour. All sessions end, and a lock is
     * lifted. INVALID_ARGUMENT with the reason LINK_INVALID for a link that was used, is too old or never was one, whatever the
     * password. With an idempotency key the same request can be repeated while the link lives and the password is not replaced.
     */
    "larder.auth.v1.Recovery/ResetPassword": Method<Auth.ResetPasswordRequest, Auth.ResetPasswordResponse, "unary">;
    /** The accounts that have a role, by user name. */
    "larder.auth.v1.Roles/ListRoleHolders": Method<Auth.ListRoleHoldersRequest, Auth.ListRoleHoldersResponse, "unary">;
    /**
     * Gives an account a role, within 4 seconds everywhere. One that it has already stays. FAILED_PRECONDITION with the reason
     * ROLE_NEEDS_FACTOR for an account without an authenticator app and without a passkey.
     */
    "larder.auth.v1.Roles/GrantRole": Method<Auth.GrantRoleRequest, Auth.RoleHolder, "unary">;
    /**
     * Takes a role from an account, within 4 seconds everywhere. FAILED_PRECONDITION with the reason LAST_ADMINISTRATOR for the
     * only administrator that there is.
     */
    "larder.auth.v1.Roles/WithdrawRole": Method<Auth.WithdrawRoleRequest, Auth.RoleHolder, "unary">;
    /**
     * Signs in with user name or e-mail address and password. UNAUTHENTICATED with the reason WRONG_CREDENTIALS for an
     * unknown name and a wrong password alike; with ACCOUNT_LOCKED and a retry delay after seven consecutive failures. An
     * account with a second factor gets no tokens but a challenge, which CompleteSignIn answers; a client that does not accept
     * challenges is UNAUTHENTICATED with the reason SECOND_FACTOR_REQUIRED. FAILED_PRECONDITION with the reason
     * EMAIL_UNVERIFIED, with the right password alone, while the registration is not complete.
     */
    "larder.auth.v1.Sessions/SignIn": Method<Auth.SignInRequest, Auth.SessionTokens, "unary">;
    /**
     * Answers the challenge of SignIn or BeginPasskeySignIn. UNAUTHENTICATED with the reason WRONG_FACTOR for a wrong answer,
     * which counts as a failed sign-in, with ACCOUNT_LOCKED and a retry delay as SignIn does, and with CHALLENGE_EXPIRED for a
     * challenge that was answered, is too old, had five wrong answers or never was one.
     */
    "larder.auth.v1.Sessions/CompleteSignIn": Method<Auth.CompleteSignInRequest, Auth.SessionTokens, "unary">;
    /**
     * Mails a code to the owner of the account that a challenge of SignIn or AccountClosing/ReopenAccount is for, if it has codes
     * by e-mail; at most once in 30 seconds. UNAUTHENTICATED with the reason CHALLENGE_EXPIRED as CompleteSignIn.
     */
    "larder.auth.v1.Sessions/SendSignInCode": Method<Auth.SendSignInCodeRequest, Auth.SendSignInCodeResponse, "unary">;
    /**
     * Begins signing in with a passkey alone, whose device names the account and verifies its user. FAILED_PRECONDITION with the
     * reason NOT_CONFIGURED where the installation takes no passkeys.
     */
    "larder.auth.v1.Sessions/BeginPasskeySignIn": Method<Auth.BeginPasskeySignInRequest, Auth.FactorChallenge, "unary">;
    /**
     * Exchanges a refresh token for new tokens. A token can be used once: using it again ends its whole family, which is
     * UNAUTHENTICATED with the reason SESSION_ENDED, as for every invalid token. A client that did not receive the
     * response may repeat the request within a day with the same idempotency key, as long as no token of the response was
     * used, and receives the same tokens; only an access token that has expired meanwhile is a new one.
     */
    "larder.auth.v1.Sessions/RefreshSession": Method<Auth.RefreshSessionRequest, Auth.SessionTokens, "unary">;
    /** Ends the session that the refresh token belongs to, its access tokens included. Unknown tokens are accepted silently. */
    "larder.auth.v1.Sessions/SignOut": Method<Auth.SignOutRequest, Auth.SignOutResponse, "unary">;
    /** The sessions with which the caller is signed in, latest use first. */
    "larder.auth.v1.Sessions/ListSessions": Method<Auth.ListSessionsRequest, Auth.ListSessionsResponse, "unary">;
    /**
     * Ends one of the caller's sessions, its access tokens included: within 4 seconds it is refused everywhere. One that has
     * ended already stays so; one that is not the caller's is NOT_FOUND.
     */
    "larder.auth.v1.Sessions/EndSession": Method<Auth.EndSessionRequest, Auth.EndSessionResponse, "unary">;
    /** Ends all of the caller's sessions but the one that calls, as EndSession does. */
    "larder.auth.v1.Sessions/EndOtherSessions": Method<Auth.EndOtherSessionsRequest, Auth.EndOtherSessionsResponse, "unary">;
    "larder.auth.v1.Keys/ListKeys": Method<Auth.ListKeysRequest, Auth.KeySet, "unary">;
    "larder.auth.v1.Settings/GetSettings": Method<Auth.GetSettingsRequest, Auth.UserSettings, "unary">;
    /**
     * Changes the fields that are named and leaves all others as they are, so that devices that change different ones do not
     * undo each other. Access tokens name language and time zone: a change of these has the tokens renewed.
     */
    "larder.auth.v1.Settings/UpdateSettings": Method<Auth.UpdateSettingsRequest, Auth.UserSettings, "unary">;
    /** Every badge there is, in the order in which they are usually got, with when the caller got it. */
    "larder.budget.v1.Badges/ListBadges": Method<Budget.ListBadgesRequest, Budget.ListBadgesResponse, "unary">;
    /** An idempotency key is required. FAILED_PRECONDITION (TOO_MANY_GOALS) where there are 100 already. */
    "larder.budget.v1.Goals/CreateGoal": Method<Budget.CreateGoalRequest, Budget.Goal, "unary">;
    /** Replaces what a goal is. */
    "larder.budget.v1.Goals/ChangeGoal": Method<Budget.ChangeGoalRequest, Budget.Goal, "unary">;
    /** Ends a goal. Undoing it brings it back. */
    "larder.budget.v1.Goals/RemoveGoal": Method<Budget.RemoveGoalRequest, Budget.Goal, "unary">;
    /**
     * Undoes the latest change of a goal that is not undone yet, exactly. Repeating the call undoes the one before. With an
     * idempotency key a repeated request undoes one. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
     */
    "larder.budget.v1.Goals/UndoGoal": Method<Budget.UndoGoalRequest, Budget.Goal, "unary">;
    /** The caller's goals, oldest first, with how far they are. Those that were removed are left out. */
    "larder.budget.v1.Goals/ListGoals": Method<Budget.ListGoalsRequest, Budget.ListGoalsResponse, "unary">;
    /**
     * Sends an update at once, and another one whenever goals of the caller are added, changed or removed, until the call is
     * cancelled. How far they are changes with purchases.
     */
    "larder.budget.v1.Goals/WatchGoals": Method<Budget.WatchGoalsRequest, Budget.GoalListUpdate, "serverStreaming">;
    /**
     * Reads a file and says what would be recorded of it, without recording anything. INVALID_ARGUMENT for what is no file of a
     * known format, and for one with more than 10,000 rows.
     */
    "larder.budget.v1.Imports/PreviewImport": Method<Budget.PreviewImportRequest, Budget.ImportPreview, "unary">;
    /**
     * Records what a file has, all of it or nothing. What is in the ledger already is left out. An idempotency key is required.
     * FAILED_PRECONDITION (ROWS_INVALID) where rows have errors that the caller has not accepted, and (LEDGER_FULL)
     * where the ledger would have more than 100,000 entries; RESOURCE_EXHAUSTED (TOO_MANY_IMPORTS) after 50 imports within a day.
     */
    "larder.budget.v1.Imports/CreateImport": Method<Budget.CreateImportRequest, Budget.Import, "unary">;
    /** The caller's latest 100 imports, newest first. */
    "larder.budget.v1.Imports/ListImports": Method<Budget.ListImportsRequest, Budget.ListImportsResponse, "unary">;
    /**
     * Removes what an import has recorded, as far as its owner has not changed it since. The file can be imported again. An import
     * that was undone is unchanged.
     */
    "larder.budget.v1.Imports/UndoImport": Method<Budget.UndoImportRequest, Budget.Import, "unary">;
    /** Sends the ledger as a file, in parts that follow each other; what was discarded is left out. */
    "larder.budget.v1.Imports/ExportLedger": Method<Budget.ExportLedgerRequest, Budget.LedgerChunk, "serverStreaming">;
    /**
     * Sums up what was spent in a period, apart for each currency. A purchase counts with its printed total, or else with the sum
     * of its items and taxes; neither discarded purchases nor those count that seem to be duplicates. The groups of a currency add
     * up to its total, to the cent.
     */
    "larder.budget.v1.Insights/SummarizeSpending": Method<Budget.SummarizeSpendingRequest, Budget.SpendingSummary, "unary">;
    /** Recomputes every total of the caller's ledger from items and taxes, and says where one differs. */
    "larder.budget.v1.Insights/CheckLedger": Method<Budget.CheckLedgerRequest, Budget.LedgerCheck, "unary">;
    /**
     * Compares what was spent in one period with a security over another period: what the amount would have become, had it been invested
     * at that period's beginning.
     */
    "larder.budget.v1.Investing/CompareWithSecurity": Method<Budget.CompareWithSecurityRequest, Budget.SecurityComparison, "unary">;
    /** What the money spent in a period would have earned, had each purchase been invested on its own day, or the next day with a price. */
    "larder.budget.v1.Investing/EstimateEarnings": Method<Budget.EstimateEarningsRequest, Budget.EarningsEstimate, "unary">;
    /** The securities that the caller has saved, in the order in which they were. */
    "larder.budget.v1.Investing/ListSavedSecurities": Method<Budget.ListSavedSecuritiesRequest, Budget.ListSavedSecuritiesResponse, "unary">;
    /**
     * Saves a security; one that was removed comes back at its place, as it was. FAILED_PRECONDITION (TOO_MANY_SAVED) where there are 100
     * already. NOT_FOUND for an unknown symbol.
     */
    "larder.budget.v1.Investing/SaveSecurity": Method<Budget.SaveSecurityRequest, Budget.SavedSecurity, "unary">;
    /** Removes a security from the saved ones. Saving it undoes that. NOT_FOUND for one that was never saved. */
    "larder.budget.v1.Investing/RemoveSavedSecurity": Method<Budget.RemoveSavedSecurityRequest, Budget.SavedSecurity, "unary">;
    /**
     * What the caller bought within 60 days and paid more for, the last time, than it costs today at a store in their reach: within
     * the radius of their home place, without the stores that they ignore. One offer for each thing, of the lowest price for a
     * common unit, what saves most at the top; of equal prices that of a preferred store, then of the nearest. What may not cost
     * that by the caller's preferences is left out. FAILED_PRECONDITION (`HOME_PLACE_MISSING`) for a caller without a home place.
     */
    "larder.budget.v1.Offers/ListOffers": Method<Budget.ListOffersRequest, Budget.ListOffersResponse, "unary">;
    /** The caller's, what is about everything first, then categories, then products. */
    "larder.budget.v1.Preferences/ListPreferences": Method<Budget.ListPreferencesRequest, Budget.ListPreferencesResponse, "unary">;
    /**
     * Says what something may cost, in place of what was said of it in that currency. FAILED_PRECONDITION (TOO_MANY_PREFERENCES) where
     * there are 100 already.
     */
    "larder.budget.v1.Preferences/SetPreference": Method<Budget.SetPreferenceRequest, Budget.PricePreference, "unary">;
    /** Has something cost what it may again. Nothing happens where nothing was said of it. */
    "larder.budget.v1.Preferences/RemovePreference": Method<Budget.RemovePreferenceRequest, Budget.RemovePreferenceResponse, "unary">;
    /**
     * What has become dearer or cheaper at a store, rises first, what they cost most in a year at the top. Regular prices are
     * compared, those before discounts, of the same words on receipts of the same store.
     */
    "larder.budget.v1.PaidPrices/ListPriceChanges": Method<Budget.ListPriceChangesRequest, Budget.ListPriceChangesResponse, "unary">;
    /**
     * What the caller has paid within a year beside what the same quantities cost on average, what costs most above it first. An
     * average is that of the month of the purchase, or of one of the two months before it, or else of the same month a year before.
     * Packages are compared with averages of packages at most 1.6 times as large or as small, and what was weighed with averages by
     * weight. A price of more than four times the average or less than a quarter of it is hardly of the same thing, and left out.
     */
    "larder.budget.v1.PaidPrices/CompareWithAverages": Method<Budget.CompareWithAveragesRequest, Budget.CompareWithAveragesResponse, "unary">;
    /** The prices that were paid for one thing. NOT_FOUND for what isn't in the ledger. */
    "larder.budget.v1.PaidPrices/GetPriceHistory": Method<Budget.GetPriceHistoryRequest, Budget.PriceHistory, "unary">;
    /**
     * Adds a purchase that its owner types in, confirmed, with or without a receipt of theirs that could not be read. An
     * idempotency key is required. ALREADY_EXISTS (RECEIPT_RECORDED) when that receipt is in the log;
     * FAILED_PRECONDITION (LEDGER_FULL) where the log has 100,000 entries, with discarded ones.
     */
    "larder.budget.v1.Purchases/CreatePurchase": Method<Budget.CreatePurchaseRequest, Budget.Purchase, "unary">;
    /**
     * Adds an expenditure: a purchase of one item, confirmed. An idempotency key is required. FAILED_PRECONDITION
     * (LEDGER_FULL) as for purchases.
     */
    "larder.budget.v1.Purchases/CreateExpenditure": Method<Budget.CreateExpenditureRequest, Budget.Purchase, "unary">;
    "larder.budget.v1.Purchases/GetPurchase": Method<Budget.GetPurchaseRequest, Budget.Purchase, "unary">;
    /** The caller's purchases, newest first. A page of large purchases may end early: only an empty token marks the end. */
    "larder.budget.v1.Purchases/ListPurchases": Method<Budget.ListPurchasesRequest, Budget.ListPurchasesResponse, "unary">;
    /** Replaces the given fields of one item. */
    "larder.budget.v1.Purchases/CorrectItem": Method<Budget.CorrectItemRequest, Budget.Purchase, "unary">;
    /**
     * Marks a purchase as checked by its owner; nothing in it needs review any more. Sums that disagree do not prevent
     * it. A purchase that is already confirmed is unchanged, whatever version was expected.
     */
    "larder.budget.v1.Purchases/ConfirmPurchase": Method<Budget.ConfirmPurchaseRequest, Budget.Purchase, "unary">;
    /**
     * Applies all edits in order, or none when one is invalid. Together they are one step of the purchase's history. Sums
     * that disagree do not prevent it. With an idempotency key a repeated request changes the purchase once. Adding an item
     * requires the key or an expected version; every other edit may be repeated without. With a base version they are merged with what
     * other devices have changed since.
     */
    "larder.budget.v1.Purchases/EditPurchase": Method<Budget.EditPurchaseRequest, Budget.Purchase, "unary">;
    /**
     * Undoes the owner's latest step that is not undone yet, exactly. Repeating the call undoes the one before. With an
     * idempotency key a repeated request undoes one step. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
     */
    "larder.budget.v1.Purchases/UndoStep": Method<Budget.UndoStepRequest, Budget.UndoStepResponse, "unary">;
    /** The steps of a purchase since it was recorded, newest first. */
    "larder.budget.v1.Purchases/ListSteps": Method<Budget.ListStepsRequest, Budget.ListStepsResponse, "unary">;
    /** Sends the present purchase at once, and again after every step, in order, until the call is cancelled. */
    "larder.budget.v1.Purchases/WatchPurchase": Method<Budget.WatchPurchaseRequest, Budget.PurchaseUpdate, "serverStreaming">;
    /**
     * Sends an update at once, and another one whenever purchases of the caller are added, changed or removed, until the call
     * is cancelled.
     */
    "larder.budget.v1.Purchases/WatchPurchases": Method<Budget.WatchPurchasesRequest, Budget.PurchaseListUpdate, "serverStreaming">;
    /**
     * What is due already is recorded at once. An idempotency key is required. FAILED_PRECONDITION
     * (TOO_MANY_RECURRING_EXPENDITURES) where there are 100 already, and (LEDGER_FULL) where the ledger has no room.
     */
    "larder.budget.v1.Recurring/CreateRecurring": Method<Budget.CreateRecurringRequest, Budget.RecurringExpenditure, "unary">;
    /** Replaces what comes again. What was recorded stays as it is, and no day is recorded twice. */
    "larder.budget.v1.Recurring/ChangeRecurring": Method<Budget.ChangeRecurringRequest, Budget.RecurringExpenditure, "unary">;
    /** Ends it. What was recorded stays in the ledger. Undoing it lets it go on. */
    "larder.budget.v1.Recurring/RemoveRecurring": Method<Budget.RemoveRecurringRequest, Budget.RecurringExpenditure, "unary">;
    /**
     * Undoes the latest change that is not undone yet, exactly. Repeating the call undoes the one before. With an idempotency
     * key a repeated request undoes one. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
     */
    "larder.budget.v1.Recurring/UndoRecurring": Method<Budget.UndoRecurringRequest, Budget.RecurringExpenditure, "unary">;
    /** The caller's, those that are due next first. Those that were removed are left out. */
    "larder.budget.v1.Recurring/ListRecurring": Method<Budget.ListRecurringRequest, Budget.ListRecurringResponse, "unary">;
    /**
     * Sends an update at once, and another one whenever some of the caller's are added, changed, recorded or removed, until the
     * call is cancelled.
     */
    "larder.budget.v1.Recurring/WatchRecurring": Method<Budget.WatchRecurringRequest, Budget.RecurringListUpdate, "serverStreaming">;
    /** Suggestions for the caller, those about goals first. They are worked out with each call. */
    "larder.budget.v1.Suggestions/ListSuggestions": Method<Budget.ListSuggestionsRequest, Budget.ListSuggestionsResponse, "unary">;
    /**
     * Says whether a suggestion is useful. Another vote replaces the former one. NOT_FOUND for a suggestion that is not made
     * now.
     */
    "larder.budget.v1.Suggestions/VoteOnSuggestion": Method<Budget.VoteOnSuggestionRequest, Budget.Suggestion, "unary">;
    /** How many suggestions users have found useful, by kind and month. It shows nothing of who has voted, nor on what. */
    "larder.budget.v1.Suggestions/ReportVotes": Method<Budget.ReportVotesRequest, Budget.ReportVotesResponse, "unary">;
    /** The brokers of regions that have two at least, by region and name, without those whose links are broken. */
    "larder.catalog.v1.Brokers/ListBrokers": Method<Catalog.ListBrokersRequest, Catalog.ListBrokersResponse, "unary">;
    /** For operators: the links of all brokers, broken ones first, with what the last check of each said. */
    "larder.catalog.v1.Brokers/ListBrokerLinks": Method<Catalog.ListBrokerLinksRequest, Catalog.ListBrokerLinksResponse, "unary">;
    /**
     * Finds what amounts of given days are converted with. In force on a day is the latest rate on or before it, at most 7 days
     * older: one of the two currencies, in either direction (of the same day, the one that needs no division), or else two by way of
     * CAD, EUR or USD, by which the older of both is latest. Where there is none, the amount can't be converted.
     */
    "larder.catalog.v1.ExchangeRates/FindExchangeRates": Method<Catalog.FindExchangeRatesRequest, Catalog.FindExchangeRatesResponse, "unary">;
    /** The rates that are kept, those of the latest day first, also withdrawn ones. */
    "larder.catalog.v1.ExchangeRateOperations/ListExchangeRates": Method<Catalog.ListExchangeRatesRequest, Catalog.ListExchangeRatesResponse, "unary">;
    /** Adds a rate or replaces the one of the same currencies and day. What is so already changes nothing. */
    "larder.catalog.v1.ExchangeRateOperations/SetExchangeRate": Method<Catalog.SetExchangeRateRequest, Catalog.KeptExchangeRate, "unary">;
    /** Takes a rate out of use until another one is set for its currencies and day. */
    "larder.catalog.v1.ExchangeRateOperations/WithdrawExchangeRate": Method<Catalog.WithdrawExchangeRateRequest, Catalog.KeptExchangeRate, "unary">;
    /** Takes over the rates of a file: all of them, or none where a line is wrong. Repeating it changes nothing. */
    "larder.catalog.v1.ExchangeRateOperations/ImportExchangeRates": Method<Catalog.ImportExchangeRatesRequest, Catalog.ImportExchangeRatesResponse, "unary">;
    /** What operators did, the latest first. Of given currencies or of a day, each change of a rate, also by files. */
    "larder.catalog.v1.ExchangeRateOperations/ListExchangeRateChanges": Method<Catalog.ListExchangeRateChangesRequest, Catalog.ListExchangeRateChangesResponse, "unary">;
    /** The meaning of each line at a store, and ranked guesses. One entry a line, in order. Nothing is stored. */
    "larder.catalog.v1.Mappings/GuessProducts": Method<Catalog.GuessProductsRequest, Catalog.GuessProductsResponse, "unary">;
    /**
     * Sets the meaning of a line for the caller from now on, at that store and, unless another was chosen there, at
     * others of its chain. A product created for the line is hidden when nothing else refers to it. Once enough users
     * agree on a line that their own receipts printed, the meaning applies to others, without revealing the users. Only
     * what was said with the consent CONSENT_KIND_COMMUNITY_MAPPINGS counts for that; the rest applies to the caller alone.
     */
    "larder.catalog.v1.Mappings/ChooseProduct": Method<Catalog.ChooseProductRequest, Catalog.Mapping, "unary">;
    /** The caller's lines with their meanings, last changed first. */
    "larder.catalog.v1.Mappings/ListMappings": Method<Catalog.ListMappingsRequest, Catalog.ListMappingsResponse, "unary">;
    /** Deletes the meaning of a line for the caller, and withdraws its vote. A mapping that does not exist is no error. */
    "larder.catalog.v1.Mappings/ForgetMapping": Method<Catalog.ForgetMappingRequest, Catalog.ForgetMappingResponse, "unary">;
    /** Deletes all of the caller's mappings in the same way. Deletions before the deadline persist; repeat the call. */
    "larder.catalog.v1.Mappings/ForgetAllMappings": Method<Catalog.ForgetAllMappingsRequest, Catalog.ForgetAllMappingsResponse, "unary">;
    /** Lines with votes that may apply to others, or with an operator's decision, last changed first. */
    "larder.catalog.v1.SharedMappings/ListSharedMappings": Method<Catalog.ListSharedMappingsRequest, Catalog.ListSharedMappingsResponse, "unary">;
    /** Decides about a line regardless of votes, until decided otherwise. */
    "larder.catalog.v1.SharedMappings/DecideSharedMapping": Method<Catalog.DecideSharedMappingRequest, Catalog.SharedMapping, "unary">;
    /** Last extended first. */
    "larder.catalog.v1.FeedbackReports/ListFeedbackReports": Method<Catalog.ListFeedbackReportsRequest, Catalog.ListFeedbackReportsResponse, "unary">;
    /** Decides whether the user's choices apply to others. They apply to the user in any case. */
    "larder.catalog.v1.FeedbackReports/DecideFeedbackReport": Method<Catalog.DecideFeedbackReportRequest, Catalog.FeedbackReport, "unary">;
    /** For operators: the observations that are held, or all of a product, the latest week first. */
    "larder.catalog.v1.PriceObservations/ListPriceObservations": Method<Catalog.ListPriceObservationsRequest, Catalog.ListPriceObservationsResponse, "unary">;
    /** For operators: has an observation used, or refuses it, until they decide otherwise. */
    "larder.catalog.v1.PriceObservations/DecidePriceObservation": Method<Catalog.DecidePriceObservationRequest, Catalog.PriceObservation, "unary">;
    /** Products whose name resembles the text, in any language, best first. */
    "larder.catalog.v1.Products/SearchProducts": Method<Catalog.SearchProductsRequest, Catalog.SearchProductsResponse, "unary">;
    "larder.catalog.v1.Products/GetProduct": Method<Catalog.GetProductRequest, Catalog.Product, "unary">;
    "larder.catalog.v1.Products/ListCategories": Method<Catalog.ListCategoriesRequest, Catalog.ListCategoriesResponse, "unary">;
    /**
     * Adds a product of the caller's own. A name that already exists, shared or among the caller's own, returns the
     * existing product.
     */
    "larder.catalog.v1.Products/CreateProduct": Method<Catalog.CreateProductRequest, Catalog.CreateProductResponse, "unary">;
    /** The tables, with their columns. */
    "larder.catalog.v1.ReferenceTables/ListReferenceTables": Method<Catalog.ListReferenceTablesRequest, Catalog.ListReferenceTablesResponse, "unary">;
    /** The rows of a table by their keys. */
    "larder.catalog.v1.ReferenceTables/ListReferenceRows": Method<Catalog.ListReferenceRowsRequest, Catalog.ListReferenceRowsResponse, "unary">;
    /**
     * Adds and replaces the rows of a file: all of them, or none where a line is wrong. Other rows stay. Repeating it changes
     * nothing, and a row that is as it ships stays one that follows releases.
     */
    "larder.catalog.v1.ReferenceTables/ImportReferenceRows": Method<Catalog.ImportReferenceRowsRequest, Catalog.ImportReferenceRowsResponse, "unary">;
    /** Takes a row out of use until a file has it again. NOT_FOUND for a key that there has never been. */
    "larder.catalog.v1.ReferenceTables/WithdrawReferenceRow": Method<Catalog.WithdrawReferenceRowRequest, Catalog.ReferenceRow, "unary">;
    /** What operators changed in rows, the latest first. */
    "larder.catalog.v1.ReferenceTables/ListReferenceChanges": Method<Catalog.ListReferenceChangesRequest, Catalog.ListReferenceChangesResponse, "unary">;
    /**
     * Securities by symbol or name: the exact symbol first, then symbols and names that begin with the text, then similar ones.
     * Without a text all, by their symbols.
     */
    "larder.catalog.v1.Securities/SearchSecurities": Method<Catalog.SearchSecuritiesRequest, Catalog.SearchSecuritiesResponse, "unary">;
    /** NOT_FOUND for an unknown symbol. */
    "larder.catalog.v1.Securities/GetSecurity": Method<Catalog.GetSecurityRequest, Catalog.Security, "unary">;
    /**
     * The prices of a security in a period, oldest first, of the series that covers the period best. NOT_FOUND for an unknown
     * symbol.
     */
    "larder.catalog.v1.Securities/GetPrices": Method<Catalog.GetPricesRequest, Catalog.GetPricesResponse, "unary">;
    /**
     * Replaces what is stored of the securities or of the price series in a file of comma-separated values: one with the header
     * symbol,name,exchange,currency,kind,adjustment of securities, or one with the header symbol,date,close of prices. Further columns
     * are ignored. Where any line is wrong nothing is stored, and the response lists the problems. A file has at most 32 MiB; one is
     * imported at a time, and another one is rejected with RESOURCE_EXHAUSTED.
     */
    "larder.catalog.v1.SecurityImports/ImportSecurities": Method<Catalog.ImportSecuritiesRequest, Catalog.ImportSecuritiesResponse, "clientStreaming">;
    /**
     * Prices of a product in the caller's reach: those that hold today, the lowest for a common unit first, and then those that
     * held before within three years, the latest first. NOT_FOUND for an unknown product. FAILED_PRECONDITION
     * (`HOME_PLACE_MISSING`) for a caller without a home place.
     */
    "larder.catalog.v1.StorePrices/FindStorePrices": Method<Catalog.FindStorePricesRequest, Catalog.FindStorePricesResponse, "unary">;
    /**
     * Stores near the caller's home or another point, also the caller's own ones of which it is known where they are: the preferred
     * ones first, and of each kind the nearest first. FAILED_PRECONDITION (`HOME_PLACE_MISSING`) where neither is known.
     */
    "larder.catalog.v1.Stores/FindStores": Method<Catalog.FindStoresRequest, Catalog.FindStoresResponse, "unary">;
    /** The caller's own stores, which receipts have named and which are none of the catalog's: the latest first, at most 1,000. */
    "larder.catalog.v1.Stores/ListOwnStores": Method<Catalog.ListOwnStoresRequest, Catalog.ListOwnStoresResponse, "unary">;
    /**
     * Says where one of the caller's own stores is, in place of what was said before, or takes that back. NOT_FOUND for a store that is
     * not the caller's own.
     */
    "larder.catalog.v1.Stores/SetOwnStoreLocation": Method<Catalog.SetOwnStoreLocationRequest, Catalog.Store, "unary">;
    /** The rates that are in force in a region on a day, those of its whole country among them, by region and name. */
    "larder.catalog.v1.TaxRates/ListTaxRates": Method<Catalog.ListTaxRatesRequest, Catalog.ListTaxRatesResponse, "unary">;
    /** The oldest first. */
    "larder.events.v1.EventOperations/ListEvents": Method<Events.ListEventsRequest, Events.ListEventsResponse, "unary">;
    /** Has events tried again at once, from their first attempt: parked ones, and such as wait for another attempt. */
    "larder.events.v1.EventOperations/ReleaseEvents": Method<Events.ReleaseEventsRequest, Events.ReleaseEventsResponse, "unary">;
    /**
     * Parks waiting events, so that later ones of their key are delivered: for an event that its receiver fails at again and
     * again without rejecting it. One that is being delivered at this moment stays as it is.
     */
    "larder.events.v1.EventOperations/ParkEvents": Method<Events.ParkEventsRequest, Events.ParkEventsResponse, "unary">;
    /** Removes parked and kept events for good; events that wait for delivery stay. */
    "larder.events.v1.EventOperations/DropEvents": Method<Events.DropEventsRequest, Events.DropEventsResponse, "unary">;
    /** Newest first. */
    "larder.notifications.v1.Inbox/ListNotifications": Method<Notifications.ListNotificationsRequest, Notifications.ListNotificationsResponse, "unary">;
    /** Marks entries as read, by their ids or by what they are about. Entries already read are unchanged. */
    "larder.notifications.v1.Inbox/MarkNotificationsRead": Method<Notifications.MarkNotificationsReadRequest, Notifications.MarkNotificationsReadResponse, "unary">;
    /**
     * Deletes entries, on all devices at once. For 24 hours they can be restored, and are in no list, count or update; then they
     * are erased, within an hour. Entries that are deleted already are unchanged.
     */
    "larder.notifications.v1.Inbox/DeleteNotifications": Method<Notifications.DeleteNotificationsRequest, Notifications.DeleteNotificationsResponse, "unary">;
    /**
     * Deletes in the same way all entries that the caller has seen, read or not; one that arrives meanwhile stays. Without an
     * idempotency key, a repeated request finds nothing left to delete.
     */
    "larder.notifications.v1.Inbox/DeleteAllNotifications": Method<Notifications.DeleteAllNotificationsRequest, Notifications.DeleteAllNotificationsResponse, "unary">;
    /**
     * Undoes a deletion, on all devices at once: entries are as they were, read or unread, and at their former place. Entries that
     * are in the inbox already are unchanged.
     */
    "larder.notifications.v1.Inbox/RestoreNotifications": Method<Notifications.RestoreNotificationsRequest, Notifications.RestoreNotificationsResponse, "unary">;
    /** Sends an update at once, and another one whenever entries are added, read, removed or restored, until the call is cancelled. */
    "larder.notifications.v1.Inbox/WatchNotifications": Method<Notifications.WatchNotificationsRequest, Notifications.InboxUpdate, "serverStreaming">;
    /**
     * Every kind of notice, with the channels that it may use and whether they are on for the caller, and when the caller wants to be
     * disturbed. What the caller has not chosen is as it is for everybody: entries of the inbox are on, and
     * web push for most kinds; mails and daily reminders are off.
     */
    "larder.notifications.v1.NoticePreferences/GetNoticePreferences": Method<Notifications.GetNoticePreferencesRequest, Notifications.GetNoticePreferencesResponse, "unary">;
    /**
     * Switches a channel of a kind on or off. What waits to go out by it then does not, and what happens while it is off is not made up
     * for later.
     */
    "larder.notifications.v1.NoticePreferences/SetNoticePreference": Method<Notifications.SetNoticePreferenceRequest, Notifications.NoticePreference, "unary">;
    /**
     * Sets how often a kind goes out by mail and web push. What waits already comes when it was to come. Urgent kinds and reminders
     * always go out at once; reminders not at all where quiet hours last until the next day.
     */
    "larder.notifications.v1.NoticePreferences/SetNoticeFrequency": Method<Notifications.SetNoticeFrequencyRequest, Notifications.NoticePreference, "unary">;
    /** Sets time zone, quiet hours and the times of daily digests and reminders. */
    "larder.notifications.v1.NoticePreferences/SetNoticeTimes": Method<Notifications.NoticeTimes, Notifications.NoticeTimes, "unary">;
    /**
     * Switches mails of a kind off for whoever has the link of one of them, signed in or not, for half a year after the mail.
     * INVALID_ARGUMENT for a token that no mail had, and for switching them on; FAILED_PRECONDITION with reason LINK_EXPIRED later, and
     * when nothing is stored of the person any more.
     */
    "larder.notifications.v1.NoticePreferences/SwitchMail": Method<Notifications.SwitchMailRequest, Notifications.SwitchMailResponse, "unary">;
    /** By channel and reason. */
    "larder.notifications.v1.NoticeOperations/ListFailures": Method<Notifications.ListFailuresRequest, Notifications.ListFailuresResponse, "unary">;
    /** Has what failed tried again at once. */
    "larder.notifications.v1.NoticeOperations/RetryFailures": Method<Notifications.RetryFailuresRequest, Notifications.RetryFailuresResponse, "unary">;
    /** The caller's, in the order in which they were added. */
    "larder.notifications.v1.TemptingPlaces/ListPlaces": Method<Notifications.ListPlacesRequest, Notifications.ListPlacesResponse, "unary">;
    /** Adds a place, or replaces the caller's of the same id. FAILED_PRECONDITION (TOO_MANY_PLACES) where there are 50 already. */
    "larder.notifications.v1.TemptingPlaces/SetPlace": Method<Notifications.SetPlaceRequest, Notifications.TemptingPlace, "unary">;
    /** Removes a place, and withdraws an unread reminder of it. Nothing happens where there is no such place. */
    "larder.notifications.v1.TemptingPlaces/RemovePlace": Method<Notifications.RemovePlaceRequest, Notifications.RemovePlaceResponse, "unary">;
    /**
     * The caller has come to a place: reminds them at once, in place of an unread reminder of the same place, but at most once an hour
     * for each place. NOT_FOUND for a place that is not the caller's.
     */
    "larder.notifications.v1.TemptingPlaces/ReportVisit": Method<Notifications.ReportVisitRequest, Notifications.ReportVisitResponse, "unary">;
    /** The key by which push services know this installation: what a browser's subscription is made with (RFC 8292). */
    "larder.notifications.v1.WebPush/GetPushKey": Method<Notifications.GetPushKeyRequest, Notifications.GetPushKeyResponse, "unary">;
    /**
     * Adds the caller's browser, or renews it, which it has to do every 60 days. An endpoint belongs to who registered it last.
     * INVALID_ARGUMENT for an endpoint of no push service that this installation allows. RESOURCE_EXHAUSTED for more than 20.
     */
    "larder.notifications.v1.WebPush/RegisterPushDevice": Method<Notifications.RegisterPushDeviceRequest, Notifications.PushDevice, "unary">;
    /** The caller's browsers, latest first. */
    "larder.notifications.v1.WebPush/ListPushDevices": Method<Notifications.ListPushDevicesRequest, Notifications.ListPushDevicesResponse, "unary">;
    /** Removes one of the caller's browsers; one that is removed already is unchanged. */
    "larder.notifications.v1.WebPush/RemovePushDevice": Method<Notifications.RemovePushDeviceRequest, Notifications.RemovePushDeviceResponse, "unary">;
    /**
     * Uploads a photo in chunks. The first message has the header, the following ones the bytes in order. A long receipt
     * may come as several photos, from its top to its end; overlapping parts are merged. Responds as soon as the photo is
     * checked and queued. With an idempotency key the same photo returns the same receipt; another photo with that key is
     * rejected (ALREADY_EXISTS, IDEMPOTENCY_KEY_REUSED). An unusable photo is rejected with INVALID_ARGUMENT and one of
     * NOT_AN_IMAGE, IMAGE_EMPTY, IMAGE_TOO_LARGE, IMAGE_TRUNCATED, IMAGE_DAMAGED, IMAGE_DIMENSIONS; too many photos with
     * TOO_MANY_PHOTOS. An upload of which less than 16 KiB come in 30 s is ended with DEADLINE_EXCEEDED, UPLOAD_STALLED; while
     * the memory for photos is scarce also one of which less than half of what had come before comes in 30 s. Of a caller at
     * most 4 uploads run and 40 MiB are held; more, and what finds no memory, is rejected with RESOURCE_EXHAUSTED,
     * TOO_MANY_UPLOADS. An upload that takes longer than 10 s can be ended in favour of others that find none, with
     * RESOURCE_EXHAUSTED, TRANSFER_DISPLACED. While 50 receipts of the caller wait to be read, an upload is rejected with
     * RESOURCE_EXHAUSTED, TOO_MANY_UNREAD.
     */
    "larder.ocr.v1.Receipts/UploadReceipt": Method<OCR.UploadReceiptRequest, OCR.UploadReceiptResponse, "clientStreaming">;
    /** Sends the present state at once and every change until the receipt is done or failed. */
    "larder.ocr.v1.Receipts/WatchReceipt": Method<OCR.WatchReceiptRequest, OCR.ReceiptProgress, "serverStreaming">;
    /**
     * Sends an update at once, and another one whenever receipts of the caller are added, make progress, change or are removed,
     * until the call is cancelled.
     */
    "larder.ocr.v1.Receipts/WatchReceipts": Method<OCR.WatchReceiptsRequest, OCR.ReceiptListUpdate, "serverStreaming">;
    "larder.ocr.v1.Receipts/GetReceipt": Method<OCR.GetReceiptRequest, OCR.Receipt, "unary">;
    /** The caller's receipts, newest first, without their readings. */
    "larder.ocr.v1.Receipts/ListReceipts": Method<OCR.ListReceiptsRequest, OCR.ListReceiptsResponse, "unary">;
    /**
     * Queues a failed receipt again, behind the caller's waiting ones. A receipt that has not failed is returned unchanged.
     * FAILED_PRECONDITION (PHOTO_NOT_KEPT) when its photo has been removed. RESOURCE_EXHAUSTED (TOO_MANY_UNREAD) while 50
     * receipts of the caller wait to be read.
     */
    "larder.ocr.v1.Receipts/RetryReceipt": Method<OCR.RetryReceiptRequest, OCR.Receipt, "unary">;
    /**
     * The photo, while it is kept, in the orientation in which it was read and without location metadata. The first
     * message has the header, the following ones the bytes in order. NOT_FOUND (PHOTO_NOT_KEPT) when it has been removed.
     * DEADLINE_EXCEEDED (DOWNLOAD_STALLED) when less than 16 KiB of it is read in 30 s, or less than half of it while the
     * memory for photos is scarce. Downloads are limited, and end in favour of others, as uploads do.
     */
    "larder.ocr.v1.Receipts/DownloadPhoto": Method<OCR.DownloadPhotoRequest, OCR.DownloadPhotoResponse, "serverStreaming">;
    /**
     * Removes the photo and the recognized text of a receipt that is done or failed; the extracted data are kept.
     * FAILED_PRECONDITION (RECEIPT_IN_WORK) before.
     */
    "larder.ocr.v1.Receipts/RemovePhoto": Method<OCR.RemovePhotoRequest, OCR.Receipt, "unary">;
    /** The caller's receipts whose text contains all the words, newest first. Receipts without a photo are not found. */
    "larder.ocr.v1.Receipts/SearchReceipts": Method<OCR.SearchReceiptsRequest, OCR.SearchReceiptsResponse, "unary">;
    /**
     * Open eateries near a location, nearest first. A location where Larder takes no orders is FAILED_PRECONDITION with
     * the reason OUTSIDE_OPERATING_AREA and a sentence that names the nearest one where it does. While the directory of
     * eateries is unavailable, the response is UNAVAILABLE with the reason CATALOG_UNAVAILABLE.
     */
    "larder.orders.v1.Eateries/ListOpenEateries": Method<Orders.ListOpenEateriesRequest, Orders.ListOpenEateriesResponse, "unary">;
    /** One empty request, one empty response. */
    "larder.rpc.v1.Conformance/EmptyCall": Method<RPCMessages.Empty, RPCMessages.Empty, "unary">;
    /**
     * One request, one response of the size asked for. The metadata `x-grpc-test-echo-initial` comes back ahead of the
     * response, `x-grpc-test-echo-trailing-bin` behind it.
     */
    "larder.rpc.v1.Conformance/UnaryCall": Method<RPCMessages.SimpleRequest, RPCMessages.SimpleResponse, "unary">;
    /** Like UnaryCall; what it answers may be kept and given again. */
    "larder.rpc.v1.Conformance/CacheableUnaryCall": Method<RPCMessages.SimpleRequest, RPCMessages.SimpleResponse, "unary">;
    /** One request, the responses that it asks for. */
    "larder.rpc.v1.Conformance/StreamingOutputCall": Method<RPCMessages.StreamingOutputCallRequest, RPCMessages.StreamingOutputCallResponse, "serverStreaming">;
    /** Many requests; the response tells the bytes in all their payloads. */
    "larder.rpc.v1.Conformance/StreamingInputCall": Method<RPCMessages.StreamingInputCallRequest, RPCMessages.StreamingInputCallResponse, "clientStreaming">;
    /** Every request is answered at once with the responses that it asks for. Metadata is sent back as by UnaryCall. */
    "larder.rpc.v1.Conformance/FullDuplexCall": Method<RPCMessages.StreamingOutputCallRequest, RPCMessages.StreamingOutputCallResponse, "bidirectional">;
    /** The requests are answered in order once all have come. */
    "larder.rpc.v1.Conformance/HalfDuplexCall": Method<RPCMessages.StreamingOutputCallRequest, RPCMessages.StreamingOutputCallResponse, "bidirectional">;
    /** Sends one response before it reads anything, then one for each request. */
    "larder.rpc.v1.Conformance/ServerFirstCall": Method<RPCMessages.Empty, RPCMessages.Empty, "bidirectional">;
    /** Never answers: it runs until it is cancelled or late. */
    "larder.rpc.v1.Conformance/HoldCall": Method<RPCMessages.Empty, RPCMessages.Empty, "unary">;
    /** How the calls of this server went, for a look behind what the wire shows. */
    "larder.rpc.v1.Conformance/GetTally": Method<RPCMessages.Empty, RPCMessages.Tally, "unary">;
    /** Declared, and served by nobody. */
    "larder.rpc.v1.Conformance/UnimplementedCall": Method<RPCMessages.Empty, RPCMessages.Empty, "unary">;
    "larder.rpc.v1.Unimplemented/UnimplementedCall": Method<RPCMessages.Empty, RPCMessages.Empty, "unary">;
    "larder.rpc.v1.Echo/UnaryEcho": Method<RPCMessages.EchoMessage, RPCMessages.EchoMessage, "unary">;
    /** Answers with the number of messages and bytes received. */
    "larder.rpc.v1.Echo/CollectEchoes": Method<RPCMessages.EchoMessage, RPCMessages.EchoSummary, "clientStreaming">;
    /** Repeats the message as often as it asks for. */
    "larder.rpc.v1.Echo/RepeatEcho": Method<RPCMessages.RepeatEchoRequest, RPCMessages.EchoMessage, "serverStreaming">;
    "larder.rpc.v1.Echo/ExchangeEchoes": Method<RPCMessages.EchoMessage, RPCMessages.EchoMessage, "bidirectional">;
    /** The health of one service, or of the whole process when the name is empty. */
    "larder.rpc.v1.Health/CheckHealth": Method<RPCMessages.CheckHealthRequest, RPCMessages.CheckHealthResponse, "unary">;
    /** Sends the present health at once and every change from then on. */
    "larder.rpc.v1.Health/WatchHealth": Method<RPCMessages.CheckHealthRequest, RPCMessages.CheckHealthResponse, "serverStreaming">;
    /** The health of everything this process knows of. The gateway lists all services behind it. */
    "larder.rpc.v1.Health/ListHealth": Method<RPCMessages.ListHealthRequest, RPCMessages.ListHealthResponse, "unary">;
    /** The services and their methods, in alphabetical order. */
    "larder.rpc.v1.Reflection/ListServices": Method<RPCMessages.ListServicesRequest, RPCMessages.ListServicesResponse, "unary">;
    /** A service, method, message or enumeration with all that it is made of. NOT_FOUND for any other name. */
    "larder.rpc.v1.Reflection/DescribeSymbol": Method<RPCMessages.DescribeSymbolRequest, RPCMessages.Schema, "unary">;
}
