import CoreMetrics
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit
import ServiceManifest

/// The components of auth, assembled over a database.
struct AuthComponents: Sendable {
    /// How long a registration can be repeated, in seconds.
    private static let registrationReplay: TimeInterval = 86_400

    let accounts: AccountsService
    let sessions: SessionsService
    let keys: KeysService
    let keyOperations: KeyOperationsService
    let consents: ConsentsService
    let factors: FactorsService
    let recovery: RecoveryService
    let roles: RoleStore
    let plans: PlanStore
    let emails: EmailAddressesService
    let registrations: RegistrationExpiry
    let userSettings: SettingsService
    let profiles: ProfilesService
    let mailer: AccountMailer
    let closing: AccountClosingService
    let eraser: PersonEraser
    let erasures: ErasureMonitor
    let export: DataExportService
    let personalData: PersonalTables
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
        commonPasswords: CommonPasswords,
        hasher: PasswordHasher,
        sendMail: @escaping AccountMailer.Send,
        others: OtherServices,
        log: Logger,
        clock: any WallClock = SystemWallClock(),
        queueTime: QueueTime = .database,
        metrics: any MetricsFactory
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
        let accountStore = AccountStore(database: database, masterKeys: masterKeys, terms: terms.version)
        let factorStore = FactorStore(database: database, masterKeys: masterKeys)
        let emailStore = EmailStore(
            accounts: accountStore,
            signIns: signIns,
            sessions: sessionStore,
            factors: factorStore
        )
        let challenges = Challenges(
            store: ChallengeStore(database: database),
            factors: factorStore,
            verifier: FactorVerifier(masterKeys: masterKeys, relyingParty: settings.relyingParty, log: log),
            signIns: signIns
        )
        let passwords = PasswordCheck(signIns: signIns, hasher: hasher, clock: clock)
        let policy = PasswordPolicy(common: commonPasswords)
        let erasureStore = ErasureStore(database: database, services: others.names)
        registrations = RegistrationExpiry(database: database, erasures: erasureStore, log: log, clock: clock)
        let photos = ProfilePhotoStore(database: database, masterKeys: masterKeys, clock: clock)
        accounts = AccountsService(
            store: accountStore,
            photos: photos,
            acceptances: TermsStore(database: database, revocations: revocations, clock: clock),
            hasher: hasher,
            passwords: PasswordChanger(passwords: passwords, sessions: sessionStore),
            terms: terms,
            policy: policy,
            emails: emailStore,
            expiry: registrations,
            passkeys: RegistrationPasskeys(challenges: challenges, clock: clock),
            failures: RegistrationFailures(log: log, metrics: metrics),
            clock: clock
        )
        emails = EmailAddressesService(store: emailStore, signIns: signIns, passwords: passwords, clock: clock)
        factors = FactorsService(
            challenges: challenges,
            passwords: passwords,
            sessions: sessionStore,
            revocations: revocations,
            clock: clock
        )
        sessions = SessionsService(
            signIns: signIns,
            sessions: sessionStore,
            hasher: hasher,
            passwords: passwords,
            challenges: challenges,
            issuer: TokenIssuer(keys: signingKeys, lifetime: settings.accessTokenLifetime),
            log: log,
            clock: clock
        )
        recovery = RecoveryService(
            signIns: signIns,
            store: RecoveryStore(database: database, sessions: sessionStore),
            hasher: hasher,
            policy: policy,
            clock: clock
        )
        mailer = AccountMailer(
            accounts: accounts.store,
            sendMail: sendMail,
            queue: AccountMail.queue(in: database, time: queueTime),
            clock: clock,
            log: log
        )
        closing = AccountClosingService(
            closer: AccountCloser(
                signIns: signIns,
                sessions: sessionStore,
                passwords: passwords,
                challenges: challenges,
                clock: clock
            )
        )
        personalData = .auth(masterKeys)
        eraser = PersonEraser(
            store: erasureStore,
            tables: personalData,
            queue: ErasureTask.queue(in: database, time: queueTime),
            erase: others.erase,
            clock: clock,
            log: log
        )
        erasures = ErasureMonitor(store: erasureStore, clock: clock, log: log)
        export = DataExportService(
            accounts: accounts.store,
            tables: personalData,
            services: others.names,
            gather: others.gather,
            clock: clock
        )
        keys = KeysService(store: signingKeys)
        keyOperations = KeyOperationsService(
            signingKeys: signingKeys,
            rewrapping: KeyRewrapping(database: database, masterKeys: masterKeys),
            log: log,
            clock: clock
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
            photos: photos,
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
            accounts, sessions, recovery, emails, factors, closing, export, keys, keyOperations, consents,
            RolesService(store: roles), PlansService(store: plans, clock: clock), userSettings, profiles,
            RevocationsService(log: revocations, sessions: sessions.sessions),
        ]
    }

    /// Checks that all stored data can be decrypted, and creates the first signing key.
    /// - Throws: ``ConfigurationError`` when master keys are missing.
    func prepare() async throws {
        try masterKeys.require(try await accounts.store.masterKeyIDs(at: clock.now))
        _ = try await keys.store.current()
    }

    /// Moves the keys of accounts that a former version has made to their own table.
    var keyMove: ScheduledJob {
        ScheduledJob("move keys of accounts", .every(.seconds(1_800))) { _ in
            let count = try await AccountKeys(database: accounts.store.database).moveAll()
            if count > 0 { log.notice("keys of accounts are moved", metadata: ["accounts": "\(count)"]) }
        }
    }

    /// Makes a new signing key when the latest one is old enough.
    func rotateSigningKey() async throws {
        guard try await keys.store.rotate(olderThan: signingKeyLifetime) else { return }
        log.notice("the signing key was rotated")
    }

    /// Deletes expired data, each kind whatever becomes of the others.
    /// - Throws: ``CleanUp/Failure`` with all kinds that could not be deleted.
    func deleteExpired() async throws {
        let time = clock.now
        try await CleanUp(deletions: [
            ("registrations", { try await forgetRegistrations(at: time) }),
            ("unknown names", { try await forgetUnknownNames(at: time) }),
            ("account mails", { try await recovery.store.deleteExpired(before: time) }),
            ("challenges", { try await factors.challenges.store.deleteExpired(before: time) }),
            ("signing keys", { try await keys.store.deleteRetired() }),
            ("revocations", { try await revocations.deleteExpired(before: time) }),
            ("records of erasures", { try await eraser.store.deleteRecords(before: time) }),
            // The last, as after an outage it may use up the time that a job has.
            ("sessions", { try await sessions.sessions.deleteExpired(before: time) }),
        ]).run()
    }

    private func forgetUnknownNames(at time: Date) async throws {
        try await sessions.signIns.deleteUnknown(before: time.addingTimeInterval(-SignInStore.unknownRetention))
    }

    private func forgetRegistrations(at time: Date) async throws {
        try await accounts.store.forgetRegistrations(before: time.addingTimeInterval(-Self.registrationReplay))
    }
}

/// The other services that store data of people.
struct OtherServices: Sendable {
    let names: [String]
    let erase: PersonEraser.Erase
    let gather: DataExportService.Gather

    /// All services with a schema but auth, over RPC.
    /// - Throws: `ConfigurationError` when the place of one is not configured.
    static func all(in runtime: ServiceRuntime) throws -> OtherServices {
        let names = PlatformService.all.filter { $0.hasSchema && $0.name != AuthProgram.name }.map(\.name)
        let channels = try Dictionary(uniqueKeysWithValues: names.map { ($0, try runtime.channel(to: $0)) })
        return OtherServices(
            names: names,
            erase: PersonEraser.through(channels),
            gather: DataExportService.through(channels)
        )
    }
}
