import Postgres
import ServiceKit

extension PersonalTables {
    /// The tables of auth.
    static func auth(_ masterKeys: MasterKeys) -> PersonalTables {
        PersonalTables(
            [
                .exported(
                    "accounts",
                    .auth.exportAccount,
                    owner: "id",
                    hiding: ["password_hash", "password_change_hash", "data_key", "master_key_id", "email_claim"],
                    reading: [
                        "email": .sealedText(context: AccountEncryption.email),
                        "display_name": .sealedText(context: AccountEncryption.displayName),
                    ]
                ),
                .exported("terms_acceptances", .auth.exportTerms, owner: "account_id"),
                .exported("consents", .auth.exportConsents, owner: "account_id"),
                .exported(
                    "sessions",
                    .auth.exportSessions,
                    owner: "account_id",
                    reading: ["device": .sealedText(context: AccountEncryption.device)]
                ),
                .exported("account_roles", .auth.exportRoles, owner: "account_id"),
                .exported("account_plans", .auth.exportPlan, owner: "account_id"),
                .exported(
                    "account_mails",
                    .auth.exportMails,
                    owner: "account_id",
                    hiding: ["claim", "claimed_until", "used_with"],
                    reading: ["address": .sealedText(context: AccountEncryption.mailAddress)]
                ),
                // Before the factors, with which they go.
                .withheld("passkeys", owner: "account_id", "public keys, of factors that are exported"),
                .exported(
                    "factors",
                    .auth.exportFactors,
                    owner: "account_id",
                    hiding: ["secret", "last_step"],
                    reading: ["name": .sealedText(context: AccountEncryption.factorName)]
                ),
                .exported(
                    "account_parts",
                    .auth.exportParts,
                    owner: "account_id",
                    reading: ["content": .sealedMessage(AccountPart.types)]
                ),
                .files(
                    "profile_photos",
                    .auth.exportPhoto,
                    owner: "account_id",
                    bytes: "picture",
                    named: ["account_id"],
                    reading: .sealed("picture", context: AccountEncryption.photo)
                ),
                .withheld("recovery_codes", owner: "account_id", "hashes of secrets that only the person has"),
                .withheld("challenges", owner: "account_id", "sign-ins and changes of factors that are under way"),
                .exported(
                    "audit_records",
                    .auth.exportAudit,
                    owner: "account_id",
                    hiding: ["actor_id"],
                    keptBecause: "the record of what happened to an account stays; nothing says any more whose it was"
                ),
                .withheld("email_lookups", owner: "account_id", "keyed hashes of the address"),
                .withheld("registrations", owner: "account_id", "hashes by which a registration is repeated"),
                .withheld("refresh_tokens", owner: "account_id", "hashes of secrets, of sessions that are exported"),
                .withheld("data_exports", owner: "account_id", "says that an export runs"),
                .withheld(
                    "erasures",
                    owner: "account_id",
                    "there is none before the person is erased",
                    keptBecause:
                        "the record that somebody was erased, kept for a year; nothing says any more who it was"
                ),
                .withheld(
                    "erasure_tasks",
                    owner: "account_id",
                    "there is none before the person is erased",
                    keptBecause: "the services' confirmations, kept for a year; nothing says any more who it was"
                ),
                .withheld("revocations", owner: "account_id", "ends access that tokens give for minutes"),
            ],
            others: [
                "signing_keys": "keys that sign access tokens",
                "unknown_sign_ins": "how many sign-ins failed for names that nobody has, for a day",
            ],
            key: { account, database in
                let rows = try await database.query(
                    "SELECT \(AccountEncryption.keyColumns()) FROM accounts WHERE id = \(account)"
                )
                return try rows.first.map { try AccountEncryption.key(in: $0, of: account, masterKeys) }
            }
        )
    }
}
