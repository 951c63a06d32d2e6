// Generated from all .proto files by protoc-gen-larder. Do not edit.

/** `larder.auth.v1` */
export namespace Auth {
    export type ConsentKind =
        | "CONSENT_KIND_UNSPECIFIED"
        | "CONSENT_KIND_LOCATION"
        | "CONSENT_KIND_HEALTH_DATA"
        | "CONSENT_KIND_COMMUNITY_PRICES"
        /** Keeping corrections of readings from photos as examples. */
        | "CONSENT_KIND_LEARNING_FROM_PHOTOS"
        | "CONSENT_KIND_PERSONAL_SUGGESTIONS"
        | "CONSENT_KIND_PROMOTIONAL_MAIL"
        | "CONSENT_KIND_SUPPORT_ACCESS"
        /** Counting what the user says printed lines mean for other users, without a name. */
        | "CONSENT_KIND_COMMUNITY_MAPPINGS";
    /** What the confirmation of an address has done. */
    export type EmailPurpose =
        | "EMAIL_PURPOSE_UNSPECIFIED"
        /** It has completed a registration: its user can sign in. */
        | "EMAIL_PURPOSE_REGISTRATION"
        /** The address has replaced another one. */
        | "EMAIL_PURPOSE_CHANGE"
        /** The former address of an account is its address again, and all sessions have ended: its user chooses a new password next. */
        | "EMAIL_PURPOSE_RESTORATION"
        /** The account is secured, and all sessions have ended: its user chooses a new password next. */
        | "EMAIL_PURPOSE_SECURING";
    export type VerificationState =
        | "VERIFICATION_STATE_UNSPECIFIED"
        /** The mail waits to be sent, perhaps since the mail server does not take it yet. */
        | "VERIFICATION_STATE_PENDING"
        /** The mail server has taken the mail. */
        | "VERIFICATION_STATE_SENT"
        /** The mail server says that the address does not work. */
        | "VERIFICATION_STATE_UNDELIVERABLE"
        /** The registration is complete. */
        | "VERIFICATION_STATE_VERIFIED";
    /** What signing in may take beside the password. */
    export type FactorKind =
        | "FACTOR_KIND_UNSPECIFIED"
        /** Six digits that an app derives from a shared secret and the time (RFC 6238). */
        | "FACTOR_KIND_AUTHENTICATOR_APP"
        /** A passkey or hardware key (WebAuthn). */
        | "FACTOR_KIND_PASSKEY"
        /** Six digits that are mailed to the account's address. */
        | "FACTOR_KIND_EMAIL_CODE"
        /** One of the codes that were shown when the first factor was added. It is no factor of its own. */
        | "FACTOR_KIND_RECOVERY_CODE";
    /** A larger number allows what the smaller ones do. */
    export type Plan =
        /** Not said; the same as Basic. */
        | "PLAN_UNSPECIFIED"
        | "PLAN_BASIC"
        | "PLAN_PRO";
    export type Gender =
        /** Not said. */
        | "GENDER_UNSPECIFIED"
        | "GENDER_FEMALE"
        | "GENDER_MALE"
        | "GENDER_OTHER";
    export type DietaryTag =
        | "DIETARY_TAG_UNSPECIFIED"
        | "DIETARY_TAG_VEGETARIAN"
        | "DIETARY_TAG_VEGAN"
        | "DIETARY_TAG_PESCATARIAN"
        | "DIETARY_TAG_HALAL"
        | "DIETARY_TAG_KOSHER"
        | "DIETARY_TAG_GLUTEN_FREE"
        | "DIETARY_TAG_LACTOSE_FREE"
        | "DIETARY_TAG_NUT_FREE"
        | "DIETARY_TAG_EGG_FREE"
        | "DIETARY_TAG_SHELLFISH_FREE";
    /** What a user may be beside a user. */
    export type Role =
        | "ROLE_UNSPECIFIED"
        /** Keeps reference data, looks after the deployment. */
        | "ROLE_OPERATOR"
        /** Decides about reports and what users publish. */
        | "ROLE_MODERATOR"
        /** Grants roles. */
        | "ROLE_ADMINISTRATOR"
        /** Reads the intake reports of patients who allow it. */
        | "ROLE_HEALTHCARE_PROVIDER";
    export type UnitSystem =
        /** Not chosen, so that each device keeps its own. */
        | "UNIT_SYSTEM_UNSPECIFIED"
        | "UNIT_SYSTEM_METRIC"
        | "UNIT_SYSTEM_IMPERIAL"
        /** As in Canada: roads and temperatures metric, groceries by the pound. */
        | "UNIT_SYSTEM_CANADIAN";
    export type Theme =
        /** Not chosen, so that each device keeps its own. */
        | "THEME_UNSPECIFIED"
        /** As the device has it. */
        | "THEME_DEVICE"
        | "THEME_LIGHT"
        | "THEME_DARK";
    export type Palette =
        /** Not chosen, so that each device keeps its own. */
        | "PALETTE_UNSPECIFIED"
        /** The theme's own colours. */
        | "PALETTE_STANDARD"
        /** Tells states apart without red and green. */
        | "PALETTE_BLUE"
        /** As much contrast as there is, without red and green. */
        | "PALETTE_CONTRAST";
    export type TextSize =
        /** Not chosen, so that each device keeps its own. */
        | "TEXT_SIZE_UNSPECIFIED"
        | "TEXT_SIZE_NORMAL"
        | "TEXT_SIZE_LARGE"
        | "TEXT_SIZE_LARGER";
    export interface RegisterRequest {
        /** 3 to 32 letters and digits, unique regardless of case, permanent. */
        username?: string;
        /** Up to 254 characters, unique regardless of case. */
        email?: string;
        /** 8 to 128 characters with at least one letter, one digit and one symbol; none of the most common ones. */
        password?: string;
        /** The version of the terms that was shown and accepted; see GetTerms. */
        acceptedTermsVersion?: string;
        /** What the person is called: up to 100 letters of any script with spaces, hyphens and apostrophes. May be empty. */
        displayName?: string;
        /** The consents that are given; all others are not. Ignored when a registration is repeated. */
        consents?: Auth.ConsentKind[];
    }
    export interface BeginRegistrationPasskeyRequest {
        /** From the response to Register. */
        registrationToken?: string;
    }
    export interface CompleteRegistrationRequest {
        /** From the response to Register. */
        registrationToken?: string;
        /** Of the setup. */
        token?: string;
        /** What its owner calls the passkey: 1 to 60 characters. */
        name?: string;
        passkey?: Auth.PasskeyRegistration;
    }
    export interface GetAccountRequest {
    }
    export interface Account {
        /** Permanent id, a UUID. */
        id?: string;
        username?: string;
        email?: string;
        createdAt?: Common.Timestamp;
        /** The latest version of the terms that was accepted. */
        acceptedTermsVersion?: string;
        /** What the person is called; may be empty. */
        displayName?: string;
        /** Whether the address is confirmed. A registration that a passkey has completed is complete without it. */
        emailVerified?: boolean;
        /** The address that replaces `email` once it is confirmed by the mailed link; mostly empty. */
        newEmail?: string;
        /** Whether there are newer terms in force, which are to be accepted. */
        termsPending?: boolean;
        /** The roles of the account, beside that of a user. */
        roles?: Auth.Role[];
        /** Since when there is a photo, which Profiles/GetPhoto has; missing when there is none. */
        photoChangedAt?: Common.Timestamp;
        /** In the response of Register alone: by which whoever has registered completes the registration, without the password. */
        registrationToken?: string;
    }
    export interface AcceptTermsRequest {
        /** The version that was shown; see GetTerms. */
        version?: string;
    }
    export interface AcceptTermsResponse {
    }
    export interface ChangePasswordRequest {
        currentPassword?: string;
        /** 8 to 128 characters with at least one letter, one digit and one symbol; none of the most common ones. */
        newPassword?: string;
    }
    export interface ChangePasswordResponse {
    }
    export interface GetTermsRequest {
    }
    export interface Terms {
        version?: string;
        text?: string;
    }
    export interface CloseAccountRequest {
        currentPassword?: string;
        /** The caller's user name, regardless of case, typed to confirm that the account is to be closed. */
        username?: string;
    }
    export interface CloseAccountResponse {
        /** Until then the account can be reopened. */
        reopenableUntil?: Common.Timestamp;
    }
    export interface ReopenAccountRequest {
        /** User name or e-mail address. */
        name?: string;
        password?: string;
        /** Whether the client can answer a challenge by CompleteReopening. */
        acceptsChallenge?: boolean;
    }
    export interface ReopenAccountResponse {
        /** The password is right, and a second factor is needed: the account is still closed. */
        challenge?: Auth.FactorChallenge;
    }
    export interface CompleteReopeningRequest {
        /** Of the challenge. */
        token?: string;
        answer?: Auth.FactorAnswer;
    }
    export interface CompleteReopeningResponse {
    }
    export interface ExportDataRequest {
    }
    export interface ExportDataResponse {
        /** The next bytes of the file. */
        contents?: string;
    }
    export interface Consent {
        kind?: Auth.ConsentKind;
        given?: boolean;
        /** When it was last given or withdrawn; absent when it never was. */
        changedAt?: Common.Timestamp;
    }
    export interface ListConsentsRequest {
    }
    export interface ListConsentsResponse {
        consents?: Auth.Consent[];
    }
    export interface SetConsentRequest {
        kind?: Auth.ConsentKind;
        given?: boolean;
    }
    export interface ConfirmEmailRequest {
        /** As in the link. */
        token?: string;
        /** Of the account, for confirming an address. */
        password?: string;
        /** From the response to Accounts/Register, in place of the password. */
        registrationToken?: string;
    }
    export interface ConfirmOwnEmailRequest {
        /** As in the link. */
        token?: string;
    }
    export interface ConfirmEmailResponse {
        /** The account's user name. */
        username?: string;
        purpose?: Auth.EmailPurpose;
    }
    export interface ResendVerificationRequest {
        /** User name or e-mail address. */
        name?: string;
    }
    export interface ResendVerificationResponse {
    }
    export interface GetVerificationRequest {
        /** A UUID, from the response to Accounts/Register. */
        accountId?: string;
    }
    export interface Verification {
        state?: Auth.VerificationState;
        /** When the latest mail was sent; absent until one is. */
        sentAt?: Common.Timestamp;
        /** Until when the registration can be completed; absent once it is. */
        expiresAt?: Common.Timestamp;
    }
    export interface ChangeEmailRequest {
        currentPassword?: string;
        /** Up to 254 characters, unique regardless of case. */
        newEmail?: string;
    }
    export interface ChangeEmailResponse {
    }
    /** A factor of an account. */
    export interface Factor {
        /** A UUID. */
        id?: string;
        kind?: Auth.FactorKind;
        /** What its owner calls it. */
        name?: string;
        createdAt?: Common.Timestamp;
        /** Missing when it was never used. */
        lastUsedAt?: Common.Timestamp;
    }
    export interface ListFactorsRequest {
    }
    export interface ListFactorsResponse {
        factors?: Auth.Factor[];
        /** How many recovery codes have not been used. */
        recoveryCodesLeft?: number;
        /** What can be added. */
        available?: Auth.FactorKind[];
    }
    export interface BeginFactorRequest {
        kind?: Auth.FactorKind;
    }
    /** A factor that is being added. */
    export interface FactorSetup {
        /** For AddFactor. */
        token?: string;
        expiresAt?: Common.Timestamp;
        /** For an authenticator app. */
        authenticator?: Auth.AuthenticatorSecret;
        /** For a passkey. */
        passkey?: Auth.PasskeyCreation;
    }
    /** The secret that an authenticator app takes. */
    export interface AuthenticatorSecret {
        /** Base32, to be typed in. */
        secret?: string;
        /** The same as an otpauth address. */
        uri?: string;
        /** The same as a QR code. */
        qrCode?: Auth.QRCode;
    }
    /** A square of dark and light modules, without its quiet zone of four. */
    export interface QRCode {
        /** The number of modules of a side. */
        size?: number;
        /** A byte for each module, row by row: 1 for a dark one, 0 for a light one. */
        modules?: string;
    }
    /** The options with which a browser creates a passkey (PublicKeyCredentialCreationOptions). */
    export interface PasskeyCreation {
        challenge?: string;
        relyingPartyId?: string;
        userHandle?: string;
        username?: string;
        /** The credentials that the account has already. */
        excludedCredentials?: string[];
        /** The algorithms that are taken, as COSE numbers, preferred ones first. */
        algorithms?: number[];
    }
    /** The options with which a browser uses a passkey (PublicKeyCredentialRequestOptions). */
    export interface PasskeyRequest {
        challenge?: string;
        relyingPartyId?: string;
        /** The credentials that are taken; without any, each of this relying party that the device offers. */
        allowedCredentials?: string[];
        /** Whether the device has to verify its user. */
        requiresUserVerification?: boolean;
    }
    /** A passkey that a browser has created (AuthenticatorAttestationResponse). */
    export interface PasskeyRegistration {
        clientData?: string;
        authenticatorData?: string;
    }
    /** What a browser has signed with a passkey (AuthenticatorAssertionResponse). */
    export interface PasskeyAssertion {
        credentialId?: string;
        clientData?: string;
        authenticatorData?: string;
        signature?: string;
        /** May be empty where the account is known. */
        userHandle?: string;
    }
    /** What has to be answered with a factor. */
    export interface FactorChallenge {
        /** Single use. */
        token?: string;
        expiresAt?: Common.Timestamp;
        /** With what it can be answered. */
        kinds?: Auth.FactorKind[];
        /** For answering with a passkey. */
        passkey?: Auth.PasskeyRequest;
    }
    /**
     * The answer to a challenge.
     *
     * At most one of these is there: code, passkey.
     */
    export interface FactorAnswer {
        /** Of an authenticator app, of a mail, or a recovery code; spaces and hyphens do not matter. */
        code?: string;
        passkey?: Auth.PasskeyAssertion;
    }
    /** At most one of these is there: code, passkey. */
    export interface AddFactorRequest {
        /** Of the setup. */
        token?: string;
        /** 1 to 60 characters. */
        name?: string;
        /** Of the authenticator app or the mail. */
        code?: string;
        passkey?: Auth.PasskeyRegistration;
    }
    export interface AddFactorResponse {
        factor?: Auth.Factor;
        /** With the first factor of an account; shown this once. */
        recoveryCodes?: string[];
    }
    export interface RenameFactorRequest {
        factorId?: string;
        /** 1 to 60 characters. */
        name?: string;
    }
    export interface RemoveFactorRequest {
        factorId?: string;
    }
    export interface RemoveFactorResponse {
    }
    export interface ReplaceRecoveryCodesRequest {
    }
    export interface RecoveryCodes {
        /** Ten, each of which works once. */
        codes?: string[];
    }
    export interface BeginProofRequest {
    }
    export interface SendProofCodeRequest {
        token?: string;
    }
    export interface SendProofCodeResponse {
    }
    /** At most one of these is there: password, answer. */
    export interface ProveRequest {
        /** Of the challenge of BeginProof, for an answer with a factor. */
        token?: string;
        password?: string;
        answer?: Auth.FactorAnswer;
    }
    export interface ProveResponse {
        /** Until then sensitive changes are taken from this session. */
        validUntil?: Common.Timestamp;
    }
    export interface ListSigningKeysRequest {
    }
    export interface ListSigningKeysResponse {
        keys?: Auth.SigningKeyState[];
    }
    export interface SigningKeyState {
        /** As in a token's header. */
        id?: string;
        createdAt?: Common.Timestamp;
        /** From then on its signatures are rejected; missing while that is not decided. */
        retiresAt?: Common.Timestamp;
        /** Whether it signs new tokens. */
        signs?: boolean;
    }
    export interface RotateSigningKeyRequest {
        /**
         * The former keys leaked: their signatures are rejected from now on, and users renew their sessions. Otherwise they are
         * accepted until the last token that they signed has expired.
         */
        revokeFormer?: boolean;
    }
    export interface RewrapKeysRequest {
    }
    export interface RewrapKeysResponse {
        /** Keys of accounts and of signatures that this call rewrapped. */
        rewrapped?: number;
        /** Accounts and signing keys that still need other master keys, or that no call has looked at yet. */
        remaining?: string;
        /** Of these the ones met in this call that can't be unwrapped: the file lacks their master key, or they were changed. */
        unreadable?: number;
        /** The master key that wraps now. */
        masterKeyId?: string;
    }
    export interface GetPlanRequest {
    }
    export interface PlanState {
        plan?: Auth.Plan;
        /** Since when; missing for an account that has always had Basic. */
        startedAt?: Common.Timestamp;
        /** From then on it is Basic; missing when that is not planned. */
        expiresAt?: Common.Timestamp;
    }
    export interface SetPlanRequest {
        username?: string;
        plan?: Auth.Plan;
        /** In the future; missing for no end. Basic has none. */
        expiresAt?: Common.Timestamp;
    }
    export interface PersonalDetails {
        /** What the person is called, as in Accounts/Register; empty for nothing, then they are called by their user name. */
        displayName?: string;
        /** International form (E.164), such as +16045550123; spaces, hyphens, dots and parentheses are taken out. */
        phone?: string;
        /** Up to 100 characters. */
        department?: string;
        /** YYYY-MM-DD, at most 120 years ago and not in the future. */
        birthdate?: string;
        gender?: Auth.Gender;
    }
    export interface BodyDetails {
        /** 50 to 250; 0 when not said. */
        heightCentimetres?: number;
        /** 10 to 400; 0 when not said. */
        weightKilograms?: number;
    }
    export interface HomePlace {
        location?: Common.Location;
        /** How far away things may be: 100 to 100,000. */
        radiusMetres?: number;
    }
    /** Ids of stores, which are UUIDs; at most 100 in each list. */
    export interface StoreChoices {
        preferred?: string[];
        ignored?: string[];
    }
    export interface DietaryPreferences {
        tags?: Auth.DietaryTag[];
    }
    export interface Profile {
        details?: Auth.PersonalDetails;
        body?: Auth.BodyDetails;
        /** Missing when none is stored. */
        home?: Auth.HomePlace;
        stores?: Auth.StoreChoices;
        diet?: Auth.DietaryPreferences;
        /** Counts changes of `details`, from 1; 0 before the first one. */
        detailsVersion?: string;
        /** Since when there is the photo of GetPhoto; missing when there is none. */
        photoChangedAt?: Common.Timestamp;
    }
    export interface GetPhotoRequest {
    }
    export interface ProfilePhoto {
        /** The file. */
        picture?: string;
        /** image/jpeg, image/png or image/webp. */
        mediaType?: string;
    }
    export interface SetPhotoRequest {
        /** The file. */
        picture?: string;
    }
    export interface RemovePhotoRequest {
    }
    export interface GetProfileRequest {
    }
    export interface UpdateDetailsRequest {
        details?: Auth.PersonalDetails;
        /** The `details_version` that the client has seen: ABORTED when there is a newer one. 0 for any. */
        expectedVersion?: string;
    }
    export interface SetBodyDetailsRequest {
        body?: Auth.BodyDetails;
    }
    export interface SetHomePlaceRequest {
        home?: Auth.HomePlace;
    }
    export interface ClearHomePlaceRequest {
    }
    export interface SetStoreChoicesRequest {
        stores?: Auth.StoreChoices;
    }
    export interface SetDietaryPreferencesRequest {
        diet?: Auth.DietaryPreferences;
    }
    export interface RequestPasswordResetRequest {
        /** User name or e-mail address. */
        name?: string;
    }
    export interface RequestPasswordResetResponse {
    }
    export interface ResetPasswordRequest {
        /** As in the link. */
        token?: string;
        /** 8 to 128 characters with at least one letter, one digit and one symbol; none of the most common ones. */
        newPassword?: string;
    }
    export interface ResetPasswordResponse {
    }
    export interface ListRoleHoldersRequest {
        page?: Common.PageRequest;
    }
    export interface ListRoleHoldersResponse {
        holders?: Auth.RoleHolder[];
        /** Empty on the last page. */
        nextPageToken?: string;
    }
    /** An account and the roles that it has. */
    export interface RoleHolder {
        username?: string;
        roles?: Auth.Role[];
    }
    export interface GrantRoleRequest {
        username?: string;
        role?: Auth.Role;
    }
    export interface WithdrawRoleRequest {
        username?: string;
        role?: Auth.Role;
    }
    export interface SignInRequest {
        /** User name or e-mail address. */
        name?: string;
        password?: string;
        /** The name of this device, up to 100 characters. */
        device?: string;
        /** Whether the client can answer a challenge by CompleteSignIn. */
        acceptsChallenge?: boolean;
    }
    export interface CompleteSignInRequest {
        /** Of the challenge. */
        token?: string;
        answer?: Auth.FactorAnswer;
        /** The name of this device, up to 100 characters. */
        device?: string;
    }
    export interface SendSignInCodeRequest {
        /** Of the challenge. */
        token?: string;
    }
    export interface SendSignInCodeResponse {
    }
    export interface BeginPasskeySignInRequest {
    }
    export interface RefreshSessionRequest {
        refreshToken?: string;
    }
    export interface SessionTokens {
        /** Short-lived signed token (JWT, EdDSA), sent with every call. */
        accessToken?: string;
        accessTokenExpiresAt?: Common.Timestamp;
        /** Opaque, can be used once. */
        refreshToken?: string;
        refreshTokenExpiresAt?: Common.Timestamp;
        accountId?: string;
        username?: string;
        /** In the response of SignIn alone, and then nothing else is: the password is right, and a second factor is needed. */
        challenge?: Auth.FactorChallenge;
    }
    export interface SignOutRequest {
        refreshToken?: string;
    }
    export interface SignOutResponse {
    }
    export interface ListSessionsRequest {
        page?: Common.PageRequest;
    }
    export interface ListSessionsResponse {
        sessions?: Auth.Session[];
        /** Empty on the last page. */
        nextPageToken?: string;
    }
    /** A session of one device, which has not ended. */
    export interface Session {
        /** A UUID. */
        id?: string;
        /** The name of the device that was given when signing in; may be empty. */
        device?: string;
        signedInAt?: Common.Timestamp;
        /**
         * When its tokens were renewed last, or else when it was signed in: earlier than its latest call by an access token's
         * lifetime at the most, ten minutes by default.
         */
        lastUsedAt?: Common.Timestamp;
        /** Whether it is the session that calls. */
        isCurrent?: boolean;
    }
    export interface EndSessionRequest {
        sessionId?: string;
    }
    export interface EndSessionResponse {
    }
    export interface EndOtherSessionsRequest {
    }
    export interface EndOtherSessionsResponse {
        /** How many sessions this call has ended. */
        ended?: number;
    }
    export interface ListKeysRequest {
    }
    export interface KeySet {
        keys?: Auth.VerificationKey[];
    }
    export interface VerificationKey {
        /** Key id as in a token's header. */
        id?: string;
        /** Raw Ed25519 public key, 32 bytes. */
        ed25519PublicKey?: string;
    }
    /** What was chosen in a list the last time, such as its order or a filter. */
    export interface RememberedChoice {
        /** Which list and which choice, such as `log.sort`: 1 to 64 of a-z, A-Z, 0-9, dot, hyphen and underscore. */
        name?: string;
        /** Up to 500 characters. */
        value?: string;
    }
    export interface UserSettings {
        units?: Auth.UnitSystem;
        /** ISO 4217 code of a currency that people pay with; empty when not chosen. */
        currency?: string;
        /** `en` or `fr`, also of mails and notices; empty when not chosen. */
        language?: string;
        /** IANA name, such as America/Vancouver; empty when not chosen. */
        timeZone?: string;
        theme?: Auth.Theme;
        palette?: Auth.Palette;
        textSize?: Auth.TextSize;
        /** Whether no choices are remembered; switching it on forgets those that are. */
        forgetsChoices?: boolean;
        /** At most 50, by name. Ignored while none are to be remembered. */
        choices?: Auth.RememberedChoice[];
        /** The steps of tutorials that were finished or skipped: at most 50, of the same form as names of choices. */
        finishedTutorials?: string[];
        /** Counts changes, from 1; 0 before the first one. Ignored in requests. */
        version?: string;
    }
    export interface GetSettingsRequest {
    }
    export interface UpdateSettingsRequest {
        settings?: Auth.UserSettings;
        /**
         * The names of the fields of `settings` that change, such as `time_zone`; at least one. `choices` are merged by name, and
         * one without a value is forgotten.
         */
        fields?: string[];
        /** The version that the client has seen: ABORTED when there is a newer one. 0 for any. */
        expectedVersion?: string;
    }
}
/** `larder.budget.v1` */
export namespace Budget {
    export type GoalPeriod =
        | "GOAL_PERIOD_UNSPECIFIED"
        | "GOAL_PERIOD_DAY"
        | "GOAL_PERIOD_WEEK"
        | "GOAL_PERIOD_MONTH"
        | "GOAL_PERIOD_YEAR";
    export type ImportFormat =
        | "IMPORT_FORMAT_UNSPECIFIED"
        /** A table of somebody else's, read by a mapping. */
        | "IMPORT_FORMAT_CSV"
        /** Larder's own table, recognised by its header. */
        | "IMPORT_FORMAT_LARDER_CSV"
        /** Larder's own document. */
        | "IMPORT_FORMAT_LARDER_JSON"
        /** Statements of bank accounts and credit cards, OFX 1 and 2. */
        | "IMPORT_FORMAT_OFX"
        /** Accounts that are not of investments. */
        | "IMPORT_FORMAT_QIF";
    /** What a column of a table has. */
    export type ImportColumn =
        | "IMPORT_COLUMN_UNSPECIFIED"
        | "IMPORT_COLUMN_DATE"
        | "IMPORT_COLUMN_TIME"
        /** What the money was spent on. */
        | "IMPORT_COLUMN_NAME"
        /** With a sign. */
        | "IMPORT_COLUMN_AMOUNT"
        /** Money that was spent, of tables that have two columns of amounts. */
        | "IMPORT_COLUMN_SPENT"
        /** Money that came in. */
        | "IMPORT_COLUMN_RECEIVED"
        | "IMPORT_COLUMN_CURRENCY"
        /** A category by its slug in catalog, or a word that the mapping explains. */
        | "IMPORT_COLUMN_CATEGORY"
        | "IMPORT_COLUMN_PLACE"
        | "IMPORT_COLUMN_NOTE"
        /** By which the bank identifies the row. */
        | "IMPORT_COLUMN_REFERENCE";
    /** The order of a date's parts. */
    export type ImportDateOrder =
        | "IMPORT_DATE_ORDER_UNSPECIFIED"
        | "IMPORT_DATE_ORDER_YEAR_MONTH_DAY"
        | "IMPORT_DATE_ORDER_DAY_MONTH_YEAR"
        | "IMPORT_DATE_ORDER_MONTH_DAY_YEAR";
    export type ImportEntryState =
        | "IMPORT_ENTRY_STATE_UNSPECIFIED"
        /** It would be recorded. */
        | "IMPORT_ENTRY_STATE_NEW"
        /** It is in the ledger already, and left out. */
        | "IMPORT_ENTRY_STATE_KNOWN"
        /** Money that came in, left out. */
        | "IMPORT_ENTRY_STATE_RECEIVED";
    export type LedgerFormat =
        | "LEDGER_FORMAT_UNSPECIFIED"
        /** A row an item or tax, with everything; can be imported again. */
        | "LEDGER_FORMAT_CSV"
        /** A larder.budget.v1.Purchase an entry, with everything; can be imported again. */
        | "LEDGER_FORMAT_JSON"
        /** A transaction an entry, for other programs: without items, and without entries that have no day. */
        | "LEDGER_FORMAT_OFX";
    export type SpendingGrouping =
        /** The total alone. */
        | "SPENDING_GROUPING_UNSPECIFIED"
        | "SPENDING_GROUPING_CATEGORY"
        | "SPENDING_GROUPING_PRODUCT"
        | "SPENDING_GROUPING_STORE"
        | "SPENDING_GROUPING_DAY"
        | "SPENDING_GROUPING_MONTH"
        | "SPENDING_GROUPING_KIND";
    export type SpendingPart =
        | "SPENDING_PART_UNSPECIFIED"
        /** What the grouping says. */
        | "SPENDING_PART_GROUP"
        /** Taxes that are not in the prices of items. */
        | "SPENDING_PART_TAXES"
        /** By how much printed totals differ from their items and taxes, such as where no items are known. */
        | "SPENDING_PART_UNLISTED"
        /** All groups beyond the 500 with the largest amounts. */
        | "SPENDING_PART_OTHERS";
    export type LedgerDifferenceKind =
        | "LEDGER_DIFFERENCE_KIND_UNSPECIFIED"
        /** The printed total is not what items and taxes add up to: an item is missing, or was read wrongly. Sums have the printed one. */
        | "LEDGER_DIFFERENCE_KIND_PRINTED_TOTAL"
        /** What is kept of a purchase does not fit its items. That is a fault of Larder's, which its operators are told of. */
        | "LEDGER_DIFFERENCE_KIND_STORED"
        /** The sum of everything in a currency is not what it was recomputed to. That is a fault of Larder's, too. */
        | "LEDGER_DIFFERENCE_KIND_SUM";
    export type PackDimension =
        | "PACK_DIMENSION_UNSPECIFIED"
        | "PACK_DIMENSION_MASS"
        | "PACK_DIMENSION_VOLUME";
    export type PurchaseState =
        | "PURCHASE_STATE_UNSPECIFIED"
        | "PURCHASE_STATE_TO_VERIFY"
        | "PURCHASE_STATE_CONFIRMED"
        /** Discarded by its owner: excluded from lists and sums, but stored. Undoing the step restores it. */
        | "PURCHASE_STATE_DISCARDED";
    export type PurchaseKind =
        | "PURCHASE_KIND_UNSPECIFIED"
        /** What was bought at once, item by item. */
        | "PURCHASE_KIND_PURCHASE"
        /** An amount that was spent on something: one item, whose amount is above 0, or below for a refund. */
        | "PURCHASE_KIND_EXPENDITURE";
    /** A field of a purchase, apart from its items. */
    export type PurchaseField =
        | "PURCHASE_FIELD_UNSPECIFIED"
        | "PURCHASE_FIELD_STORE_NAME"
        | "PURCHASE_FIELD_STORE_ADDRESS"
        | "PURCHASE_FIELD_DATE"
        | "PURCHASE_FIELD_TIME"
        | "PURCHASE_FIELD_CURRENCY"
        | "PURCHASE_FIELD_SUBTOTAL"
        | "PURCHASE_FIELD_TAXES"
        | "PURCHASE_FIELD_TOTAL";
    export type DuplicateDecision =
        | "DUPLICATE_DECISION_UNSPECIFIED"
        /** It is a separate purchase, and counts. */
        | "DUPLICATE_DECISION_KEEP"
        /** It is discarded. Also for a purchase that is no duplicate. */
        | "DUPLICATE_DECISION_DISCARD";
    export type RecurrenceUnit =
        | "RECURRENCE_UNIT_UNSPECIFIED"
        | "RECURRENCE_UNIT_DAY"
        | "RECURRENCE_UNIT_WEEK"
        | "RECURRENCE_UNIT_MONTH"
        | "RECURRENCE_UNIT_YEAR";
    export type SuggestionKind =
        | "SUGGESTION_KIND_UNSPECIFIED"
        /** A goal is passed: what would have kept within it. */
        | "SUGGESTION_KIND_GOAL_PASSED"
        /** Something that one can do without was bought again and again: what leaving it out would bring. */
        | "SUGGESTION_KIND_HABIT";
    export type SuggestionVote =
        /** None, or the former one is taken back. */
        | "SUGGESTION_VOTE_UNSPECIFIED"
        | "SUGGESTION_VOTE_USEFUL"
        | "SUGGESTION_VOTE_NOT_USEFUL";
    export interface ListBadgesRequest {
    }
    export interface ListBadgesResponse {
        badges?: Budget.Badge[];
    }
    export interface Badge {
        /** 1 to 40 lower-case letters, digits and hyphens, such as first-entry. */
        name?: string;
        /** What it is called, in the language of the call. */
        title?: string;
        /** What it is for, a sentence in the language of the call. */
        description?: string;
        /** When the caller got it. Absent when they have not got it yet. */
        awardedAt?: Common.Timestamp;
        /** How far the caller is: of needed, at most as much. Needed is 1 for what is done once. */
        reached?: string;
        needed?: string;
    }
    /** What a goal is. */
    export interface GoalTerms {
        period?: Budget.GoalPeriod;
        /**
         * The day on which periods begin: of a week from 1, Monday, to 7; of a month from 1 to 31, or its last day where it has no such
         * day. 0 means 1. Years begin on 1 January; days have none.
         */
        beginsOn?: number;
        /** What is spent at most in a period; above 0. What was spent in other currencies counts where there is a rate. */
        limit?: Common.Money;
        /**
         * The target: the slug of a category, whose contents count, too, or the id of a product, and not both; empty where everything
         * counts.
         */
        category?: string;
        productId?: string;
    }
    export interface Goal {
        id?: string;
        terms?: Budget.GoalTerms;
        createdAt?: Common.Timestamp;
        /** Increases with every change; sent with one to detect a concurrent one. */
        version?: string;
        removed?: boolean;
        /** Absent in answers to changes, and of removed goals. */
        progress?: Budget.GoalProgress;
        /** What catalog calls a shared product that is the target, in the caller's language; empty otherwise. */
        productName?: string;
    }
    /** How far a goal is in the period that a day is in. */
    export interface GoalProgress {
        firstDay?: string;
        lastDay?: string;
        /**
         * What was spent so far, today included, in the goal's currency. Other currencies are converted at the rates of their purchases'
         * own days; the exact sum is rounded once, halves to the even minor unit.
         */
        spent?: Common.Money;
        /**
         * What it comes to at the end if as much is spent a day as until now; absent in the first tenth of the period, which says too
         * little, and where the period is one day.
         */
        forecast?: Common.Money;
        /** What was spent in other currencies and isn't in it, in the order of their codes: there is no rate. */
        apart?: Common.Money[];
        /** What of it was spent in other currencies, in the goal's; absent where nothing was converted. */
        converted?: Common.Money;
        /** Every rate that this was converted with, by currencies and day. */
        rates?: Catalog.ExchangeRate[];
        /** Rates can't be asked for at present, so that other currencies are apart. */
        ratesUnavailable?: boolean;
    }
    export interface CreateGoalRequest {
        terms?: Budget.GoalTerms;
    }
    export interface ChangeGoalRequest {
        goalId?: string;
        /** 0 skips the check; otherwise ABORTED when the goal has changed since. */
        expectedVersion?: string;
        terms?: Budget.GoalTerms;
    }
    export interface RemoveGoalRequest {
        goalId?: string;
        /** 0 skips the check; otherwise ABORTED when the goal has changed since. */
        expectedVersion?: string;
    }
    export interface UndoGoalRequest {
        goalId?: string;
        /** 0 skips the check; otherwise ABORTED when the goal has changed since. */
        expectedVersion?: string;
    }
    export interface ListGoalsRequest {
        /** IANA, such as America/Vancouver: where today is the day it is. */
        timeZone?: string;
    }
    export interface ListGoalsResponse {
        /** At most 100. */
        goals?: Budget.Goal[];
    }
    export interface WatchGoalsRequest {
        /** The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch. */
        cursor?: string;
    }
    export interface GoalListUpdate {
        /** Resumes the watch after this update, with any instance of the service; valid for 30 days. */
        cursor?: string;
        /** Whether the goals have to be read anew, after this update: the watch is new, or its cursor is no longer valid. */
        reset?: boolean;
        /** The goals that were added, changed or removed, as they are now, without their progress. */
        goals?: Budget.Goal[];
    }
    /** How a table is read. Of QIF only the order of dates, the decimal mark and the categories count; files of other formats have none. */
    export interface ImportMapping {
        /** One character: a comma, a semicolon, a tab or a vertical bar. */
        delimiter?: string;
        /** Whether the first row has the names of columns. */
        hasHeader?: boolean;
        /** What each column has, from the first on; columns beyond are not read. A date and an amount are needed. */
        columns?: Budget.ImportColumn[];
        dateOrder?: Budget.ImportDateOrder;
        /** Whether amounts have a decimal comma, as in 1.234,50, rather than a point. */
        decimalComma?: boolean;
        /** Whether what was spent is above 0, as in lists that people keep; in banks' files it is below. */
        spendingIsPositive?: boolean;
        /** Rows ahead of the header, or of the first entry, such as an account's name. */
        skippedRows?: number;
        /** What the file's words for categories mean; at most 200. */
        categories?: Budget.ImportCategory[];
    }
    /** A word for a category, and the category in catalog. */
    export interface ImportCategory {
        /** As the file has it, in any case of its letters; at most 100 characters. */
        word?: string;
        /** Empty for no category. */
        slug?: string;
        symbol?: string;
    }
    export interface ImportOptions {
        /** Absent to have it proposed. */
        mapping?: Budget.ImportMapping;
        /** ISO 4217: of rows that don't name theirs. Empty for the file's own, or else that of the caller's latest purchase. */
        currency?: string;
        /** Whether money that came in is recorded, too, as refunds. */
        includeReceived?: boolean;
        /** Whether rows are recorded that look like what is in the ledger already. */
        includeKnown?: boolean;
    }
    export interface PreviewImportRequest {
        /** At most 3 MiB. */
        contents?: string;
        options?: Budget.ImportOptions;
    }
    export interface ImportPreview {
        format?: Budget.ImportFormat;
        /** How characters are encoded: UTF-8, UTF-16 or Windows-1252. */
        encoding?: string;
        /** How the file is read: as the caller has said, as it was read last time, or as it is proposed. */
        mapping?: Budget.ImportMapping;
        /** Whether the caller has imported a table with the same header in this way before. */
        mappingRemembered?: boolean;
        /** The columns of a table. */
        columns?: Budget.ImportTableColumn[];
        /** Of rows that don't name theirs; empty where it isn't known, and has to be chosen. */
        currency?: string;
        /** The first 50 rows as they would be recorded, or left out. */
        entries?: Budget.ImportEntry[];
        /** The first 200 rows that cannot be read. */
        errors?: Budget.ImportError[];
        /**
         * How many entries the file has, and of them: those that would be recorded, those that are in the ledger already, money that
         * came in; the latter two are left out unless the options include them. The rest cannot be read.
         */
        totalCount?: number;
        newCount?: number;
        knownCount?: number;
        receivedCount?: number;
        invalidCount?: number;
        /** What would be recorded, by currencies. */
        sums?: Common.Money[];
        /** The days of what would be recorded; empty where nothing would. */
        firstDay?: string;
        lastDay?: string;
        /** Words for categories that are neither slugs nor in the mapping; entries with them have no category. At most 100. */
        unknownCategories?: string[];
        /**
         * The order in which all dates can be read as well, most of them as other days; unspecified where a date tells. Whoever imports the
         * file is to be asked then.
         */
        otherDateOrder?: Budget.ImportDateOrder;
    }
    export interface ImportTableColumn {
        /** As the header has it; empty without a header. */
        name?: string;
        /** The first values, at most 3. */
        samples?: string[];
    }
    /** An entry of a file. */
    export interface ImportEntry {
        /** The line on which it begins, from 1. */
        line?: number;
        state?: Budget.ImportEntryState;
        kind?: Budget.PurchaseKind;
        purchasedAt?: Common.LocalDateTime;
        /** What was spent on, or the store of a purchase. */
        name?: string;
        place?: string;
        /** What it counts with; below 0 for a refund. */
        amount?: Common.Money;
        category?: string;
        note?: string;
        itemCount?: number;
    }
    /** A row that cannot be read. */
    export interface ImportError {
        /** From 1. */
        line?: number;
        /** A sentence in the caller's language. */
        message?: string;
    }
    export interface CreateImportRequest {
        /** At most 3 MiB. */
        contents?: string;
        /** By which the import is listed: at most 200 characters; empty when unknown. */
        fileName?: string;
        options?: Budget.ImportOptions;
        /** Whether rows that cannot be read are left out. Otherwise nothing is recorded of a file that has some. */
        leaveOutInvalid?: boolean;
    }
    export interface Import {
        id?: string;
        createdAt?: Common.Timestamp;
        format?: Budget.ImportFormat;
        fileName?: string;
        /**
         * How many entries were recorded, and how many left out: those that were in the ledger already, money that came in, and rows
         * that could not be read.
         */
        recordedCount?: number;
        knownCount?: number;
        receivedCount?: number;
        invalidCount?: number;
        /** Absent unless it was undone. */
        undoneAt?: Common.Timestamp;
        /** How many entries were left when it was undone, as they had been changed. */
        keptCount?: number;
    }
    export interface ListImportsRequest {
    }
    export interface ListImportsResponse {
        imports?: Budget.Import[];
    }
    export interface UndoImportRequest {
        importId?: string;
    }
    export interface ExportLedgerRequest {
        format?: Budget.LedgerFormat;
        /** The first and the last day, YYYY-MM-DD; empty for no limit. A purchase of an unknown day counts by that of its recording. */
        firstDay?: string;
        lastDay?: string;
    }
    export interface LedgerChunk {
        contents?: string;
    }
    export interface SummarizeSpendingRequest {
        /** The first and the last day, YYYY-MM-DD, both included; at most 3,660 days, or 367 by day. */
        firstDay?: string;
        lastDay?: string;
        grouping?: Budget.SpendingGrouping;
        /**
         * The slugs of at most 50 categories: what was spent on their items alone, and on those of categories within them, without
         * taxes. Empty for everything.
         */
        categories?: string[];
        /** ISO 4217 of a currency that totals are also converted to; empty for none. */
        convertTo?: string;
    }
    export interface SpendingSummary {
        firstDay?: string;
        lastDay?: string;
        /** The period that it is compared with: as many months before where it is whole months, and otherwise as many days before. */
        formerFirstDay?: string;
        formerLastDay?: string;
        /** In the order of their codes. Empty where nothing was spent in either period. */
        currencies?: Budget.CurrencySpending[];
        /** Absent unless the request names a currency to convert to. */
        converted?: Budget.ConvertedSpending;
    }
    /**
     * What spending comes to in one currency. Each amount is converted at the rate of its purchase's own day, which is what it cost
     * when it was paid; the exact sum is rounded once, halves to the even minor unit.
     */
    export interface ConvertedSpending {
        /** ISO 4217. */
        currency?: string;
        /** The amounts in this currency and those that there is a rate for; absent where there are neither in the period. */
        total?: Common.Money;
        /** In the period before; absent as well. */
        formerTotal?: Common.Money;
        /** Every rate that the total was converted with, by currencies and day. */
        rates?: Catalog.ExchangeRate[];
        /** Those that the total of the period before was converted with. */
        formerRates?: Catalog.ExchangeRate[];
        /** What neither total has in it, in the order of the codes of currencies: there is no rate. */
        apart?: Budget.UnconvertedSpending[];
        /** Rates can't be asked for at present, so that other currencies are apart. */
        unavailable?: boolean;
    }
    /** Amounts without a rate of their days. */
    export interface UnconvertedSpending {
        /** ISO 4217, or XXX where it is unknown. */
        currency?: string;
        total?: Common.Money;
        /** In the period before. */
        formerTotal?: Common.Money;
    }
    export interface CurrencySpending {
        /** ISO 4217, or XXX where it is unknown. */
        currency?: string;
        total?: Common.Money;
        /** In the period before. */
        formerTotal?: Common.Money;
        /** How many purchases and expenditures. */
        purchases?: number;
        /** By day and month in their order, those without any among them; otherwise the largest amount first. */
        groups?: Budget.SpendingGroup[];
    }
    export interface SpendingGroup {
        part?: Budget.SpendingPart;
        /**
         * The category's slug, the product's id, the store's id, YYYY-MM-DD, YYYY-MM, or purchase or expenditure. Empty where that is
         * unknown.
         */
        key?: string;
        /** The product or store as its owner knows it; empty for other groupings, and where it is unknown. */
        name?: string;
        /** The category's symbol, also that of a product; empty where it is unknown. */
        symbol?: string;
        amount?: Common.Money;
        /** In the period before; absent for days and months, which have none. */
        formerAmount?: Common.Money;
        /** How many purchases and expenditures are in it. */
        purchases?: number;
    }
    export interface CheckLedgerRequest {
    }
    export interface LedgerCheck {
        /** How many purchases and expenditures count, and what they add up to, by currency in the order of their codes. */
        purchases?: number;
        totals?: Common.Money[];
        /** The latest first, at most 500. */
        differences?: Budget.LedgerDifference[];
        /** How many there are. */
        differenceCount?: number;
    }
    export interface LedgerDifference {
        kind?: Budget.LedgerDifferenceKind;
        /** Empty where it is about a sum. */
        purchaseId?: string;
        /** The day under which the purchase is listed, YYYY-MM-DD; empty where it is about a sum. */
        day?: string;
        storeName?: string;
        /** What is printed or kept, and what it was recomputed to. */
        kept?: Common.Money;
        recomputed?: Common.Money;
    }
    export interface CompareWithSecurityRequest {
        /** The period of the spending, YYYY-MM-DD, both included; at most 3,660 days. */
        firstDay?: string;
        lastDay?: string;
        /** As in SummarizeSpendingRequest: the slugs of at most 50 categories; empty for everything. */
        categories?: string[];
        symbol?: string;
        /** The period of the security. An empty last day stands for that of the last price. */
        securityFirstDay?: string;
        securityLastDay?: string;
    }
    export interface EstimateEarningsRequest {
        /** The period of the spending, YYYY-MM-DD, both included; at most 3,660 days. */
        firstDay?: string;
        lastDay?: string;
        categories?: string[];
        symbol?: string;
        /** The day on which it is worth that, not before the last one of the period; empty for that of the last price. */
        worthOn?: string;
    }
    /** The security with which spending is compared. */
    export interface ComparedSecurity {
        symbol?: string;
        name?: string;
        currency?: string;
        /** Whether dividends are missing in its prices. */
        withoutDividends?: boolean;
        /** Where the prices come from, and when they were fetched. */
        source?: string;
        fetchedAt?: Common.Timestamp;
        /** The days of the first and the last price of the series. */
        firstDay?: string;
        lastDay?: string;
        /** Whether prices are those of the ends of months. */
        monthly?: boolean;
    }
    /** What an amount becomes between two days with prices. */
    export interface InvestmentOutcome {
        firstDay?: string;
        lastDay?: string;
        /** What is invested, and what it is worth on the last day. */
        invested?: Common.Money;
        worth?: Common.Money;
        /** The worth without what was invested: negative for a loss. */
        gain?: Common.Money;
        /** The gain in hundredths of a percent of what was invested: negative for a loss. Absent where nothing was invested. */
        change?: Budget.Change;
    }
    export interface Change {
        basisPoints?: string;
    }
    export interface SecurityComparison {
        security?: Budget.ComparedSecurity;
        outcome?: Budget.InvestmentOutcome;
        /** What it was worth meanwhile, oldest first: at most 120. */
        points?: Budget.WorthPoint[];
        /** The worst and the best of all periods of the same length in the prices there are; absent where there is but one. */
        worst?: Budget.InvestmentOutcome;
        best?: Budget.InvestmentOutcome;
        /** How many periods these are of, and in how many of them there was a loss. */
        starts?: number;
        losses?: number;
        /** What was spent in other currencies. */
        apart?: Common.Money[];
    }
    export interface WorthPoint {
        day?: string;
        worth?: Common.Money;
    }
    export interface EarningsEstimate {
        security?: Budget.ComparedSecurity;
        /** Of all purchases together. Its first day is that of the first purchase that was invested. */
        outcome?: Budget.InvestmentOutcome;
        /** Of the purchases of each month of the period, in order, and also of months without any. */
        months?: Budget.MonthlyEarnings[];
        /**
         * The same amount, all of it invested on one day for as long as from the first purchase to the last day: the worst and the best of all
         * such periods in the prices there are; absent where there is but one.
         */
        worst?: Budget.InvestmentOutcome;
        best?: Budget.InvestmentOutcome;
        starts?: number;
        losses?: number;
        /** What was spent in other currencies. */
        apart?: Common.Money[];
        /** What was spent in the security's currency on days without a price soon after, and so counts nowhere else; absent where there is none. */
        withoutPrices?: Common.Money;
    }
    export interface MonthlyEarnings {
        /** YYYY-MM. */
        month?: string;
        invested?: Common.Money;
        worth?: Common.Money;
        gain?: Common.Money;
    }
    export interface ListSavedSecuritiesRequest {
    }
    export interface ListSavedSecuritiesResponse {
        /** At most 100. */
        securities?: Budget.SavedSecurity[];
    }
    export interface SavedSecurity {
        symbol?: string;
        savedAt?: Common.Timestamp;
        removed?: boolean;
    }
    export interface SaveSecurityRequest {
        symbol?: string;
    }
    export interface RemoveSavedSecurityRequest {
        symbol?: string;
    }
    export interface ListOffersRequest {
        /** IANA, such as America/Vancouver: where today is the day it is. */
        timeZone?: string;
    }
    export interface ListOffersResponse {
        /** At most 200. */
        offers?: Budget.Offer[];
        /** Of how many of the things that were bought a price is known at a store in reach. */
        compared?: number;
        /** How many things were bought within 60 days whose prices can be compared. */
        bought?: number;
        /** Of how many of these the caller says what they may cost, see Preferences. */
        ranged?: number;
    }
    /** A lower price than the one that was paid. */
    export interface Offer {
        item?: Budget.PricedItem;
        /** What it costs less by: kg, l or each. */
        unit?: string;
        /**
         * What was paid for one unit the last time: a decimal number, see PriceChange. When, as YYYY-MM-DD, and where; the store is
         * empty when unknown.
         */
        paidPrice?: string;
        paidDay?: string;
        paidStoreName?: string;
        purchaseId?: string;
        /** What one unit costs now: a decimal number, see PriceChange. */
        offeredPrice?: string;
        /** The price at the store, and what that is for, such as 2 of l. */
        price?: Common.Money;
        quantity?: string;
        quantityUnit?: string;
        /** What the store calls it, such as a brand; empty for nothing in particular. */
        label?: string;
        storeId?: string;
        storeName?: string;
        storeAddress?: string;
        distanceMetres?: number;
        /** Whether the caller prefers the store. */
        preferred?: boolean;
        /** YYYY-MM-DD, inclusive; empty where no end is known. */
        lastDay?: string;
        /** How much less it costs, in tenths of a per cent of what was paid. */
        savingPermille?: number;
        /** What that makes for as much as was bought the last time. */
        saving?: Common.Money;
        /**
         * YYYY-MM-DD, the Monday of the week in which three users at least have paid that price; empty where an operator says what the store
         * asks for.
         */
        observedWeek?: string;
    }
    /**
     * What something may cost, for as much as a store sells together: a package, a piece, or the kilogram that a label gives.
     *
     * What is said of a product goes before what is said of its category, that before what is said of a category which contains it, and that
     * before what is said of everything.
     */
    export interface PricePreference {
        /** The target: the slug of a category, whose contents count, too, or the id of a product, and not both; empty for everything. */
        category?: string;
        productId?: string;
        /** ISO 4217. Prices in other currencies may be anything. */
        currency?: string;
        /** At least and at most, inclusive, in minor units; 0 for no such bound. One of them is given. */
        lowestMinor?: string;
        highestMinor?: string;
        /** What catalog calls a shared product that is the target, in the caller's language; empty otherwise, and in requests. */
        productName?: string;
    }
    export interface ListPreferencesRequest {
    }
    export interface ListPreferencesResponse {
        /** At most 100. */
        preferences?: Budget.PricePreference[];
    }
    export interface SetPreferenceRequest {
        preference?: Budget.PricePreference;
    }
    export interface RemovePreferenceRequest {
        /** As in PricePreference. */
        category?: string;
        productId?: string;
        currency?: string;
    }
    export interface RemovePreferenceResponse {
    }
    /** Something that is bought. */
    export interface PricedItem {
        /** Names it in requests: product: and catalog's id, or words: and a hash of its name. */
        id?: string;
        /** Empty when catalog doesn't know it. */
        productId?: string;
        /** In the caller's language where it is a shared product's. */
        name?: string;
        symbol?: string;
        /** The slug of its category; empty when unknown. */
        category?: string;
    }
    /** What a package holds, as it is printed: 6 x 355 ml. */
    export interface PackSize {
        /** How many equal units, from 1. */
        count?: number;
        /** What each holds, in thousandths of a gram or of a millilitre. */
        thousandths?: string;
        dimension?: Budget.PackDimension;
    }
    export interface ListPriceChangesRequest {
        /** IANA, such as America/Vancouver: where today is the day it is. */
        timeZone?: string;
    }
    export interface ListPriceChangesResponse {
        /** At most 200. */
        changes?: Budget.PriceChange[];
        /**
         * How many things there are whose prices can be compared: bought on two days at least at the same known store, the latest time
         * within a year.
         */
        compared?: number;
    }
    /** How a price at one store has changed. */
    export interface PriceChange {
        item?: Budget.PricedItem;
        /** Empty when unknown. */
        storeId?: string;
        /** As its owner calls it; empty when unknown. */
        storeName?: string;
        /** ISO 4217. */
        currency?: string;
        /** What prices are for: kg, l, each, gal or m. */
        unit?: string;
        /**
         * The usual price before, the median of the latest five at most, and the latest one: decimal numbers of the currency's major
         * unit, with two digits more than it has.
         */
        formerPrice?: string;
        latestPrice?: string;
        /** YYYY-MM-DD: when it was last bought for the price before, and the latest purchase. */
        formerDay?: string;
        latestDay?: string;
        /** By how much the price has changed, in tenths of a per cent; below zero where it has become cheaper. */
        changePermille?: number;
        /** What the change makes at the quantity of it bought at that store within a year; below zero where it saves. */
        yearly?: Common.Money;
        /** With a pack that has shrunk: what it held, and what it holds. Absent otherwise. */
        formerPack?: Budget.PackSize;
        latestPack?: Budget.PackSize;
    }
    export interface CompareWithAveragesRequest {
        /** IANA, such as America/Vancouver: where today is the day it is. */
        timeZone?: string;
        /** ISO 3166: CA for all of Canada, or one of its provinces, such as CA-ON. */
        region?: string;
    }
    export interface CompareWithAveragesResponse {
        /** At most 200. */
        comparisons?: Budget.AverageComparison[];
        /**
         * Of all that is compared, also beyond the 200: what was paid, what it costs on average, and how far the first is above the
         * second, in tenths of a per cent. Absent where there is nothing to compare.
         */
        paid?: Common.Money;
        average?: Common.Money;
        differencePermille?: number;
        /** Whose figures the averages are, and under which terms, in the caller's language. */
        credit?: string;
    }
    /** What was paid for something beside its average price. */
    export interface AverageComparison {
        item?: Budget.PricedItem;
        /** What it was compared with the last time, in the caller's language: 454 g of butter. */
        averageName?: string;
        /** How much of it the published price is for: a kilogram by weight for kg, a package for g and ml, pieces for each. */
        averageQuantity?: number;
        averageUnit?: string;
        /** YYYY-MM: the month of the average that it was compared with the last time. */
        month?: string;
        /** What prices are for: kg, l or each. */
        unit?: string;
        /** For one of the unit, over all that was bought: decimal numbers, see PriceChange. */
        paidPrice?: string;
        averagePrice?: string;
        /** How far what was paid is above the average, in tenths of a per cent; below zero where it is cheaper. */
        differencePermille?: number;
        /** What that makes for all that was bought within a year; below zero where it is cheaper. */
        difference?: Common.Money;
        /** How many times it was bought. */
        purchases?: number;
    }
    export interface GetPriceHistoryRequest {
        /** The id of a PricedItem, catalog's id of a product, or a name in any case of its letters; 1 to 200 characters. */
        item?: string;
        /** IANA, such as America/Vancouver: where today is the day it is. */
        timeZone?: string;
        /** ISO 3166: CA for all of Canada, or one of its provinces, such as CA-ON: of which average prices are added; empty for none. */
        region?: string;
    }
    export interface PriceHistory {
        item?: Budget.PricedItem;
        /**
         * One for each currency and unit, since those can't be compared; the one with the latest price first. Empty where no
         * quantities are known; at most 20.
         */
        series?: Budget.PriceSeries[];
    }
    /** Prices that can be compared. */
    export interface PriceSeries {
        /** ISO 4217. */
        currency?: string;
        /** What prices are for: kg, l, each, gal or m. */
        unit?: string;
        /** Oldest first, at most the latest 500. */
        prices?: Budget.PaidPrice[];
        /** The lowest, the usual (their median) and the highest of what was paid: decimal numbers, see PriceChange. */
        lowest?: string;
        usual?: string;
        highest?: string;
        /** Beside the average of the region; absent where there is none, or averages can't be had at the moment. */
        comparison?: Budget.AverageComparison;
        /** Whose figures the averages are, see CompareWithAveragesResponse; empty without a comparison. */
        credit?: string;
    }
    export interface PaidPrice {
        purchaseId?: string;
        /** YYYY-MM-DD. */
        day?: string;
        /** Empty when unknown. */
        storeId?: string;
        storeName?: string;
        /** For one unit of the series: what was paid, and the regular price, before the discount. Decimal numbers, see PriceChange. */
        paid?: string;
        regular?: string;
        /** What was paid for it all. */
        amount?: Common.Money;
        /** The quantity as it is in the ledger, in thousandths of its unit. */
        quantityThousandths?: string;
        /** each, kg, lb and the like; empty when unknown. */
        quantityUnit?: string;
        /** Absent where none is printed. */
        pack?: Budget.PackSize;
        /** What it cost on average for one unit of the series, as CompareWithAverages has it; empty where that is unknown. */
        average?: string;
    }
    export interface Purchase {
        id?: string;
        /** The receipt, or empty. */
        receiptId?: string;
        state?: Budget.PurchaseState;
        storeId?: string;
        /** As printed or as named by catalog. */
        storeName?: string;
        purchasedAt?: Common.LocalDateTime;
        currency?: string;
        items?: Budget.PurchaseItem[];
        /** Absent when not printed. */
        subtotal?: Common.Money;
        taxes?: Budget.PurchaseTax[];
        /** Absent when not printed. */
        total?: Common.Money;
        /** Sum of the present items and discounts, and of the taxes unless the prices include them. */
        computedTotal?: Common.Money;
        /** Whether the computed and the printed total agree; false when there is no printed one. */
        totalsAgree?: boolean;
        recordedAt?: Common.Timestamp;
        /** Increases with every change; sent with a correction to detect a concurrent one. */
        version?: string;
        storeAddress?: string;
        /** Fields for the owner to check: doubtful, or not found on the receipt. */
        fieldsToReview?: Budget.PurchaseField[];
        /** Whether the prices include the taxes: the items alone add up to the total. */
        taxesIncluded?: boolean;
        /**
         * The earlier purchase that this one seems to duplicate: the same photo, or the same store, date and total. It is not
         * counted until its owner keeps it; either can be discarded. Empty otherwise.
         */
        duplicateOf?: string;
        /** The earlier receipt with the same photo, or empty. */
        samePhotoReceiptId?: string;
        /**
         * Whether catalog has yet to be asked: the store, or lines, are as printed or typed. Its answers follow as a step
         * that undo skips, and change nothing that the owner has corrected meanwhile.
         */
        awaitsMatching?: boolean;
        /**
         * The name and address of store_id in catalog, when its owner uses another name or the match is uncertain, such as
         * "Juniper Street Market, 14 Juniper Street". Empty otherwise.
         */
        knownStore?: string;
        /** Whether its owner typed it in. */
        typedIn?: boolean;
        /**
         * ISO 4217: what the currency probably is while it is unknown (XXX), such as that of the owner's latest receipt that
         * names one. Empty otherwise.
         */
        suggestedCurrency?: string;
        kind?: Budget.PurchaseKind;
        /** What its owner has noted, with line breaks. */
        note?: string;
        /** The recurring expenditure that it was recorded for, or empty. */
        recurringId?: string;
        /**
         * What two devices have changed in different ways: the newest version is shown, and these are the others, for its owner to choose,
         * the oldest first. At most 50; in lists and their updates with their ids alone.
         */
        conflicts?: Budget.PurchaseConflict[];
    }
    /** Another version of a part of a purchase: of one field, of one detail of an item, or of whether there is the item. */
    export interface PurchaseConflict {
        id?: string;
        /** What choosing it changes, one a line, such as "Total: 9.90 → 8.90". */
        changes?: string[];
        /** When this version was made. */
        madeAt?: Common.Timestamp;
        /** The change that choosing it makes. */
        edit?: Budget.PurchaseEdit;
    }
    export interface PurchaseItem {
        id?: string;
        productId?: string;
        /** As its owner or catalog names it, and in the caller's language for a charge and for a product without a name. */
        productName?: string;
        categorySymbol?: string;
        printedText?: string;
        quantityThousandths?: string;
        /** each, kg, lb, l, gal, m and the like; empty when unknown. */
        unit?: string;
        /** Absent when not printed. */
        unitPrice?: Common.Money;
        amount?: Common.Money;
        /** Zero or negative. */
        discount?: Common.Money;
        needsReview?: boolean;
        /** 0 to 100. */
        confidence?: number;
        /** The item of the receipt's reading that has its position on the photo, from 1; 0 for none. */
        receiptLine?: number;
        /** The charge that it was read as: nothing is printed for it. */
        charge?: Common.Charge;
        /** The slug of its category in catalog; empty when unknown. */
        category?: string;
    }
    export interface PurchaseTax {
        label?: string;
        amount?: Common.Money;
    }
    export interface CreatePurchaseRequest {
        /** A receipt of the caller's that could not be read; empty for none. */
        receiptId?: string;
        /** At most 200 characters; empty when unknown. */
        storeName?: string;
        /** At most 300 characters; empty when unknown. */
        storeAddress?: string;
        /** Each part is empty when unknown. */
        purchasedAt?: Common.LocalDateTime;
        /** ISO 4217, or XXX when unknown; the currency of every amount. */
        currency?: string;
        /** At most 500, in their order: after_item_id is empty. At least one when there is no total. */
        items?: Budget.NewItem[];
        /** Absent when none is printed. */
        subtotal?: Common.Money;
        /** At most 20. */
        taxes?: Budget.PurchaseTax[];
        /** Absent when none is printed. */
        total?: Common.Money;
        /** At most 2,000 characters, which may have line breaks. */
        note?: string;
    }
    export interface CreateExpenditureRequest {
        /** 1 to 200 characters. */
        name?: string;
        /** Above 0, in a known currency. */
        amount?: Common.Money;
        /** The slug of a category in catalog, and its symbol; both are empty when unknown. */
        category?: string;
        categorySymbol?: string;
        /** Its date is required, and may be in the past or the future. */
        purchasedAt?: Common.LocalDateTime;
        /** Where: at most 200 characters; empty when unknown. */
        place?: string;
        /** At most 2,000 characters, which may have line breaks. */
        note?: string;
        /** Whether the money came back: it is deducted from sums. */
        refund?: boolean;
    }
    /** At most one of these is there: purchaseId, receiptId. */
    export interface GetPurchaseRequest {
        purchaseId?: string;
        receiptId?: string;
    }
    export interface ListPurchasesRequest {
        page?: Common.PageRequest;
        /** Discarded purchases in place of the others. */
        discarded?: boolean;
        /**
         * The first and the last day, YYYY-MM-DD; empty for no limit. A purchase of an unknown day counts by that of its
         * recording.
         */
        firstDay?: string;
        lastDay?: string;
        /** Only those of a kind. */
        kind?: Budget.PurchaseKind;
        /**
         * The slugs of at most 50 categories: only those with an item of one of them, or of a category
         * within it. Empty for no limit.
         */
        categories?: string[];
        /** Only those of a store and with a product, by their ids in catalog; empty for no limit. */
        storeId?: string;
        productId?: string;
    }
    export interface ListPurchasesResponse {
        purchases?: Budget.Purchase[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface CorrectItemRequest {
        purchaseId?: string;
        itemId?: string;
        /** 0 skips the check; otherwise ABORTED when the purchase has changed since. */
        expectedVersion?: string;
        /** Absent fields are unchanged. */
        name?: Budget.TextCorrection;
        quantity?: Budget.QuantityCorrection;
        /** In the purchase's currency; negative only for returns and deposits. */
        amount?: Common.Money;
    }
    export interface TextCorrection {
        value?: string;
    }
    export interface QuantityCorrection {
        /** Above 0. */
        thousandths?: string;
    }
    export interface ConfirmPurchaseRequest {
        purchaseId?: string;
        /** 0 skips the check; otherwise ABORTED when the purchase has changed since. */
        expectedVersion?: string;
    }
    export interface EditPurchaseRequest {
        purchaseId?: string;
        /** 0 skips the check; otherwise ABORTED when the purchase has changed since. */
        expectedVersion?: string;
        /** 1 to 100. */
        edits?: Budget.PurchaseEdit[];
        /**
         * The version that its owner has seen and edited; 0 for the present one. What has been changed since elsewhere is kept and merged
         * with the edits. Where both have changed the same part, the newest change counts, and the other is kept in conflicts. Unlike with
         * expected_version, which has to be 0 then, adding an item requires an idempotency key. ABORTED when there would be more than 50
         * conflicts, when more than 50 changes have been made since, and when amounts don't fit a currency that was changed meanwhile.
         */
        baseVersion?: string;
        /**
         * When the edits were made, which may have waited for a network since. It is taken to be no earlier than the base version and no later
         * than the present; absent for the present time.
         */
        madeAt?: Common.Timestamp;
    }
    /**
     * One change. Whatever is given needs no review any more. Of an expenditure items are not added or removed, and there are no
     * printed sums or taxes.
     *
     * At most one of these is there: storeName, storeAddress, date, time, currency, subtotal, total, taxes, item, newItem, itemRemoval, confirmation, duplicate, note, itemsCategory, conflict.
     */
    export interface PurchaseEdit {
        /** At most 200 characters; empty when unknown. */
        storeName?: Budget.TextCorrection;
        /** At most 300 characters; empty when unknown. */
        storeAddress?: Budget.TextCorrection;
        /** YYYY-MM-DD, or empty when unknown. */
        date?: Budget.TextCorrection;
        /** HH:MM, or empty when unknown. */
        time?: Budget.TextCorrection;
        /** ISO 4217, or XXX when unknown. Printed amounts are kept: 12.30 is 12.30 in the new one, too. */
        currency?: Budget.TextCorrection;
        subtotal?: Budget.AmountCorrection;
        total?: Budget.AmountCorrection;
        taxes?: Budget.TaxCorrection;
        item?: Budget.ItemCorrection;
        newItem?: Budget.NewItem;
        itemRemoval?: Budget.ItemRemoval;
        confirmation?: Budget.Confirmation;
        duplicate?: Budget.DuplicateDecision;
        /** At most 2,000 characters, which may have line breaks; empty for none. */
        note?: Budget.TextCorrection;
        itemsCategory?: Budget.ItemsCategory;
        conflict?: Budget.ConflictResolution;
    }
    /** Settles a conflict, which is none any more. NOT_FOUND for one that the purchase doesn't have. */
    export interface ConflictResolution {
        conflictId?: string;
        /** Whether to take the version that isn't shown; otherwise the one that is shown is kept. */
        takeOther?: boolean;
    }
    export interface AmountCorrection {
        /** Absent when none is printed. */
        value?: Common.Money;
    }
    /** Replaces all taxes. */
    export interface TaxCorrection {
        /** At most 20. */
        taxes?: Budget.PurchaseTax[];
    }
    /** Absent fields are unchanged. */
    export interface ItemCorrection {
        itemId?: string;
        /** 1 to 200 characters. */
        name?: Budget.TextCorrection;
        quantity?: Budget.QuantityCorrection;
        /** each, kg, g, lb, l …; at most 20 characters. */
        unit?: Budget.TextCorrection;
        unitPrice?: Budget.AmountCorrection;
        /** Negative only for returns and deposits. */
        amount?: Common.Money;
        /** Zero or negative. */
        discount?: Common.Money;
        /** The catalog product, or its category alone. Its name is used unless another is given. */
        product?: Budget.ProductChoice;
        /** Whether it was returned, so that its amount is negative. */
        returned?: Budget.ReturnMark;
    }
    export interface ProductChoice {
        /** Empty for a product unknown to catalog. */
        productId?: string;
        name?: string;
        categorySymbol?: string;
        /** The slug of its category in catalog; empty when unknown. */
        category?: string;
    }
    export interface ReturnMark {
        value?: boolean;
    }
    export interface NewItem {
        /** 1 to 200 characters. */
        name?: string;
        /** 0 means one. */
        quantityThousandths?: string;
        /** Empty means each. */
        unit?: string;
        unitPrice?: Common.Money;
        /** Negative only with returned. */
        amount?: Common.Money;
        /** Zero or negative. A coupon on the whole receipt is an item of amount 0 with a discount. */
        discount?: Common.Money;
        returned?: boolean;
        /** The preceding item; at the end when empty. */
        afterItemId?: string;
        /** Absent when unknown to catalog. */
        product?: Budget.ProductChoice;
    }
    export interface ItemRemoval {
        itemId?: string;
    }
    /**
     * Sets the category of several items at once. Each keeps its product and its name, and catalog's later answers keep the category.
     * What was read of an item is not confirmed by it.
     */
    export interface ItemsCategory {
        /** 1 to 500, each once. */
        itemIds?: string[];
        /** The slug of a category in catalog, and its symbol. */
        category?: string;
        categorySymbol?: string;
    }
    /**
     * Confirms present values.
     *
     * At most one of these is there: field, itemId, everything.
     */
    export interface Confirmation {
        field?: Budget.PurchaseField;
        itemId?: string;
        /** Nothing in the purchase needs review any more. */
        everything?: boolean;
    }
    export interface UndoStepRequest {
        purchaseId?: string;
        /** 0 skips the check; otherwise ABORTED when the purchase has changed since. */
        expectedVersion?: string;
    }
    export interface UndoStepResponse {
        purchase?: Budget.Purchase;
        /** The step that was undone. */
        undone?: Budget.PurchaseStep;
    }
    /** One step of a purchase. */
    export interface PurchaseStep {
        /** The resulting version of the purchase. */
        version?: string;
        madeAt?: Common.Timestamp;
        /** The changes, one a line, such as "Total: 9.90 → 8.90". */
        changes?: string[];
        /** The version of the step that this one undid; 0 for none. */
        undoesVersion?: string;
        /** The version of the step that undid this one; 0 for none. */
        undoneByVersion?: string;
        /** Whether it comes from catalog rather than the owner. */
        matched?: boolean;
    }
    export interface ListStepsRequest {
        purchaseId?: string;
        page?: Common.PageRequest;
    }
    export interface ListStepsResponse {
        steps?: Budget.PurchaseStep[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface WatchPurchaseRequest {
        purchaseId?: string;
        /**
         * The version seen last, to resume a watch. Later steps are sent in place of the present state, unless they are among
         * more than the latest 200. 0 for a new watch.
         */
        afterVersion?: string;
    }
    export interface PurchaseUpdate {
        /** The purchase after the step. */
        purchase?: Budget.Purchase;
        /** Absent in the first update of a new watch, and of one that is resumed too late for every step to be sent. */
        step?: Budget.PurchaseStep;
    }
    export interface WatchPurchasesRequest {
        /** The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch. */
        cursor?: string;
    }
    export interface PurchaseListUpdate {
        /** Resumes the watch after this update, with any instance of the service; valid for 30 days. */
        cursor?: string;
        /**
         * Whether the purchases have to be read anew, after this update: the watch is new, or its cursor is no longer valid. What
         * changes from now on is sent.
         */
        reset?: boolean;
        /**
         * The purchases that were added or changed, as they are now, newest first; at most 200, fewer where they have many items.
         * Discarded ones are among them.
         */
        purchases?: Budget.Purchase[];
        /** The purchases that were removed. */
        removedIds?: string[];
    }
    /** What comes again, and when. */
    export interface RecurringTerms {
        /**
         * What is recorded each time. Its date is the first day on which it is due, at most a year ago, and its time zone says when
         * a day begins; it has no time of day.
         */
        expenditure?: Budget.CreateExpenditureRequest;
        /**
         * It is due every so many days, weeks, months or years from the first day on, and on the last day of months that don't have
         * that day.
         */
        unit?: Budget.RecurrenceUnit;
        /** 1 to 99; 0 means 1. */
        every?: number;
        /** The last day on which it may be due, YYYY-MM-DD; empty where it has no end. */
        lastDay?: string;
    }
    export interface RecurringExpenditure {
        id?: string;
        terms?: Budget.RecurringTerms;
        createdAt?: Common.Timestamp;
        /** Increases with every change; sent with one to detect a concurrent one. Recording doesn't change it. */
        version?: string;
        removed?: boolean;
        /** The day on which it is recorded next; empty when it has ended. */
        nextDay?: string;
        /** The latest day for which it was recorded; empty when it was not yet. */
        recordedDay?: string;
    }
    export interface CreateRecurringRequest {
        terms?: Budget.RecurringTerms;
    }
    export interface ChangeRecurringRequest {
        recurringId?: string;
        /** 0 skips the check; otherwise ABORTED when it has changed since. */
        expectedVersion?: string;
        terms?: Budget.RecurringTerms;
    }
    export interface RemoveRecurringRequest {
        recurringId?: string;
        /** 0 skips the check; otherwise ABORTED when it has changed since. */
        expectedVersion?: string;
    }
    export interface UndoRecurringRequest {
        recurringId?: string;
        /** 0 skips the check; otherwise ABORTED when it has changed since. */
        expectedVersion?: string;
    }
    export interface ListRecurringRequest {
    }
    export interface ListRecurringResponse {
        /** At most 100. */
        recurring?: Budget.RecurringExpenditure[];
    }
    export interface WatchRecurringRequest {
        /** The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch. */
        cursor?: string;
    }
    export interface RecurringListUpdate {
        /** Resumes the watch after this update, with any instance of the service; valid for 30 days. */
        cursor?: string;
        /** Whether the list has to be read anew, after this update: the watch is new, or its cursor is no longer valid. */
        reset?: boolean;
        /** Those that were added, changed, recorded or removed, as they are now. */
        recurring?: Budget.RecurringExpenditure[];
    }
    export interface Suggestion {
        /** Names it in votes; the same as long as it is about the same. */
        id?: string;
        kind?: Budget.SuggestionKind;
        /** With SUGGESTION_KIND_GOAL_PASSED: the goal, with how far it is. */
        goal?: Budget.Goal;
        /** With SUGGESTION_KIND_GOAL_PASSED: by how much it is passed. */
        over?: Common.Money;
        /**
         * What could be left out, the dearest first, by the rates of their days where currencies differ: at most 3, and one for a habit. For a goal none where there is nothing that one
         * can do without, or too little to say.
         */
        items?: Budget.SuggestedItem[];
        /** What leaving that out would have saved in the goal's period, in its currency, or brings in a year. */
        saving?: Common.Money;
        /** Whether there are too few purchases to say what could be left out. */
        hasLittleHistory?: boolean;
        /** The caller's. */
        vote?: Budget.SuggestionVote;
    }
    /** Something that was bought, in all its purchases of the period in one currency. */
    export interface SuggestedItem {
        /** Empty when catalog doesn't know it. */
        productId?: string;
        /** In the caller's language where it is a shared product's; empty where it has none, which happens to expenditures. */
        name?: string;
        /** The slug; empty when unknown. */
        category?: string;
        symbol?: string;
        /** In the currency that it was paid in, which may be another one than the goal's. */
        amount?: Common.Money;
        /** On how many days it was bought. */
        days?: number;
    }
    export interface ListSuggestionsRequest {
        /** IANA, such as America/Vancouver: where today is the day it is. */
        timeZone?: string;
    }
    export interface ListSuggestionsResponse {
        /** At most 110. */
        suggestions?: Budget.Suggestion[];
        /** The first and the last day in which habits were looked for: from the first purchase on within thirteen weeks, until today. */
        habitsFrom?: string;
        habitsTo?: string;
    }
    export interface VoteOnSuggestionRequest {
        suggestionId?: string;
        vote?: Budget.SuggestionVote;
        /** As in ListSuggestions. */
        timeZone?: string;
    }
    export interface ReportVotesRequest {
    }
    export interface VoteCount {
        kind?: Budget.SuggestionKind;
        /** Such as 2026-11. */
        month?: string;
        useful?: string;
        notUseful?: string;
    }
    export interface ReportVotesResponse {
        /** The last 24 months, the newest first. */
        counts?: Budget.VoteCount[];
    }
}
/** `larder.catalog.v1` */
export namespace Catalog {
    export type LinkFailure =
        /** It works. */
        | "LINK_FAILURE_UNSPECIFIED"
        /** There is no such page. */
        | "LINK_FAILURE_NOT_FOUND"
        /** The page's host responds with a failure. */
        | "LINK_FAILURE_FAILED"
        /** The page's host can't be reached, or takes too long. */
        | "LINK_FAILURE_UNREACHABLE";
    export type Openness =
        | "OPENNESS_UNKNOWN"
        | "OPENNESS_OPEN"
        | "OPENNESS_CLOSED";
    export type ExchangeRateLayout =
        | "EXCHANGE_RATE_LAYOUT_UNSPECIFIED"
        | "EXCHANGE_RATE_LAYOUT_LARDER"
        | "EXCHANGE_RATE_LAYOUT_EUROPEAN_CENTRAL_BANK"
        | "EXCHANGE_RATE_LAYOUT_BANK_OF_CANADA";
    export type ExchangeRateChangeKind =
        | "EXCHANGE_RATE_CHANGE_KIND_UNSPECIFIED"
        | "EXCHANGE_RATE_CHANGE_KIND_SET"
        | "EXCHANGE_RATE_CHANGE_KIND_WITHDRAWN"
        | "EXCHANGE_RATE_CHANGE_KIND_IMPORTED";
    export type MappingFilter =
        | "MAPPING_FILTER_UNSPECIFIED"
        /** Chosen by the caller. */
        | "MAPPING_FILTER_CHOSEN"
        /** Without a known product, and nothing chosen yet. */
        | "MAPPING_FILTER_UNMATCHED";
    export type SharedMappingState =
        | "SHARED_MAPPING_STATE_UNSPECIFIED"
        /** Users agree; applies to everybody. */
        | "SHARED_MAPPING_STATE_AGREED"
        /** Users disagree; applies to its voters only. */
        | "SHARED_MAPPING_STATE_DISPUTED"
        /** Approved by an operator; applies to everybody. */
        | "SHARED_MAPPING_STATE_APPROVED"
        /** Withdrawn by an operator; applies to its voters only. */
        | "SHARED_MAPPING_STATE_WITHDRAWN"
        /** Too few votes; applies to its voters only. Reported for whole chains only. */
        | "SHARED_MAPPING_STATE_PROPOSED";
    export type FeedbackReportState =
        | "FEEDBACK_REPORT_STATE_UNSPECIFIED"
        /** Not decided yet; the user's other choices count. */
        | "FEEDBACK_REPORT_STATE_OPEN"
        /** None of the user's choices apply to others. */
        | "FEEDBACK_REPORT_STATE_EXCLUDED"
        /** Not abuse; reported again if it continues. */
        | "FEEDBACK_REPORT_STATE_DISMISSED";
    /** What becomes of an observation. */
    export type PriceObservationState =
        | "PRICE_OBSERVATION_STATE_UNSPECIFIED"
        /** Users see it. */
        | "PRICE_OBSERVATION_STATE_USED"
        /** It is far from other prices of the product, and waits for an operator. */
        | "PRICE_OBSERVATION_STATE_HELD"
        | "PRICE_OBSERVATION_STATE_REFUSED";
    /** The basis of a match, most certain first. */
    export type MatchBasis =
        | "MATCH_BASIS_UNSPECIFIED"
        /** The user's choice. */
        | "MATCH_BASIS_CHOSEN"
        /** Enough independent users, or an operator. */
        | "MATCH_BASIS_AGREED"
        /** The line is the product's name or a printed alias, perhaps with the words in another order or form. */
        | "MATCH_BASIS_NAME"
        /** The line resembles the name. */
        | "MATCH_BASIS_RESEMBLANCE"
        /** No product was known: one was created for the line, and the user has not chosen yet. */
        | "MATCH_BASIS_MADE";
    export type ReferenceChangeKind =
        | "REFERENCE_CHANGE_KIND_UNSPECIFIED"
        | "REFERENCE_CHANGE_KIND_IMPORTED"
        | "REFERENCE_CHANGE_KIND_WITHDRAWN";
    export type SecurityKind =
        | "SECURITY_KIND_UNSPECIFIED"
        | "SECURITY_KIND_STOCK"
        | "SECURITY_KIND_ETF"
        | "SECURITY_KIND_INDEX"
        | "SECURITY_KIND_BOND";
    /** What the ratio of two prices says. */
    export type PriceAdjustment =
        | "PRICE_ADJUSTMENT_UNSPECIFIED"
        /** The total return: prices are adjusted for splits and dividends. */
        | "PRICE_ADJUSTMENT_TOTAL_RETURN"
        /** The change of the price alone, adjusted for splits: dividends are missing. */
        | "PRICE_ADJUSTMENT_PRICE";
    export type PriceInterval =
        | "PRICE_INTERVAL_UNSPECIFIED"
        | "PRICE_INTERVAL_DAY"
        | "PRICE_INTERVAL_WEEK"
        | "PRICE_INTERVAL_MONTH";
    export interface Broker {
        /** Unique. */
        slug?: string;
        name?: string;
        /** ISO 3166-1 alpha-2 of the country whose residents it serves. */
        region?: string;
        /** https. */
        address?: string;
    }
    export interface ListBrokersRequest {
        /** ISO 3166-1 alpha-2; empty for all. */
        region?: string;
    }
    export interface ListBrokersResponse {
        brokers?: Catalog.Broker[];
        /** All regions that have brokers. */
        regions?: string[];
    }
    export interface ListBrokerLinksRequest {
    }
    export interface ListBrokerLinksResponse {
        /** At most 1,000. */
        links?: Catalog.BrokerLink[];
    }
    export interface BrokerLink {
        broker?: Catalog.Broker;
        /** Absent when it has not been checked. */
        checkedAt?: Common.Timestamp;
        failure?: Catalog.LinkFailure;
        /** How many checks have failed in a row. */
        failures?: number;
        /** Users don't see it, since two checks in a row have failed. */
        hidden?: boolean;
    }
    /** A rate of a day, as its source gives it. */
    export interface ExchangeRate {
        /** ISO 4217. */
        from?: string;
        to?: string;
        /** YYYY-MM-DD. */
        day?: string;
        /**
         * How much of `to` one of `from` is, such as 1.3725: above 0, at most 10 digits without zeros at the front, and 10 after the
         * point.
         */
        rate?: string;
        /** Who says so, such as Bank of Canada: 1 to 60 characters. */
        source?: string;
    }
    export interface FindExchangeRatesRequest {
        /** ISO 4217 of the currency that is converted to. */
        to?: string;
        /** At most 200 currencies, each once, and together at most 8,000 days. */
        amounts?: Catalog.AmountDays[];
    }
    /** Amounts that are to be converted. */
    export interface AmountDays {
        /** ISO 4217 of their currency, another one than the one that they are converted to. */
        currency?: string;
        /** YYYY-MM-DD, each once. */
        days?: string[];
    }
    export interface FindExchangeRatesResponse {
        /** The rates that conversions are made of, each once. */
        rates?: Catalog.ExchangeRate[];
        /** In the order of the request. Days without a rate have none. */
        conversions?: Catalog.ExchangeConversion[];
    }
    export interface ExchangeConversion {
        currency?: string;
        /** That of the amount. */
        day?: string;
        /** One or two, in their order. */
        steps?: Catalog.ExchangeStep[];
    }
    export interface ExchangeStep {
        /** The place of the rate among the response's, from 0. */
        rate?: number;
        /** The amount is divided by the rate: it is in the currency that the rate leads to. */
        inverse?: boolean;
    }
    /** A rate as operators see it. */
    export interface KeptExchangeRate {
        rate?: Catalog.ExchangeRate;
        /** An operator set or withdrew it, alone or by a file of Larder's own: files of sources leave it as it is. */
        own?: boolean;
        /** It is not in use any more. */
        withdrawn?: boolean;
        changedAt?: Common.Timestamp;
    }
    export interface ListExchangeRatesRequest {
        page?: Common.PageRequest;
        /** Of rates between these alone; empty for any. */
        from?: string;
        to?: string;
        /** YYYY-MM-DD: of this day alone; empty for any. */
        day?: string;
    }
    export interface ListExchangeRatesResponse {
        rates?: Catalog.KeptExchangeRate[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface SetExchangeRateRequest {
        /** Of a day that has begun somewhere on earth. */
        rate?: Catalog.ExchangeRate;
    }
    export interface WithdrawExchangeRateRequest {
        from?: string;
        to?: string;
        /** YYYY-MM-DD. */
        day?: string;
    }
    export interface ImportExchangeRatesRequest {
        /**
         * A table of comma-separated values in UTF-8, known by its header:
         * - Larder's own has a rate in each line and the columns from, to, day, rate and source.
         * - The European Central Bank's begins with Date and has a column for each currency, of which a euro is so many.
         * - The Bank of Canada's (Valet) has, behind OBSERVATIONS, the column date and one for each pair, such as FXUSDCAD.
         * At most 300,000 rates. Columns of currencies that are not supported are skipped.
         */
        file?: string;
        /** What it is called, for the history: at most 200 characters. */
        name?: string;
        /** Only checks the file and counts. */
        checkOnly?: boolean;
    }
    export interface ImportExchangeRatesResponse {
        layout?: Catalog.ExchangeRateLayout;
        /** What is wrong, in the order of the lines. Where there is anything, nothing of the file was taken over. */
        problems?: Catalog.ExchangeRateProblem[];
        /** How many problems there are beyond the first 10,000. */
        moreProblems?: number;
        /** How many rates the file has. */
        rates?: number;
        /** How many of them were not there before, and how many replace others. */
        added?: number;
        changed?: number;
        /** How many stay as they are although the file has others, since an operator set or withdrew them. */
        kept?: number;
        /** Columns that were skipped. */
        skipped?: string[];
    }
    /** A line of a file that can't be taken over. */
    export interface ExchangeRateProblem {
        /** From 1. */
        line?: number;
        /** What is wrong, in the caller's language. */
        sentence?: string;
    }
    export interface ExchangeRateChange {
        id?: string;
        changedAt?: Common.Timestamp;
        /** The operator's user id. */
        operatorId?: string;
        kind?: Catalog.ExchangeRateChangeKind;
        /** Before; absent where there was none in use. For a file as a whole, both are absent. */
        before?: Catalog.ExchangeRate;
        /** Since then; absent for a withdrawn one. */
        after?: Catalog.ExchangeRate;
        /** Of an import: the file's name, and how many rates it added and changed. */
        file?: string;
        added?: number;
        changed?: number;
    }
    export interface ListExchangeRateChangesRequest {
        page?: Common.PageRequest;
        /** Of rates between these alone; empty for any. */
        from?: string;
        to?: string;
        /** YYYY-MM-DD: of rates of this day alone; empty for any. */
        day?: string;
    }
    export interface ListExchangeRateChangesResponse {
        changes?: Catalog.ExchangeRateChange[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface GuessProductsRequest {
        /** Empty when the store is unknown. */
        storeId?: string;
        /** At most 100, each of at most 500 characters. */
        printedTexts?: string[];
        /** Guesses for each line, 1 to 10; 0 means 5. */
        limit?: number;
    }
    export interface GuessProductsResponse {
        lines?: Catalog.LineGuesses[];
    }
    export interface LineGuesses {
        printedText?: string;
        /** The meaning of the line; absent when no product is known for it, or one was only created for it. */
        meaning?: Catalog.ResolvedProduct;
        /** Best first; empty when nothing is similar. */
        guesses?: Catalog.ProductGuess[];
        /** The product that would be created if the caller chose none of them. */
        newProduct?: Catalog.NewProduct;
    }
    export interface ProductGuess {
        product?: Catalog.Product;
        /** 0 to 100. */
        confidence?: number;
        basis?: Catalog.MatchBasis;
    }
    /** At most one of these is there: productId, newProduct. */
    export interface ChooseProductRequest {
        /** Empty when the store is unknown. */
        storeId?: string;
        /** As printed; 1 to 500 characters, with a letter or digit. */
        printedText?: string;
        productId?: string;
        /** A name that already exists selects the existing product. */
        newProduct?: Catalog.NewProduct;
    }
    export interface Mapping {
        id?: string;
        /** Empty when the store is unknown. */
        storeId?: string;
        storeName?: string;
        /** As it was first printed. */
        printedText?: string;
        product?: Catalog.Product;
        /** 0 to 100. */
        confidence?: number;
        basis?: Catalog.MatchBasis;
        changedAt?: Common.Timestamp;
    }
    export interface ListMappingsRequest {
        page?: Common.PageRequest;
        /** Unspecified means all. */
        filter?: Catalog.MappingFilter;
    }
    export interface ListMappingsResponse {
        mappings?: Catalog.Mapping[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface ForgetMappingRequest {
        mappingId?: string;
    }
    export interface ForgetMappingResponse {
        /** Whether it existed. */
        forgotten?: boolean;
    }
    export interface ForgetAllMappingsRequest {
    }
    export interface ForgetAllMappingsResponse {
        /** The number of mappings deleted by this call. */
        forgotten?: number;
    }
    export interface SharedMapping {
        id?: string;
        /** The chain's name, without branch numbers and legal forms. */
        chain?: string;
        /** The name and address of one store; empty for the whole chain. */
        store?: string;
        /** The line without codes, sizes and marks. */
        text?: string;
        product?: Catalog.Product;
        state?: Catalog.SharedMappingState;
        /** The number of votes for it. Users whose first receipts were read in the same hour count as one. */
        votes?: number;
        /** The number of votes on the line, counted in the same way. */
        voters?: number;
        changedAt?: Common.Timestamp;
    }
    export interface ListSharedMappingsRequest {
        page?: Common.PageRequest;
        /** Unspecified means all. */
        state?: Catalog.SharedMappingState;
    }
    export interface ListSharedMappingsResponse {
        mappings?: Catalog.SharedMapping[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    /** At most one of these is there: approvedProductId, withdraw, leaveToUsers. */
    export interface DecideSharedMappingRequest {
        mappingId?: string;
        /** The shared product that the line means. */
        approvedProductId?: string;
        /** True withdraws it from everybody. */
        withdraw?: boolean;
        /** True returns it to the users' votes. */
        leaveToUsers?: boolean;
    }
    export interface FeedbackReport {
        /** Random; the same for all reports of one user. */
        id?: string;
        state?: Catalog.FeedbackReportState;
        /** The number of lines with insults. */
        insults?: number;
        /** The number of lines with addresses, links or telephone numbers. */
        contacts?: number;
        /** The number of lines beyond the daily limit. */
        excess?: number;
        firstAt?: Common.Timestamp;
        lastAt?: Common.Timestamp;
    }
    export interface ListFeedbackReportsRequest {
        page?: Common.PageRequest;
        /** Unspecified means all. */
        state?: Catalog.FeedbackReportState;
    }
    export interface ListFeedbackReportsResponse {
        reports?: Catalog.FeedbackReport[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    /** At most one of these is there: exclude, dismiss. */
    export interface DecideFeedbackReportRequest {
        reportId?: string;
        /** True excludes all of the user's choices, including earlier ones, from sharing. */
        exclude?: boolean;
        /** True includes them again. */
        dismiss?: boolean;
    }
    /** An observation as operators see it. */
    export interface PriceObservation {
        id?: string;
        /** The keys of their rows in the reference data. */
        store?: string;
        product?: string;
        storeName?: string;
        productName?: string;
        /** YYYY-MM-DD, the Monday of the week in which it was paid. */
        week?: string;
        /** What the price is for: a decimal number and a unit of measure. */
        quantity?: string;
        unit?: string;
        price?: Common.Money;
        /**
         * What one kg, l or each costs, and the middle one of what it costs at stores and on average: decimal numbers of the currency's major unit. The
         * latter is empty when nothing is known to compare with any more.
         */
        unitPrice?: string;
        usualUnitPrice?: string;
        /** kg, l or each. */
        comparisonUnit?: string;
        state?: Catalog.PriceObservationState;
    }
    export interface ListPriceObservationsRequest {
        /** The key of a product in the reference data: all of its observations, whatever becomes of them. Empty for those that are held. */
        product?: string;
    }
    export interface ListPriceObservationsResponse {
        /** At most 1,000. */
        observations?: Catalog.PriceObservation[];
    }
    export interface DecidePriceObservationRequest {
        observationId?: string;
        /** Whether it is used; otherwise it is refused. */
        used?: boolean;
    }
    export interface ResolvedProduct {
        product?: Catalog.Product;
        /** 0 to 100; the confidence of the match. 0 for a product created for this text. */
        confidence?: number;
        /** Whether this call created the product. */
        created?: boolean;
        basis?: Catalog.MatchBasis;
        /** Whether this call created the product although known ones are similar to the line: the user should choose. */
        needsChoice?: boolean;
    }
    export interface SearchProductsRequest {
        /** 1 to 100 characters. */
        text?: string;
        /** 1 to 50, 0 means 10. */
        limit?: number;
    }
    export interface SearchProductsResponse {
        products?: Catalog.Product[];
    }
    export interface GetProductRequest {
        productId?: string;
    }
    export interface CreateProductRequest {
        product?: Catalog.NewProduct;
    }
    export interface CreateProductResponse {
        product?: Catalog.Product;
        /** False for an existing product. */
        created?: boolean;
    }
    export interface NewProduct {
        /** 1 to 80 characters, with a letter or digit. */
        name?: string;
        /** Empty means "other". */
        categorySlug?: string;
        /** each, kg, g, l or ml; empty means "each". */
        defaultUnit?: string;
    }
    export interface ListCategoriesRequest {
    }
    export interface ListCategoriesResponse {
        categories?: Catalog.Category[];
    }
    export interface Category {
        slug?: string;
        /** In the caller's language; in English for services. */
        name?: string;
        /** One emoji. */
        symbol?: string;
    }
    export interface Product {
        id?: string;
        /**
         * Of a shared product in the caller's language, and in English for services; of the caller's own as it was typed or
         * printed. Empty for services where only lines without a letter or digit mean the product.
         */
        name?: string;
        category?: Catalog.Category;
        /** each, kg, g, l or ml. */
        defaultUnit?: string;
        /** Absent when unknown. */
        shelfLife?: Catalog.ShelfLife;
        /** Absent when unknown. */
        nutrition?: Catalog.Nutrition;
    }
    /** Usual days a food keeps from the day of purchase. Advice, not a safety guarantee. */
    export interface ShelfLife {
        pantry?: Catalog.DayRange;
        fridge?: Catalog.DayRange;
        freezer?: Catalog.DayRange;
    }
    /** An absent range is unknown. */
    export interface DayRange {
        minimumDays?: number;
        maximumDays?: number;
    }
    /** Per 100 g of edible food. An absent value is unknown, never zero. */
    export interface Nutrition {
        energyKcal?: Catalog.NutrientAmount;
        proteinMg?: Catalog.NutrientAmount;
        fatMg?: Catalog.NutrientAmount;
        carbohydrateMg?: Catalog.NutrientAmount;
        fibreMg?: Catalog.NutrientAmount;
        sugarMg?: Catalog.NutrientAmount;
        sodiumMg?: Catalog.NutrientAmount;
    }
    export interface NutrientAmount {
        value?: string;
    }
    export interface ListReferenceTablesRequest {
    }
    export interface ListReferenceTablesResponse {
        tables?: Catalog.ReferenceTable[];
    }
    export interface ReferenceTable {
        /** stores, eateries, store_prices, average_goods, average_prices, brokers or tax_rates. */
        name?: string;
        /** The header of its files. */
        columns?: string[];
        /** The rows in use, and those of them that operators have added or changed. */
        rows?: string;
        ownRows?: string;
    }
    export interface ReferenceRow {
        /** Unique in its table. */
        key?: string;
        /** As in a file: one for each column. */
        fields?: string[];
        /** An operator added, changed or withdrew it. */
        own?: boolean;
        /** It is not in use any more. */
        withdrawn?: boolean;
    }
    export interface ListReferenceRowsRequest {
        /** See ReferenceTable. */
        table?: string;
        page?: Common.PageRequest;
        /** Only those that operators have added, changed or withdrawn. */
        ownOnly?: boolean;
        /** Also those that are not in use any more. */
        withWithdrawn?: boolean;
        /** Only those whose keys begin so; empty for any. */
        keyPrefix?: string;
    }
    export interface ListReferenceRowsResponse {
        rows?: Catalog.ReferenceRow[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface ImportReferenceRowsRequest {
        /** See ReferenceTable. */
        table?: string;
        /** A table of comma-separated values in UTF-8 whose header are the table's columns. At most 50,000 rows. */
        file?: string;
        /** What it is called, for the history: at most 200 characters. */
        name?: string;
        /** Only checks the file and counts. */
        checkOnly?: boolean;
    }
    export interface ImportReferenceRowsResponse {
        /** What is wrong, in the order of the lines. Where there is anything, nothing of the file was taken over. */
        problems?: Catalog.ReferenceProblem[];
        /** How many problems there are beyond the first 10,000. */
        moreProblems?: number;
        /** How many rows the file has. */
        rows?: number;
        /** How many of them were not in use before, and how many replace others. */
        added?: number;
        changed?: number;
    }
    /** A line of a file that can't be taken over. */
    export interface ReferenceProblem {
        /** From 1. */
        line?: number;
        /** What is wrong, in the caller's language. */
        sentence?: string;
    }
    export interface WithdrawReferenceRowRequest {
        /** See ReferenceTable. */
        table?: string;
        key?: string;
    }
    /** A change of a row. */
    export interface ReferenceChange {
        table?: string;
        key?: string;
        changedAt?: Common.Timestamp;
        /** The operator's user id. */
        operatorId?: string;
        kind?: Catalog.ReferenceChangeKind;
        /** The name of the file; empty for another kind. */
        file?: string;
        /** The columns that are changed; of a new or a withdrawn row, all that are not empty. */
        fields?: Catalog.ReferenceFieldChange[];
    }
    export interface ReferenceFieldChange {
        column?: string;
        /** Empty where there was no row in use. */
        before?: string;
        /** Empty where the row was withdrawn. */
        after?: string;
    }
    export interface ListReferenceChangesRequest {
        page?: Common.PageRequest;
        /** See ReferenceTable; empty for any. */
        table?: string;
        /** Of this row alone, which needs a table; empty for any. */
        key?: string;
    }
    export interface ListReferenceChangesResponse {
        changes?: Catalog.ReferenceChange[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface Security {
        /** Unique, such as RY.TO. */
        symbol?: string;
        name?: string;
        exchange?: string;
        /** ISO 4217: of its prices. */
        currency?: string;
        kind?: Catalog.SecurityKind;
        /** ISO 3166-1 alpha-2, or EU for the euro area; empty where it is unknown. */
        region?: string;
        adjustment?: Catalog.PriceAdjustment;
        /** Where what is said of the security comes from. */
        source?: string;
        /** The days of the first and the last price; empty without prices. */
        firstDay?: string;
        lastDay?: string;
    }
    export interface SearchSecuritiesRequest {
        /** At most 100 characters; empty for all. */
        text?: string;
        /** Filters; those that are empty or unspecified do not count. */
        exchange?: string;
        kind?: Catalog.SecurityKind;
        region?: string;
        currency?: string;
        page?: Common.PageRequest;
    }
    export interface SearchSecuritiesResponse {
        securities?: Catalog.Security[];
        /** Empty at the end. */
        nextPageToken?: string;
        /** Whether nothing has the text as or in its symbol or name, and these are similar ones: at most 20, on one page. */
        similar?: boolean;
    }
    export interface GetSecurityRequest {
        /** In any case of its letters. */
        symbol?: string;
    }
    export interface GetPricesRequest {
        symbol?: string;
        /** YYYY-MM-DD, both included; empty for the first or the last price there is. */
        firstDay?: string;
        lastDay?: string;
        /**
         * The most prices that are returned, 2 to 1,000, 0 means 366. Where there are more, the last one of each week is, or of each month
         * or of several months, with the first and the last one of the period.
         */
        limit?: number;
    }
    export interface GetPricesResponse {
        security?: Catalog.Security;
        prices?: Catalog.Price[];
        /** The distance of the prices in the series; of a month where they are of several months. */
        interval?: Catalog.PriceInterval;
        /** Where the prices come from, and when they were fetched. */
        source?: string;
        fetchedAt?: Common.Timestamp;
    }
    export interface Price {
        day?: string;
        /** A decimal number such as 123.45, in the security's currency; adjusted, so that an old one is not what was paid that day. */
        close?: string;
    }
    /** At most one of these is there: header, chunk. */
    export interface ImportSecuritiesRequest {
        /** First. */
        header?: Catalog.ImportHeader;
        /** Then the bytes of the file in order, at most 256 KiB each. */
        chunk?: string;
    }
    export interface ImportHeader {
        /** Where the figures come from, such as the vendor's name; at most 100 characters. Users see it beside them. */
        source?: string;
        /** Of prices: whether they are of days or of months. Unspecified: of months where no month of a security has two prices. */
        interval?: Catalog.PriceInterval;
    }
    export interface ImportSecuritiesResponse {
        /** Whether it was stored: only without problems. */
        stored?: boolean;
        /** Lines of the file beside its header. */
        lines?: string;
        /** How many securities were stored, or of how many the prices. */
        securities?: number;
        prices?: string;
        /** By their lines, at most 1,000. */
        problems?: Catalog.ImportProblem[];
        furtherProblems?: string;
        interval?: Catalog.PriceInterval;
    }
    export interface ImportProblem {
        /** From 1, the header. */
        line?: string;
        /** In the caller's language. */
        problem?: string;
    }
    /** What something costs at a store. */
    export interface StorePrice {
        store?: Catalog.NearbyStore;
        productId?: string;
        /** What the store calls it, such as a brand; empty for nothing in particular. */
        label?: string;
        price?: Common.Money;
        /** What that is for, such as 2 of l: a decimal number and a unit of measure. */
        quantity?: string;
        unit?: string;
        /** What one kg, l or each costs: a decimal number of the currency's major unit, with two digits more than it has. */
        unitPrice?: string;
        /** kg, l or each. */
        comparisonUnit?: string;
        /**
         * YYYY-MM-DD: since when, and until when inclusive; without the latter, until the store has another price for it. Of an observed
         * price they are the first and the last day of the week in which it was paid.
         */
        firstDay?: string;
        lastDay?: string;
        /** Whether it holds today, where the store is; an observed one is taken to hold for four weeks more, unless another is observed. */
        current?: boolean;
        /** Whether users have paid it, three at least, rather than that an operator says so. */
        observed?: boolean;
    }
    export interface FindStorePricesRequest {
        productId?: string;
    }
    export interface FindStorePricesResponse {
        /** At most 200 that hold today, and 200 others. */
        prices?: Catalog.StorePrice[];
        /** How far the search reached. */
        radiusMetres?: number;
        /** How many stores are in reach, with and without a price. */
        stores?: number;
    }
    export interface Store {
        id?: string;
        name?: string;
        address?: string;
        /** Absent when unknown. */
        location?: Common.Location;
    }
    export interface FindStoresRequest {
        /** The caller's home place when absent. It is used for this answer alone. */
        near?: Common.Location;
        /** 100 to 100,000; 0 for the radius of the caller's home place, or 5,000 without one. */
        radiusMetres?: number;
        /** 1 to 200, 0 means 50. */
        limit?: number;
        /** Also those that the caller ignores, last. */
        withIgnored?: boolean;
    }
    export interface FindStoresResponse {
        stores?: Catalog.NearbyStore[];
        /** The radius that was searched. */
        radiusMetres?: number;
        /** How many there are beyond these. */
        more?: number;
    }
    /** A store near a point. */
    export interface NearbyStore {
        store?: Catalog.Store;
        distanceMetres?: number;
        /** What the caller chose. */
        preferred?: boolean;
        ignored?: boolean;
        /** grocery, supermarket, pharmacy …; empty for one of the caller's own. */
        kind?: string;
        /** Empty when unknown. */
        phone?: string;
        /** Now. */
        openness?: Catalog.Openness;
        /** When it closes; absent unless open, for one that is open for a week or more, and when its closing time is unknown. */
        closesAt?: Common.Timestamp;
        /** It is one of the caller's own, of which nobody else knows. */
        own?: boolean;
    }
    export interface ListOwnStoresRequest {
    }
    export interface ListOwnStoresResponse {
        stores?: Catalog.Store[];
    }
    export interface SetOwnStoreLocationRequest {
        storeId?: string;
        /** Absent takes back where it is. */
        location?: Common.Location;
    }
    export interface TaxRate {
        /** ISO 3166-2 of a subdivision such as CA-QC, or ISO 3166-1 alpha-2 of a country. */
        region?: string;
        /** As receipts print it, in the caller's language: GST, TPS. */
        name?: string;
        /** A decimal number with at most three digits after the point, such as 9.975. */
        percent?: string;
        /** YYYY-MM-DD: since when, and until when inclusive; empty while no end is known. */
        firstDay?: string;
        lastDay?: string;
        /** Who says so. */
        source?: string;
    }
    export interface ListTaxRatesRequest {
        /** As in TaxRate: CA has those of all of Canada, CA-QC also those of Québec. Empty for all regions. */
        region?: string;
        /** YYYY-MM-DD; empty for today in UTC. */
        day?: string;
    }
    export interface ListTaxRatesResponse {
        rates?: Catalog.TaxRate[];
        /** The day of the request. */
        day?: string;
    }
}
/** `larder.common.v1` */
export namespace Common {
    /** What a line is that is no product and no discount. */
    export type Charge =
        | "CHARGE_UNSPECIFIED"
        | "CHARGE_SERVICE"
        | "CHARGE_TIP"
        /** To the smallest coin, in cash. */
        | "CHARGE_ROUNDING";
    /** An amount of money. Never floating point. */
    export interface Money {
        /** Count of minor units: cents for CAD, yen for JPY, fils for KWD. Negative for discounts and returns. */
        minorUnits?: string;
        /** ISO 4217 code, three capitals. */
        currency?: string;
    }
    /** An instant in UTC. */
    export interface Timestamp {
        /** Seconds since 1970-01-01T00:00:00Z. */
        seconds?: string;
        /** 0 to 999,999,999. */
        nanos?: number;
    }
    /** A point on the earth, WGS 84, in millionths of a degree. */
    export interface Location {
        latitudeMicrodegrees?: string;
        longitudeMicrodegrees?: string;
    }
    /** A local calendar day and time as printed on a receipt. */
    export interface LocalDateTime {
        /** YYYY-MM-DD, or empty when unknown. */
        date?: string;
        /** HH:MM, or empty when unknown. */
        time?: string;
        /** IANA time zone such as America/Vancouver, or empty when unknown. */
        timeZone?: string;
    }
    /** A request for a page of a list. Pages are by key, never by offset. */
    export interface PageRequest {
        /** The maximum number of entries: 1 to 200, 0 means 50. */
        size?: number;
        /** The token of the previous page, or empty for the first page. */
        token?: string;
    }
}
/** `larder.events.v1` */
export namespace Events {
    export type EventState =
        | "EVENT_STATE_UNSPECIFIED"
        /** In the outbox, to be delivered. */
        | "EVENT_STATE_WAITING"
        /** In the outbox, given up: its receiver rejects it, or an operator has parked it. */
        | "EVENT_STATE_PARKED"
        /** Received, and kept for a newer program that knows its kind. */
        | "EVENT_STATE_KEPT";
    export interface ListEventsRequest {
        page?: Common.PageRequest;
        /** Unspecified for parked ones. */
        state?: Events.EventState;
        /** Only events for this service; empty for all. Kept events have none. */
        receiver?: string;
    }
    export interface ListEventsResponse {
        events?: Events.StoredEvent[];
        nextPageToken?: string;
    }
    export interface StoredEvent {
        /** A UUID. */
        id?: string;
        state?: Events.EventState;
        /** The service that an event in the outbox is for. */
        receiver?: string;
        /** The service that a kept event came from. */
        sender?: string;
        /**
         * The field of the payload, such as purchase_recorded; its number when the program does not know it; empty when the event
         * cannot be decoded.
         */
        kind?: string;
        /** When it was written, or received. */
        storedAt?: Common.Timestamp;
        attempts?: number;
        /** When it is tried next; absent when at once, and for parked ones. */
        dueAt?: Common.Timestamp;
        /** Absent unless it was given up. */
        parkedAt?: Common.Timestamp;
        /** Why the last attempt failed; empty when none has. */
        lastError?: string;
    }
    export interface ReleaseEventsRequest {
        /** 1 to 200 UUIDs; none when a receiver is named. */
        eventIds?: string[];
        /** All parked events for this service. */
        receiver?: string;
    }
    export interface ReleaseEventsResponse {
        released?: string;
    }
    export interface ParkEventsRequest {
        /** 1 to 200 UUIDs. */
        eventIds?: string[];
    }
    export interface ParkEventsResponse {
        parked?: string;
    }
    export interface DropEventsRequest {
        /** 1 to 200 UUIDs; none when a receiver is named. */
        eventIds?: string[];
        /** All parked events for this service. */
        receiver?: string;
    }
    export interface DropEventsResponse {
        dropped?: string;
    }
}
/** `larder.notifications.v1` */
export namespace Notifications {
    export type NoticeChannel =
        | "NOTICE_CHANNEL_UNSPECIFIED"
        /** An entry of the inbox, which open apps announce. */
        | "NOTICE_CHANNEL_INBOX"
        | "NOTICE_CHANNEL_EMAIL"
        /** To the devices on which the user has allowed it. */
        | "NOTICE_CHANNEL_WEB_PUSH";
    /** How often notices of a kind go out by mail and web push. Entries of the inbox come at once. */
    export type NoticeFrequency =
        | "NOTICE_FREQUENCY_UNSPECIFIED"
        | "NOTICE_FREQUENCY_AT_ONCE"
        /** Together, at each full hour. */
        | "NOTICE_FREQUENCY_HOURLY"
        /** Together, once a day. */
        | "NOTICE_FREQUENCY_DAILY";
    export type NoticeUrgency =
        | "NOTICE_URGENCY_UNSPECIFIED"
        /** May wait until its receiver looks. */
        | "NOTICE_URGENCY_NORMAL"
        /** Somebody waits for its receiver. */
        | "NOTICE_URGENCY_URGENT";
    /** What has come of a visit. */
    export type VisitOutcome =
        | "VISIT_OUTCOME_UNSPECIFIED"
        | "VISIT_OUTCOME_REMINDED"
        /** There was a reminder of the same place within the last hour. */
        | "VISIT_OUTCOME_TOO_SOON"
        /** No channel is on for reminders of places. */
        | "VISIT_OUTCOME_OFF";
    export interface Notification {
        id?: string;
        /** receipt_ready … */
        kind?: string;
        title?: string;
        /** Up to 200 characters. */
        message?: string;
        /** The subject, such as "purchase:<id>". */
        subject?: string;
        createdAt?: Common.Timestamp;
        /** Absent while unread. */
        readAt?: Common.Timestamp;
    }
    export interface ListNotificationsRequest {
        page?: Common.PageRequest;
        unreadOnly?: boolean;
    }
    export interface ListNotificationsResponse {
        notifications?: Notifications.Notification[];
        nextPageToken?: string;
        unread?: string;
    }
    export interface MarkNotificationsReadRequest {
        /** NOT_FOUND when one is not the caller's, and then none is marked. */
        notificationIds?: string[];
        /** Marks the entries about these, if there are any; 1 to 100 characters each. With the ids, 1 to 200. */
        subjects?: string[];
    }
    export interface MarkNotificationsReadResponse {
        unread?: string;
    }
    export interface DeleteNotificationsRequest {
        /** 1 to 200 ids; NOT_FOUND when one is not the caller's, or was erased, and then none is deleted. */
        notificationIds?: string[];
    }
    export interface DeleteNotificationsResponse {
        /** The number of unread entries that are left. */
        unread?: string;
    }
    export interface DeleteAllNotificationsRequest {
        /**
         * The newest entry that the caller has seen: it is deleted with all that came before it. NOT_FOUND when it is not the caller's,
         * or was erased; it may have been deleted before.
         */
        newestId?: string;
    }
    export interface DeleteAllNotificationsResponse {
        /** Restores what was deleted. Empty when there was nothing to delete. */
        deletionId?: string;
        /** How many entries were deleted. */
        deleted?: string;
        /** The number of unread entries that are left. */
        unread?: string;
    }
    export interface RestoreNotificationsRequest {
        /** 1 to 200 ids, or a deletion and no ids; NOT_FOUND when one is not the caller's, or was erased, and then none is restored. */
        notificationIds?: string[];
        /**
         * What DeleteAllNotifications answered: all that it deleted is restored. NOT_FOUND when it was not the caller's, or is 24 hours
         * ago.
         */
        deletionId?: string;
    }
    export interface RestoreNotificationsResponse {
        /** The number of unread entries. */
        unread?: string;
    }
    export interface WatchNotificationsRequest {
        /** The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch. */
        cursor?: string;
    }
    export interface InboxUpdate {
        /** Resumes the watch after this update, with any instance of the service; valid for 30 days. */
        cursor?: string;
        /**
         * Whether the inbox has to be read anew, after this update: the watch is new, or its cursor is no longer valid. What changes
         * from now on is sent.
         */
        reset?: boolean;
        /** The entries that have changed, at most 200, as they are now. */
        notifications?: Notifications.Notification[];
        /** The number of unread entries of the whole inbox. */
        unread?: string;
        /** The entries that were removed. */
        removedIds?: string[];
    }
    export interface NoticePreference {
        /** The kind, as in Notification.kind. */
        kind?: string;
        /** What its entries are called, in the language of the call. */
        title?: string;
        urgency?: Notifications.NoticeUrgency;
        /** In the order of their numbers. */
        channels?: Notifications.NoticeChannelPreference[];
        /** Urgent kinds always go out at once, also in quiet hours. */
        frequency?: Notifications.NoticeFrequency;
    }
    export interface NoticeChannelPreference {
        channel?: Notifications.NoticeChannel;
        isOn?: boolean;
        /** Whether it may be off. */
        isOptional?: boolean;
    }
    export interface GetNoticePreferencesRequest {
    }
    export interface GetNoticePreferencesResponse {
        preferences?: Notifications.NoticePreference[];
        times?: Notifications.NoticeTimes;
    }
    export interface NoticeTimes {
        /** A name of the IANA time zone database, such as Europe/Paris. */
        timeZone?: string;
        /** During them nothing goes out by mail or web push but what is urgent; it does at their end, together. Absent for none. */
        quietHours?: Notifications.QuietHours;
        /** When daily digests go out, in minutes after midnight, 0 to 1439. */
        digestMinute?: number;
        /**
         * When the caller is reminded to enter what they have spent, on days on which they have not yet. Absent in a request, it stays as it
         * is.
         */
        reminder?: Notifications.ReminderTime;
    }
    export interface ReminderTime {
        /** In minutes after midnight, 0 to 1439. */
        minute?: number;
    }
    export interface QuietHours {
        /** In minutes after midnight, 0 to 1439; from may be later than until, for a night. */
        fromMinute?: number;
        /** The first minute after them. Another one than from. */
        untilMinute?: number;
    }
    export interface SetNoticePreferenceRequest {
        /** One of GetNoticePreferences. */
        kind?: string;
        /** One that the kind may use. */
        channel?: Notifications.NoticeChannel;
        /** Off only where that is optional. */
        isOn?: boolean;
    }
    export interface SetNoticeFrequencyRequest {
        /** One of GetNoticePreferences that is not urgent. */
        kind?: string;
        frequency?: Notifications.NoticeFrequency;
    }
    export interface SwitchMailRequest {
        /** What follows "t=" in the link of a mail. */
        token?: string;
        /** False; what was switched off is switched on again by SetNoticePreference. */
        isOn?: boolean;
    }
    export interface SwitchMailResponse {
        /** What the kind is called, in the language of the call; empty when the link was of all kinds. */
        title?: string;
        isOn?: boolean;
    }
    export interface ListFailuresRequest {
    }
    export interface DeliveryFailures {
        channel?: Notifications.NoticeChannel;
        reason?: string;
        count?: string;
        /** When the first of them was given up. */
        since?: Common.Timestamp;
    }
    export interface ListFailuresResponse {
        /** The most frequent first, 100 at most. */
        failures?: Notifications.DeliveryFailures[];
    }
    export interface RetryFailuresRequest {
        /** Unspecified for all channels. */
        channel?: Notifications.NoticeChannel;
    }
    export interface RetryFailuresResponse {
        /** How many deliveries. */
        count?: string;
    }
    export interface TemptingPlace {
        /** A UUID that the client chooses. */
        id?: string;
        /** 1 to 60 characters. */
        name?: string;
        location?: Common.Location;
        /** Who is no further away has come: 50 to 1,000; 0 in a request means 100. */
        radiusMetres?: number;
    }
    export interface ListPlacesRequest {
    }
    export interface ListPlacesResponse {
        /** At most 50. */
        places?: Notifications.TemptingPlace[];
    }
    export interface SetPlaceRequest {
        place?: Notifications.TemptingPlace;
    }
    export interface RemovePlaceRequest {
        placeId?: string;
    }
    export interface RemovePlaceResponse {
    }
    export interface ReportVisitRequest {
        placeId?: string;
    }
    export interface ReportVisitResponse {
        outcome?: Notifications.VisitOutcome;
    }
    export interface GetPushKeyRequest {
    }
    export interface GetPushKeyResponse {
        /** A point of P-256, uncompressed: 65 bytes. */
        publicKey?: string;
    }
    export interface RegisterPushDeviceRequest {
        /** Where the browser's push service takes messages: an HTTPS address of up to 2,048 characters. */
        endpoint?: string;
        /** The browser's key p256dh: 65 bytes. */
        publicKey?: string;
        /** The browser's secret auth: 16 bytes. */
        secret?: string;
    }
    export interface PushDevice {
        id?: string;
        createdAt?: Common.Timestamp;
        renewedAt?: Common.Timestamp;
        /** The host of the push service, such as fcm.googleapis.com. */
        service?: string;
    }
    export interface ListPushDevicesRequest {
    }
    export interface ListPushDevicesResponse {
        devices?: Notifications.PushDevice[];
    }
    export interface RemovePushDeviceRequest {
        /** A UUID. */
        id?: string;
    }
    export interface RemovePushDeviceResponse {
    }
}
/** `larder.ocr.v1` */
export namespace OCR {
    /**
     * How long a photo is kept once its purchase is recorded, or typed in. While a receipt is failed, its photo waits for a
     * retry, but 30 days at most unless its owner chose to keep it.
     */
    export type PhotoKeeping =
        /** The installation's choice: photos are removed unless its operator decided otherwise. */
        | "PHOTO_KEEPING_UNSPECIFIED"
        /** Removed then; and at once when the receipt fails and retrying cannot help. */
        | "PHOTO_KEEPING_REMOVE"
        /** Kept until its owner removes it; its text can be searched. */
        | "PHOTO_KEEPING_KEEP"
        /** Kept until its owner confirms or discards the purchase. */
        | "PHOTO_KEEPING_UNTIL_CONFIRMED";
    export type ReceiptState =
        | "RECEIPT_STATE_UNSPECIFIED"
        | "RECEIPT_STATE_QUEUED"
        | "RECEIPT_STATE_READING"
        | "RECEIPT_STATE_PARSING"
        /** Interpreted; being recorded with catalog and budget. */
        | "RECEIPT_STATE_SAVING"
        | "RECEIPT_STATE_DONE"
        | "RECEIPT_STATE_FAILED";
    export type SumCheck =
        | "SUM_CHECK_UNSPECIFIED"
        | "SUM_CHECK_NOT_POSSIBLE"
        | "SUM_CHECK_AGREES"
        | "SUM_CHECK_DISAGREES";
    export type LineKind =
        | "LINE_KIND_UNSPECIFIED"
        /** A product that was bought or returned. */
        | "LINE_KIND_PRODUCT"
        /** A discount or coupon on the whole receipt; its value is in `discount`. */
        | "LINE_KIND_DISCOUNT"
        /** A service charge, a tip or cash rounding. */
        | "LINE_KIND_CHARGE";
    /** At most one of these is there: header, chunk, nextPhoto. */
    export interface UploadReceiptRequest {
        header?: OCR.UploadHeader;
        /** At most 256 KiB a chunk; 20 MB a photo. */
        chunk?: string;
        /** Begins another photo of the same receipt; at most 8 photos, 40 MB together. */
        nextPhoto?: OCR.NextPhoto;
    }
    export interface NextPhoto {
        /** Bytes to come; 0 when unknown. */
        size?: string;
    }
    export interface UploadHeader {
        /** Bytes to come; 0 when unknown. A photo over the limit is then rejected before it is sent. */
        size?: string;
        /** IANA time zone of the device, used for the day of the purchase. */
        timeZone?: string;
        keeping?: OCR.PhotoKeeping;
    }
    export interface UploadReceiptResponse {
        receiptId?: string;
        /** Number in the user's own sequence of receipts, from 1. */
        queueNumber?: string;
        /** The number of receipts of all users ahead of it. */
        ahead?: string;
        /**
         * The user's earlier receipt with the same photo; empty when there is none. The new one is read nevertheless, and its
         * purchase is marked as a duplicate until its owner keeps it.
         */
        samePhotoReceiptId?: string;
        /** The purchase of the earlier receipt; empty when there is none yet. */
        samePhotoPurchaseId?: string;
    }
    export interface WatchReceiptRequest {
        receiptId?: string;
    }
    export interface ReceiptProgress {
        state?: OCR.ReceiptState;
        /** The progress of reading: 0 to 100. */
        percent?: number;
        /** With DONE: the purchase. */
        purchaseId?: string;
        /** With FAILED: a sentence for the user. */
        failure?: string;
        /** With FAILED: whether retrying the same photo may succeed; otherwise another photo is needed. */
        retryMayHelp?: boolean;
    }
    export interface WatchReceiptsRequest {
        /** The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch. */
        cursor?: string;
    }
    export interface ReceiptListUpdate {
        /** Resumes the watch after this update, with any instance of the service; valid for 30 days. */
        cursor?: string;
        /**
         * Whether the receipts have to be read anew, after this update: the watch is new, or its cursor is no longer valid. What
         * changes from now on is sent.
         */
        reset?: boolean;
        /** The receipts that were added or changed, as they are now, newest first, without their readings; at most 200. */
        receipts?: OCR.Receipt[];
        /** The receipts that were removed. */
        removedIds?: string[];
    }
    export interface GetReceiptRequest {
        receiptId?: string;
    }
    export interface ListReceiptsRequest {
        page?: Common.PageRequest;
    }
    export interface ListReceiptsResponse {
        receipts?: OCR.Receipt[];
        /** Empty at the end. */
        nextPageToken?: string;
    }
    export interface RetryReceiptRequest {
        receiptId?: string;
    }
    export interface Receipt {
        id?: string;
        queueNumber?: string;
        state?: OCR.ReceiptState;
        percent?: number;
        purchaseId?: string;
        failure?: string;
        uploadedAt?: Common.Timestamp;
        /** The reading; absent until PARSING is complete. */
        reading?: OCR.Reading;
        /** Whether the photo can be downloaded and the text searched. */
        hasPhoto?: boolean;
        /** The user's earlier receipt with the same photo; empty when there is none. */
        samePhotoReceiptId?: string;
        /** The number of photos that can be downloaded. */
        photos?: number;
        /** With FAILED: whether retrying the same photo may succeed; otherwise another photo is needed. */
        retryMayHelp?: boolean;
    }
    /**
     * The content of a receipt. A field that is not printed is absent, never invented. While the currency is unknown,
     * amounts have the code XXX and count hundredths.
     */
    export interface Reading {
        storeName?: OCR.ReadText;
        storeAddress?: OCR.ReadText;
        date?: OCR.ReadText;
        time?: OCR.ReadText;
        /** ISO 4217. */
        currency?: OCR.ReadText;
        /** Lines in printed order. */
        items?: OCR.ReadItem[];
        subtotal?: OCR.ReadAmount;
        taxes?: OCR.ReadTax[];
        total?: OCR.ReadAmount;
        /** Whether items, discounts and taxes add up to the printed total. */
        sumCheck?: OCR.SumCheck;
        /** The recognized text, row by row; empty once the photo is removed. */
        rawText?: string;
        /** Size of the photo as downloaded, in the pixels of boxes; 0 when unknown. */
        photoWidth?: number;
        photoHeight?: number;
        /**
         * The number of clockwise quarter turns applied for reading, in addition to the EXIF orientation; a downloaded photo
         * is already rotated. 0 with several photos, of which the size above is the first one's.
         */
        quarterTurns?: number;
        /** The store's telephone number as printed. */
        storePhone?: OCR.ReadText;
        /**
         * ISO 4217: the currency of the user's latest receipt that names one, where this one names none. Not read, only a
         * suggestion. Empty otherwise.
         */
        suggestedCurrency?: string;
    }
    /**
     * A rectangle on a photo, in pixels of the picture as downloaded and displayed; the origin is its top left corner.
     * Where the receipt is tilted or in perspective, it is the bounding box of the print.
     */
    export interface Box {
        x?: number;
        y?: number;
        width?: number;
        height?: number;
        /** The index of the photo in upload order, from 0. */
        photo?: number;
    }
    export interface ReadText {
        value?: string;
        /** 0 to 100. */
        confidence?: number;
        box?: OCR.Box;
    }
    export interface ReadAmount {
        value?: Common.Money;
        confidence?: number;
        box?: OCR.Box;
    }
    export interface ReadTax {
        label?: string;
        amount?: OCR.ReadAmount;
    }
    export interface ReadItem {
        /** As printed; of a charge its name, in the caller's language. */
        text?: string;
        /** Thousandths of the unit; 1000 when none is printed. */
        quantityThousandths?: string;
        /** each, kg, g, lb, l … */
        unit?: string;
        /** Absent when not printed. */
        unitPrice?: Common.Money;
        /** The line's contribution to the sum, after discounts printed inside the line. */
        amount?: Common.Money;
        /** Zero or negative; discounts on separate lines that belong to this item. */
        discount?: Common.Money;
        confidence?: number;
        box?: OCR.Box;
        needsReview?: boolean;
        kind?: OCR.LineKind;
        /** With LINE_KIND_CHARGE: which. */
        charge?: Common.Charge;
    }
    export interface DownloadPhotoRequest {
        receiptId?: string;
        /** The index of the photo, from 0. */
        photo?: number;
    }
    /** At most one of these is there: header, chunk. */
    export interface DownloadPhotoResponse {
        header?: OCR.PhotoHeader;
        /** At most 256 KiB. */
        chunk?: string;
    }
    export interface PhotoHeader {
        /** image/jpeg, image/png or image/webp. */
        mediaType?: string;
        /** Bytes to come. */
        size?: string;
        /** As displayed, in pixels. */
        width?: number;
        height?: number;
    }
    export interface RemovePhotoRequest {
        receiptId?: string;
    }
    export interface SearchReceiptsRequest {
        /** 1 to 100 characters: words or prefixes, in any order. */
        text?: string;
        page?: Common.PageRequest;
    }
    export interface SearchReceiptsResponse {
        /** May be fewer than the page's size, and none, although others follow: a call reads a limited number of receipts. */
        matches?: OCR.ReceiptMatch[];
        /** Goes on with the search. Empty at the end. */
        nextPageToken?: string;
    }
    export interface ReceiptMatch {
        /** Without its reading. */
        receipt?: OCR.Receipt;
        /** Printed rows with one of the words, at most 3. */
        rows?: string[];
    }
}
/** `larder.orders.v1` */
export namespace Orders {
    export interface ListOpenEateriesRequest {
        near?: Common.Location;
        /** Metres, 1 to 50,000; 0 means 2,000. */
        radiusMetres?: number;
        /** 1 to 100, 0 means 50. */
        limit?: number;
    }
    export interface ListOpenEateriesResponse {
        eateries?: Orders.OpenEatery[];
    }
    export interface OpenEatery {
        id?: string;
        name?: string;
        kind?: string;
        address?: string;
        location?: Common.Location;
        distanceMetres?: number;
        /** Absent for one that is open for a week or more, or whose closing time is unknown. */
        closesAt?: Common.Timestamp;
        dietaryTags?: string[];
    }
}
/** `larder.rpc.v1` */
export namespace RPCMessages {
    export type Caller =
        | "CALLER_UNSPECIFIED"
        /** Anybody, signed in or not. */
        | "CALLER_ANYONE"
        /** A user with a valid access token. */
        | "CALLER_USER"
        /** One of the named services, proven by its certificate. Never reachable through the gateway. */
        | "CALLER_SERVICE"
        /** A user with a valid access token, or one of the named services, proven by its certificate. */
        | "CALLER_USER_OR_SERVICE";
    export type ServingStatus =
        | "SERVING_STATUS_UNKNOWN"
        | "SERVING_STATUS_SERVING"
        | "SERVING_STATUS_NOT_SERVING"
        | "SERVING_STATUS_SERVICE_UNKNOWN";
    export type MethodKind =
        | "METHOD_KIND_UNARY"
        | "METHOD_KIND_CLIENT_STREAMING"
        | "METHOD_KIND_SERVER_STREAMING"
        | "METHOD_KIND_BIDIRECTIONAL";
    export type MethodIdempotency =
        | "METHOD_IDEMPOTENCY_NONE"
        | "METHOD_IDEMPOTENCY_IDEMPOTENT"
        | "METHOD_IDEMPOTENCY_NO_SIDE_EFFECTS";
    export type FieldKind =
        | "FIELD_KIND_UNSPECIFIED"
        | "FIELD_KIND_INT32"
        | "FIELD_KIND_SINT32"
        | "FIELD_KIND_SFIXED32"
        | "FIELD_KIND_UINT32"
        | "FIELD_KIND_FIXED32"
        | "FIELD_KIND_INT64"
        | "FIELD_KIND_SINT64"
        | "FIELD_KIND_SFIXED64"
        | "FIELD_KIND_UINT64"
        | "FIELD_KIND_FIXED64"
        | "FIELD_KIND_FLOAT"
        | "FIELD_KIND_DOUBLE"
        | "FIELD_KIND_BOOL"
        | "FIELD_KIND_ENUMERATION"
        | "FIELD_KIND_STRING"
        | "FIELD_KIND_BYTES"
        | "FIELD_KIND_MESSAGE";
    /** Who may call a method. Every method declares one; generation fails without it. */
    export interface Access {
        caller?: RPCMessages.Caller;
        /**
         * With CALLER_SERVICE and CALLER_USER_OR_SERVICE: the services that may call, by certificate identity. Empty is not
         * allowed.
         */
        services?: string[];
        /**
         * The largest request in bytes, after decompression, where that is more than 16 KiB: up to 4 MiB. Of a stream of requests,
         * the largest of them. Methods for services alone take 4 MiB unless they say otherwise.
         */
        maxRequestBytes?: number;
        /**
         * What a user needs beyond a valid access token, by the names of larder.auth.v1.Role, ConsentKind and Plan, in lower case and
         * without the prefix; services need none of it. One of these roles; none for every user.
         */
        roles?: string[];
        /** All of these consents. */
        consents?: string[];
        /** This plan or a larger one. */
        plan?: string;
        /** Also a user who has not accepted the terms of use in force may call, in order to accept them, or to leave. */
        beforeTerms?: boolean;
        /** The call changes what the caller's access tokens say, such as consents: clients renew theirs after it. */
        changesClaims?: boolean;
        /**
         * The user's session was signed in with a second factor, as staff do: an authenticator app, a passkey or a recovery code, not a
         * code by e-mail.
         */
        secondFactor?: boolean;
    }
    export interface Empty {
    }
    /** A bool that may be absent. */
    export interface BoolValue {
        value?: boolean;
    }
    /** Bytes whose content nobody looks at. */
    export interface Payload {
        body?: string;
    }
    /** A status for the server to end the call with. */
    export interface EchoStatus {
        code?: number;
        message?: string;
    }
    export interface SimpleRequest {
        /** Bytes in the payload of the response. */
        responseSize?: number;
        payload?: RPCMessages.Payload;
        /** Present: whether the response shall be compressed. */
        responseCompressed?: RPCMessages.BoolValue;
        /** Present and not OK: what the call ends with, in place of a response. */
        responseStatus?: RPCMessages.EchoStatus;
        /** Present: whether the request must have come compressed; INVALID_ARGUMENT when it did not. */
        expectCompressed?: RPCMessages.BoolValue;
    }
    export interface SimpleResponse {
        payload?: RPCMessages.Payload;
    }
    export interface StreamingInputCallRequest {
        payload?: RPCMessages.Payload;
        /** As in SimpleRequest. */
        expectCompressed?: RPCMessages.BoolValue;
    }
    export interface StreamingInputCallResponse {
        /** Bytes in the payloads of all requests. */
        aggregatedPayloadSize?: number;
    }
    export interface ResponseParameters {
        /** Bytes in the payload of the response. */
        size?: number;
        /** Microseconds to wait ahead of the response. */
        intervalUs?: number;
        /** Present: whether the response shall be compressed. */
        compressed?: RPCMessages.BoolValue;
    }
    export interface StreamingOutputCallRequest {
        /** One response for each. */
        responseParameters?: RPCMessages.ResponseParameters[];
        payload?: RPCMessages.Payload;
        /** Present and not OK: what the call ends with, in place of a response. */
        responseStatus?: RPCMessages.EchoStatus;
    }
    export interface StreamingOutputCallResponse {
        payload?: RPCMessages.Payload;
    }
    /** Calls of the methods above, since the server's start. GetTally does not count itself. */
    export interface Tally {
        /** Handlers that run now. */
        running?: number;
        /** Handlers that were started. */
        started?: string;
        /** Handlers that were cancelled, by the client or by the deadline, before they came to their end. */
        cancelled?: string;
    }
    export interface EchoMessage {
        payload?: string;
    }
    export interface EchoSummary {
        messages?: string;
        bytes?: string;
    }
    export interface RepeatEchoRequest {
        message?: RPCMessages.EchoMessage;
        times?: number;
    }
    export interface CheckHealthRequest {
        service?: string;
    }
    export interface CheckHealthResponse {
        status?: RPCMessages.ServingStatus;
        /** Why it does not serve, or what it serves without, for operators. Never holds internals such as addresses or SQL. */
        explanation?: string;
    }
    export interface ListHealthRequest {
    }
    export interface ListHealthResponse {
        services?: RPCMessages.ServiceHealth[];
    }
    export interface ServiceHealth {
        service?: string;
        status?: RPCMessages.ServingStatus;
        explanation?: string;
        /** How many instances answer. */
        healthyInstances?: number;
        instances?: number;
    }
    export interface ListServicesRequest {
    }
    export interface ListServicesResponse {
        services?: RPCMessages.ServiceDescription[];
    }
    export interface DescribeSymbolRequest {
        /**
         * A full name such as "larder.budget.v1.Purchases", "larder.budget.v1.Purchases/ListPurchases",
         * "larder.budget.v1.Purchase" or "larder.budget.v1.PurchaseState".
         */
        symbol?: string;
    }
    /** Descriptions that are complete together: every type that one of them names is described too. */
    export interface Schema {
        services?: RPCMessages.ServiceDescription[];
        messages?: RPCMessages.MessageDescription[];
        enumerations?: RPCMessages.EnumerationDescription[];
    }
    export interface ServiceDescription {
        /** Such as "larder.budget.v1.Purchases". */
        name?: string;
        methods?: RPCMessages.MethodDescription[];
    }
    export interface MethodDescription {
        /** The method alone, such as "ListPurchases". Calls name it "larder.budget.v1.Purchases/ListPurchases". */
        name?: string;
        kind?: RPCMessages.MethodKind;
        access?: RPCMessages.Access;
        idempotency?: RPCMessages.MethodIdempotency;
        /** Full names of messages. */
        request?: string;
        response?: string;
    }
    export interface MessageDescription {
        /** Such as "larder.budget.v1.Purchase". */
        name?: string;
        /** By rising number. */
        fields?: RPCMessages.FieldDescription[];
    }
    export interface FieldDescription {
        /** As in the .proto file, such as "purchased_at". JSON knows it as "purchasedAt" too. */
        name?: string;
        number?: number;
        kind?: RPCMessages.FieldKind;
        repeated?: boolean;
        /** Of a repeated number: whether it is sent packed. */
        packed?: boolean;
        /** Full name of the message or enumeration; empty for other kinds. */
        typeName?: string;
        /** Members of one oneof have the same number here, from 1; 0 for fields that are in none. */
        oneof?: number;
    }
    export interface EnumerationDescription {
        /** Such as "larder.budget.v1.PurchaseState". */
        name?: string;
        /** By rising number. */
        values?: RPCMessages.EnumerationValue[];
    }
    export interface EnumerationValue {
        name?: string;
        number?: number;
    }
    /** Typed details of a status that is not OK. Carried in the STATUS frame. */
    export interface StatusDetails {
        /** Every field of the request that is wrong, not only the first. */
        fieldViolations?: RPCMessages.FieldViolation[];
        /** How long to wait before another try, in milliseconds. Absent: no advice. */
        retryDelay?: RPCMessages.RetryDelay;
        /** A stable, machine-readable reason in capitals with underscores, such as TOKEN_EXPIRED. */
        reason?: string;
        /** What the reason is about, such as the kind and id of a resource. */
        entries?: RPCMessages.DetailEntry[];
    }
    export interface FieldViolation {
        /** Path of the field in the request, such as "items[2].amount". */
        field?: string;
        /** A sentence that says what is wrong and what is allowed. */
        description?: string;
    }
    export interface RetryDelay {
        milliseconds?: string;
    }
    export interface DetailEntry {
        key?: string;
        value?: string;
    }
}
