import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The service by which users manage their second factors, and prove who they are.
struct FactorsService: Auth.FactorsProvider {
    let challenges: Challenges
    let passwords: PasswordCheck
    let sessions: SessionStore
    let revocations: RevocationLog
    let clock: any WallClock

    private var store: FactorStore { challenges.factors }
    private var relyingParty: RelyingParty? { challenges.verifier.relyingParty }

    func listFactors(
        _ request: Auth.ListFactorsRequest,
        context: CallContext
    ) async throws -> Auth.ListFactorsResponse {
        let list = try await store.list(of: try context.session.account)
        let available = FactorKind.allCases.filter { kind in
            switch kind {
            case .authenticatorApp: true
            case .passkey: relyingParty != nil
            case .emailCode: list.isEmailConfirmed
            }
        }
        return .init(
            factors: list.factors.map(\.message),
            recoveryCodesLeft: UInt32(list.recoveryCodesLeft),
            available: available.map(\.message)
        )
    }

    // MARK: Adding

    func beginFactor(_ request: Auth.BeginFactorRequest, context: CallContext) async throws -> Auth.FactorSetup {
        guard let kind = FactorKind(request.kind) else {
            throw Status.invalid([.init("kind", .auth.ruleFactorKind)])
        }
        if kind == .passkey, relyingParty == nil { throw FactorRejection.notConfigured }
        let (caller, time) = (try context.session, clock.now)
        return try await store.database.transaction { connection in
            try await StepUp.require(caller, at: time, in: connection)
            guard let account = try await store.lock(caller.account, in: connection) else {
                throw SessionsService.sessionEnded
            }
            if kind == .emailCode, !account.isEmailConfirmed { throw FactorRejection.addressUnconfirmed }
            _ = try await store.countWithRoom(of: caller.account, in: connection)
            return try await begin(kind, of: account, by: caller, at: time, in: connection)
        }
    }

    private func begin(
        _ kind: FactorKind,
        of account: LockedAccount,
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Auth.FactorSetup {
        let key = kind == .authenticatorApp ? AuthenticatorKey() : nil
        let challenge = Challenge(
            .addition,
            of: caller.account,
            session: caller.id,
            kind: kind,
            secret: try key.map { try account.key.seal($0.bytes, context: AccountEncryption.factorSecret) },
            at: time
        )
        try await connection.execute(ChallengeStore.insertion(challenge, at: time))
        var setup = Auth.FactorSetup(
            token: challenge.token.text,
            expiresAt: Common.Timestamp(challenge.expiresAt)
        )
        let username = account.credentials.username
        if let key {
            let uri = key.uri(username: username)
            setup.authenticator = .init(secret: key.text, uri: uri, qrCode: QRCode.encode(uri))
        }
        if kind == .passkey, let relyingParty {
            let known = try await store.credentials(of: caller.account, in: connection)
            setup.passkey = relyingParty.creation(for: challenge, of: account.credentials, excluding: known)
        }
        if kind == .emailCode {
            try await challenges.mailCode(for: challenge, of: caller.account, at: time, in: connection)
        }
        return setup
    }

    func addFactor(_ request: Auth.AddFactorRequest, context: CallContext) async throws -> Auth.AddFactorResponse {
        var fields = FieldValidator()
        let name = fields.text(request.name, "name", length: 1...60)
        try fields.finish()
        let (caller, time) = (try context.session, clock.now)
        let outcome: Challenges.Outcome<(factor: Factor, recoveryCodes: [RecoveryCode])>
        do {
            outcome = try await add(request, named: name, by: caller, at: time)
        } catch let error as PostgresError where error.code == .uniqueViolation {
            // The credential of a passkey that there is already.
            throw FactorRejection.wrong
        }
        let (factor, codes) = try outcome.result(at: time)
        return .init(factor: factor.message, recoveryCodes: codes.map(\.text))
    }

    private func add(
        _ request: Auth.AddFactorRequest,
        named name: String,
        by caller: CallerSession,
        at time: Date
    ) async throws -> Challenges.Outcome<(factor: Factor, recoveryCodes: [RecoveryCode])> {
        return try await challenges.answer(
            request.token,
            for: [.addition],
            by: caller,
            isGuess: request.answer?.isGuess ?? true,
            at: time,
            check: { challenge, account, _ in try firstUse(of: challenge, request.answer, account, at: time) },
            then: { challenge, account, use, connection in
                guard let kind = challenge.kind else { throw FactorRejection.expired }
                // The session goes on, and has proven what it had to when this began: also with a factor that came since.
                try await StepUp.require(caller, at: challenge.begunAt, in: connection)
                return try await store.add(
                    kind,
                    named: name,
                    secret: challenge.secret,
                    step: use.step,
                    passkey: use.passkey,
                    of: account,
                    by: caller,
                    at: time,
                    in: connection
                )
            }
        )
    }

    /// What the first right answer of a new factor leaves.
    private struct FirstUse: Sendable {
        /// Of an authenticator app, the time step of its code.
        var step: Int64?
        var passkey: Passkey?
    }

    /// The first use of a factor that is added; nil for a wrong answer.
    private func firstUse(
        of challenge: Challenge,
        _ answer: Auth.AddFactorRequest.Answer?,
        _ account: LockedAccount,
        at time: Date
    ) throws -> FirstUse? {
        switch (challenge.kind, answer) {
        case (.authenticatorApp, .code(let text)):
            guard case .digits(let code) = FactorCode(text), let secret = challenge.secret else { return nil }
            let key = AuthenticatorKey(bytes: try account.key.open(secret, context: AccountEncryption.factorSecret))
            return key.step(of: code, at: time, after: nil).map { FirstUse(step: $0) }
        case (.emailCode, .code(let text)):
            guard case .digits(let code) = FactorCode(text), let mail = challenge.mail,
                MailCode.isRight(code, of: mail, store.masterKeys)
            else { return nil }
            return FirstUse()
        case (.passkey, .passkey(let registration)):
            return relyingParty?.passkey(registration, for: challenge.token).map { FirstUse(passkey: $0) }
        default: return nil
        }
    }

    // MARK: Changing

    func renameFactor(_ request: Auth.RenameFactorRequest, context: CallContext) async throws -> Auth.Factor {
        var fields = FieldValidator()
        let id = fields.uuid(request.factorID, "factor_id")
        let name = fields.text(request.name, "name", length: 1...60)
        try fields.finish()
        let (caller, time) = (try context.session, clock.now)
        let factor = try await store.database.transaction { connection in
            try await StepUp.require(caller, at: time, in: connection)
            return try await store.rename(id, to: name, by: caller, at: time, in: connection)
        }
        guard let factor else { throw Status.notFound(.auth.nounFactor) }
        return factor.message
    }

    func removeFactor(
        _ request: Auth.RemoveFactorRequest,
        context: CallContext
    ) async throws -> Auth.RemoveFactorResponse {
        var fields = FieldValidator()
        let id = fields.uuid(request.factorID, "factor_id")
        try fields.finish()
        let (caller, time) = (try context.session, clock.now)
        try await store.database.transaction { connection in
            try await StepUp.require(caller, at: time, in: connection)
            guard let left = try await store.remove(id, by: caller, at: time, in: connection) else { return }
            let isLast = !left.contains(where: \.isPossession)
            // What others have proven they may have proven with what is gone; and without such a factor nobody has proven any, also
            // once there is another one. Sessions are locked before claims, as by a refresh.
            try await sessions.withdrawProofs(
                of: caller.account,
                keeping: isLast ? nil : caller.id,
                in: connection
            )
            let changedAt = try await TokenClaims.beginChange(of: caller.account, by: clock, in: connection)
            if isLast { try await RoleStore.requireNone(of: caller.account, in: connection) }
            try await connection.execute(revocations.revocation(of: caller.account, at: changedAt))
        }
        return .init()
    }

    func replaceRecoveryCodes(
        _ request: Auth.ReplaceRecoveryCodesRequest,
        context: CallContext
    ) async throws -> Auth.RecoveryCodes {
        let (caller, time) = (try context.session, clock.now)
        let codes = try await store.database.transaction { connection in
            try await StepUp.require(caller, at: time, in: connection)
            guard let account = try await store.lock(caller.account, in: connection) else {
                throw SessionsService.sessionEnded
            }
            guard try await store.count(of: caller.account, in: connection) > 0 else { throw FactorRejection.none }
            return try await store.replaceRecoveryCodes(of: account, by: caller, at: time, in: connection)
        }
        return .init(codes: codes.map(\.text))
    }

    // MARK: Proving

    func beginProof(_ request: Auth.BeginProofRequest, context: CallContext) async throws -> Auth.FactorChallenge {
        let caller = try context.session
        return try await challenges.begin(.proof, of: caller.account, session: caller.id, at: clock.now)
    }

    func sendProofCode(
        _ request: Auth.SendProofCodeRequest,
        context: CallContext
    ) async throws -> Auth.SendProofCodeResponse {
        try await challenges.sendCode(
            request.token,
            for: [.proof, .addition],
            by: try context.session,
            expired: FactorRejection.expired,
            at: clock.now
        )
        return .init()
    }

    func prove(_ request: Auth.ProveRequest, context: CallContext) async throws -> Auth.ProveResponse {
        let caller = try context.session
        switch request.proof {
        case .password(let password): try await prove(password, by: caller, for: context.clientNetwork)
        case .answer(let answer):
            let time = clock.now
            let outcome = try await challenges.answer(
                request.token,
                with: answer.answer,
                for: [.proof],
                by: caller,
                at: time,
                then: { _, _, _, connection in try await note(caller, withFactor: true, at: time, in: connection) }
            )
            try outcome.result(at: time)
        case nil: throw Status.invalid([.init("password", .auth.enterPassword)])
        }
        return .init(validUntil: Common.Timestamp(clock.now.addingTimeInterval(StepUp.lifetime)))
    }

    private func prove(_ password: String, by caller: CallerSession, for network: String?) async throws {
        guard PasswordRule.isPossible(password) else {
            throw Status.invalid([.init("password", .auth.enterPassword)])
        }
        guard try await !passwords.credentials(of: caller).hasFactors else { throw StepUp.factorRequired }
        _ = try await passwords.credentials(of: caller, with: password, in: "password", from: network)
        let time = clock.now
        try await store.database.transaction { try await note(caller, withFactor: false, at: time, in: $0) }
    }

    private func note(
        _ caller: CallerSession,
        withFactor: Bool,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let proof = StepUp.proof(by: caller, withFactor: withFactor, at: time)
        guard try await connection.execute(proof) == 1 else {
            throw SessionsService.sessionEnded
        }
        try await connection.execute(
            AuditLog.record(.identityProven, account: caller.account, session: caller.id, at: time)
        )
    }
}

extension Auth.AddFactorRequest.Answer {
    /// Whether it can be guessed, as a code.
    fileprivate var isGuess: Bool {
        if case .code = self { true } else { false }
    }
}
