import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The service that registers accounts, returns a user's own, changes its password, and takes the acceptance of terms.
struct AccountsService: Auth.AccountsProvider {
    let store: AccountStore
    let photos: ProfilePhotoStore
    let acceptances: TermsStore
    let hasher: PasswordHasher
    let passwords: PasswordChanger
    let terms: Terms
    let policy: PasswordPolicy
    let emails: EmailStore
    let expiry: RegistrationExpiry
    let passkeys: RegistrationPasskeys
    let failures: RegistrationFailures
    let clock: any WallClock

    func register(_ request: Auth.RegisterRequest, context: CallContext) async throws -> Auth.Account {
        let account = try NewAccount(validating: request, terms: terms, policy: policy)
        let key = try IdempotencyKey(context, operation: "register")
        let registered = try await failures.reporting(for: context) { try await register(account, key, context) }
        var message = registered.message
        message.registrationToken = RegistrationToken(of: registered.id, store.masterKeys).text
        return message
    }

    func beginRegistrationPasskey(
        _ request: Auth.BeginRegistrationPasskeyRequest,
        context: CallContext
    ) async throws -> Auth.FactorSetup {
        try await passkeys.begin(request)
    }

    func completeRegistration(
        _ request: Auth.CompleteRegistrationRequest,
        context: CallContext
    ) async throws -> Auth.AddFactorResponse {
        try await passkeys.complete(request)
    }

    /// Registers an account, or finds the one that the same registration has created.
    private func register(
        _ account: NewAccount,
        _ key: IdempotencyKey?,
        _ context: CallContext
    ) async throws -> Account {
        let network = context.clientNetwork
        if let known = try await existing(account, key, network) { return known }
        let hash = try await hasher.hash(account.password, for: network)
        do {
            return try await store.insert(
                account,
                passwordHash: hash,
                idempotencyKey: key,
                language: context.language,
                at: clock.now
            )
        } catch let error as PostgresError where error.code == .uniqueViolation {
            // A concurrent registration, perhaps the same one, came first.
            guard let known = try await existing(account, key, network) else { throw error }
            return known
        }
    }

    func getAccount(_ request: Auth.GetAccountRequest, context: CallContext) async throws -> Auth.Account {
        guard let id = UUID(uuidString: try context.user.id), let account = try await store.find(id) else {
            throw Status.notFound(.services.nounAccount)
        }
        var message = account.message
        message.newEmail = try await emails.pendingChange(of: id, at: clock.now)?.text ?? ""
        message.photoChangedAt = try await photos.changedAt(of: id).map { Common.Timestamp($0) }
        return message
    }

    func getContact(_ request: Auth.GetContactRequest, context: CallContext) async throws -> Auth.Contact {
        var validator = FieldValidator()
        let id = validator.uuid(request.userID, "user_id")
        try validator.finish()
        guard let contact = try await store.contact(of: id) else { throw Status.notFound(.services.nounAccount) }
        return contact
    }

    func changePassword(
        _ request: Auth.ChangePasswordRequest,
        context: CallContext
    ) async throws -> Auth.ChangePasswordResponse {
        let change = try PasswordChange(validating: request, policy: policy)
        let caller = try context.session
        let key = try IdempotencyKey(context, of: caller.account, operation: "change password")
        try await passwords.change(change, by: caller, key: key, for: context.clientNetwork)
        return .init()
    }

    func acceptTerms(_ request: Auth.AcceptTermsRequest, context: CallContext) async throws -> Auth.AcceptTermsResponse
    {
        guard request.version == terms.version else {
            throw Status.invalid([.init("version", .auth.terms(version: terms.version))])
        }
        try await acceptances.accept(request.version, by: try context.userID)
        return .init()
    }

    func getTerms(_ request: Auth.GetTermsRequest, context: CallContext) async throws -> Auth.Terms {
        terms.message(in: context.language)
    }

    /// The account that this registration already created; nil when there is no conflict.
    /// - Throws: ALREADY_EXISTS with the fields that other accounts use.
    private func existing(
        _ request: NewAccount,
        _ key: IdempotencyKey?,
        _ network: String?
    ) async throws -> Account? {
        if let known = try await earlier(request, key, network) { return known }
        var taken = try await store.taken(request)
        // A name is free again when its time is over, not only when the next run has erased what is left.
        if taken.contains(.username), try await expiry.eraseExpired(named: request.username) {
            taken = try await store.taken(request)
        }
        guard !taken.isEmpty else { return nil }
        // It may have been created between the two queries.
        if let known = try await earlier(request, key, network) { return known }
        throw UniqueField.taken(taken)
    }

    /// The account that the same registration created earlier.
    ///
    /// Compared with the account itself: nothing of the request is stored, least of all the password.
    private func earlier(
        _ request: NewAccount,
        _ key: IdempotencyKey?,
        _ network: String?
    ) async throws -> Account? {
        guard let key, let (account, passwordHash) = try await store.registered(with: key) else { return nil }
        let isSame =
            account.username == request.username.text && account.email == request.email.text
            && account.acceptedTermsVersion == request.termsVersion
            && account.displayName == request.displayName?.text ?? ""
        guard isSame, try await hasher.verify(request.password, against: passwordHash, for: network) else {
            throw Status(
                .alreadyExists,
                .auth.registrationChanged,
                reason: .idempotencyKeyReused
            )
        }
        return account
    }
}
