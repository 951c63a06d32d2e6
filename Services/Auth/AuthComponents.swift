import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// The components of auth, assembled over a database.
struct AuthComponents: Sendable {
    /// How long a registration can be repeated, in seconds.
    private static let registrationReplay: TimeInterval = 86_400

    let accounts: AccountsService
    let sessions: SessionsService
    let keys: KeysService
    let keyOperations: KeyOperationsService
    let consents: ConsentsService
    let recovery: RecoveryService
    let roles: RoleStore
    let plans: PlanStore
    let userSettings: SettingsService
    let profiles: ProfilesService
    let mailer: AccountMailer
    let revocations: RevocationLog
    private let masterKeys: MasterKeys
    private let signingKeyLifetime: TimeInterval
    private let log: Logger
    private let clock: any WallClock

    /// Assembles the components.
    init(
        database: PostgresPool,
        masterKeys: MasterKeys,
        settings: AuthSettings,
        terms: Terms,
        hasher: PasswordHasher,
        sendMail: @escaping AccountMailer.Send,
        log: Logger,
        clock: any WallClock = SystemWallClock(),
        queueTime: QueueTime = .database
    ) {
        let signingKeys = SigningKeyStore(
            database: database,
            masterKeys: masterKeys,
            tokenLifetime: settings.accessTokenLifetime,
            clock: clock
        )
        self.masterKeys = masterKeys
        self.clock = clock
        revocations = RevocationLog(
            database: database,
            tokenLifetime: settings.accessTokenLifetime,
            clock: clock
        )
        let signIns = SignInStore(
            database: database,
            masterKeys: masterKeys,
            lockDuration: settings.lockDuration,
            log: log
        )
        let sessionStore = SessionStore(
            database: database,
            masterKeys: masterKeys,
            revocations: revocations,
            refreshLifetime: settings.refreshTokenLifetime,
            terms: terms.version
        )
        accounts = AccountsService(
            store: AccountStore(database: database, masterKeys: masterKeys, terms: terms.version),
            acceptances: TermsStore(database: database, revocations: revocations, clock: clock),
            hasher: hasher,
            passwords: PasswordChanger(signIns: signIns, sessions: sessionStore, hasher: hasher, clock: clock),
            terms: terms,
            clock: clock
        )
        sessions = SessionsService(
            signIns: signIns,
            sessions: sessionStore,
            hasher: hasher,
            issuer: TokenIssuer(keys: signingKeys, lifetime: settings.accessTokenLifetime),
            log: log,
            clock: clock
        )
        recovery = RecoveryService(
            signIns: signIns,
            store: RecoveryStore(database: database, sessions: sessionStore),
            hasher: hasher,
            clock: clock
        )
        mailer = AccountMailer(
            accounts: accounts.store,
            sendMail: sendMail,
            queue: AccountMail.queue(in: database, time: queueTime),
            clock: clock,
            log: log
        )
        keys = KeysService(store: signingKeys)
        keyOperations = KeyOperationsService(
            signingKeys: signingKeys,
            rewrapping: KeyRewrapping(database: database, masterKeys: masterKeys),
            log: log
        )
        roles = RoleStore(database: database, revocations: revocations, clock: clock)
        plans = PlanStore(database: database, revocations: revocations, clock: clock)
        userSettings = SettingsService(
            store: SettingsStore(
                database: database,
                masterKeys: masterKeys,
                revocations: revocations,
                clock: clock
            )
        )
        profiles = ProfilesService(
            store: ProfileStore(database: database, masterKeys: masterKeys, clock: clock),
            clock: clock
        )
        signingKeyLifetime = settings.signingKeyLifetime
        self.log = log
        consents = ConsentsService(
            store: ConsentStore(database: database, revocations: revocations, clock: clock)
        )
    }

    var providers: [any ServiceProvider] {
        [
            accounts, sessions, recovery, keys, keyOperations, consents, RolesService(store: roles),
            PlansService(store: plans, clock: clock), userSettings, profiles,
            RevocationsService(log: revocations),
        ]
    }

    /// Checks that all stored data can be decrypted, and creates the first signing key.
    /// - Throws: ``ConfigurationError`` when master keys are missing.
    func prepare() async throws {
        let missing = try await accounts.store.masterKeyIDs(at: clock.now).subtracting(masterKeys.ids).sorted()
        guard missing.isEmpty else {
            throw ConfigurationError(
                "The file of master keys lacks \(missing.joined(separator: ", ")), with which stored data are encrypted."
            )
        }
        _ = try await keys.store.current()
    }

    /// Makes a new signing key when the latest one is old enough.
    func rotateSigningKey() async throws {
        guard try await keys.store.rotate(olderThan: signingKeyLifetime) else { return }
        log.notice("the signing key was rotated")
    }

    /// Deletes expired data.
    func deleteExpired() async throws {
        try await accounts.store.forgetRegistrations(before: clock.now.addingTimeInterval(-Self.registrationReplay))
        try await sessions.sessions.deleteExpired(before: clock.now)
        try await recovery.store.deleteExpired(before: clock.now)
        try await keys.store.deleteRetired()
        try await revocations.deleteExpired(before: clock.now)
    }
}
