package import AuthMessages
import CommonMessages
import FoundationEssentials
package import RPC
import ServiceKit

extension TestGateway {
    /// Accounts and tokens.
    package struct Sessions: Sendable {
        private struct RefreshToken {
            var spentWith: String?
            var answer: Auth.SessionTokens?
        }

        /// Passwords by user name.
        package var passwords = ["ada": "Correct-1"]
        /// The version of the terms that the user has accepted; 3 is in force.
        package var acceptedTerms = "3"
        /// Roles by user name.
        package var roles: [String: [Auth.Role]] = [:]
        /// Plans by user name, of those who do not have Basic as ever.
        package var plans: [String: Auth.PlanState] = [:]
        /// The users whose addresses are not confirmed yet.
        package var unverified: Set<String> = []
        /// What the user says about themselves.
        package var profile = Auth.Profile()
        /// The photo; empty for none.
        package var photo: [UInt8] = []
        /// Whether the user has consented to storing locations.
        package var storesLocations = false
        /// The settings of the user.
        package var settings = Auth.UserSettings()
        /// The sessions of the user, the one that calls first.
        package var listed = [
            Auth.Session(
                id: "5e551000-0000-4000-8000-000000000001",
                device: "laptop",
                signedInAt: .init(seconds: 1_740_000_000),
                lastUsedAt: .init(seconds: 1_740_003_600),
                isCurrent: true
            )
        ]
        /// The second factors of the user.
        package var factors: [Auth.Factor] = []
        /// Whether the user has to prove who they are before a change of factors.
        package var needsProof = false
        /// The code that is right for every challenge and every new factor.
        package static let code = "123456"
        /// Valid access tokens.
        package private(set) var good: Set<String> = []
        /// Expired access tokens.
        package private(set) var expired: Set<String> = []
        private var refreshTokens: [String: RefreshToken] = [:]
        /// Idempotency keys of refresh calls, in order.
        package var refreshKeys: [String] = []
        /// Statuses with which refresh calls fail after they took effect, in order.
        package var lostAnswers: [Status] = []
        /// The status with which refresh calls fail before they take effect.
        package var refusal: Status?
        /// The status with which sign-out fails.
        package var signOutRefusal: Status?
        /// Whether issued tokens are expired from the start.
        package var issuesExpiredTokens = false
        private var issued = 0

        package init() {}

        /// Seconds until an access token expires.
        package static let lifetime: Int64 = 300

        /// Expires all access tokens.
        package mutating func expireAll() {
            expired.formUnion(good)
            good = []
        }

        mutating func issue() -> Auth.SessionTokens {
            issued += 1
            let tokens = Auth.SessionTokens(
                accessToken: "access-\(issued)",
                accessTokenExpiresAt: .init(seconds: Int64(Date().timeIntervalSince1970) + Self.lifetime),
                refreshToken: "refresh-\(issued)",
                accountID: "7d1a3b0e-0000-4000-8000-000000000001",
                username: "ada"
            )
            if issuesExpiredTokens { expired.insert(tokens.accessToken) } else { good.insert(tokens.accessToken) }
            refreshTokens[tokens.refreshToken] = RefreshToken()
            return tokens
        }

        mutating func user(of token: String?) throws -> VerifiedUser {
            if let token, good.contains(token) {
                return VerifiedUser(id: "7d1a3b0e-0000-4000-8000-000000000001", username: "ada")
            }
            if let token, expired.contains(token) {
                throw Status(.unauthenticated, "Your sign-in has expired.", reason: "TOKEN_EXPIRED")
            }
            throw Status(.unauthenticated, "Please sign in.", reason: "SIGN_IN_REQUIRED")
        }

        mutating func refresh(_ token: String, key: String?) throws -> Auth.SessionTokens {
            refreshKeys.append(key ?? "")
            if let refusal { throw refusal }
            guard let known = refreshTokens[token] else { throw Self.ended }
            if let answer = known.answer {
                if key != nil, known.spentWith == key { return try give(answer) }
                good = []
                refreshTokens = [:]
                throw Self.ended
            }
            let answer = issue()
            refreshTokens[token] = RefreshToken(spentWith: key, answer: answer)
            return try give(answer)
        }

        private mutating func give(_ answer: Auth.SessionTokens) throws -> Auth.SessionTokens {
            guard lostAnswers.isEmpty else { throw lostAnswers.removeFirst() }
            return answer
        }

        mutating func end(_ token: String) throws {
            if let signOutRefusal { throw signOutRefusal }
            refreshTokens[token] = nil
            good = []
        }

        private static let ended = Status(.unauthenticated, "This session has ended.", reason: "SESSION_ENDED")
    }
}

struct SessionsAnswers: Auth.SessionsProvider {
    let gateway: TestGateway

    func signIn(_ request: Auth.SignInRequest, context: CallContext) async throws -> Auth.SessionTokens {
        try gateway.state { state in
            guard let password = state.sessions.passwords[request.name], password == request.password else {
                throw Status(.unauthenticated, "Name and password do not fit.", reason: "WRONG_CREDENTIALS")
            }
            if state.sessions.unverified.contains(request.name) {
                throw Status(.failedPrecondition, "Your address is not confirmed yet.", reason: "EMAIL_UNVERIFIED")
            }
            guard state.sessions.factors.isEmpty else {
                guard request.acceptsChallenge else {
                    throw Status(.unauthenticated, "A code is needed.", reason: "SECOND_FACTOR_REQUIRED")
                }
                let kinds = Set(state.sessions.factors.map(\.kind)).sorted { $0.rawValue < $1.rawValue }
                return .init(challenge: .init(token: "challenge", kinds: kinds + [.recoveryCode]))
            }
            return state.sessions.issue()
        }
    }

    func completeSignIn(
        _ request: Auth.CompleteSignInRequest,
        context: CallContext
    ) async throws -> Auth.SessionTokens {
        try gateway.state { state in
            guard request.token == "challenge" else {
                throw Status(.unauthenticated, "Sign in again.", reason: "CHALLENGE_EXPIRED")
            }
            guard request.answer?.answer == .code(TestGateway.Sessions.code) else {
                throw Status(.unauthenticated, "Not this code.", reason: "WRONG_FACTOR")
            }
            return state.sessions.issue()
        }
    }

    func sendSignInCode(
        _ request: Auth.SendSignInCodeRequest,
        context: CallContext
    ) async throws -> Auth.SendSignInCodeResponse { .init() }

    func beginPasskeySignIn(
        _ request: Auth.BeginPasskeySignInRequest,
        context: CallContext
    ) async throws -> Auth.FactorChallenge {
        throw Status(.failedPrecondition, "No passkeys here.", reason: "NOT_CONFIGURED")
    }

    func refreshSession(
        _ request: Auth.RefreshSessionRequest,
        context: CallContext
    ) async throws -> Auth.SessionTokens {
        try gateway.state { try $0.sessions.refresh(request.refreshToken, key: context.idempotencyKey) }
    }

    func signOut(_ request: Auth.SignOutRequest, context: CallContext) async throws -> Auth.SignOutResponse {
        try gateway.state { try $0.sessions.end(request.refreshToken) }
        return .init()
    }

    func listSessions(
        _ request: Auth.ListSessionsRequest,
        context: CallContext
    ) async throws -> Auth.ListSessionsResponse {
        .init(sessions: gateway.state { $0.sessions.listed })
    }

    func endSession(_ request: Auth.EndSessionRequest, context: CallContext) async throws -> Auth.EndSessionResponse {
        try gateway.state { state in
            guard state.sessions.listed.contains(where: { $0.id == request.sessionID }) else {
                throw Status.notFound("session")
            }
            state.sessions.listed.removeAll { $0.id == request.sessionID }
        }
        return .init()
    }

    func endOtherSessions(
        _ request: Auth.EndOtherSessionsRequest,
        context: CallContext
    ) async throws -> Auth.EndOtherSessionsResponse {
        gateway.state { state in
            let others = state.sessions.listed.count { !$0.isCurrent }
            state.sessions.listed.removeAll { !$0.isCurrent }
            return .init(ended: UInt32(others))
        }
    }
}

struct ConsentsAnswers: Auth.ConsentsProvider {
    let gateway: TestGateway

    func listConsents(
        _ request: Auth.ListConsentsRequest,
        context: CallContext
    ) async throws -> Auth.ListConsentsResponse {
        .init(consents: [.init(kind: .location), .init(kind: .learningFromPhotos, given: true)])
    }

    func setConsent(_ request: Auth.SetConsentRequest, context: CallContext) async throws -> Auth.Consent {
        .init(kind: request.kind, given: request.given)
    }

    func checkConsent(
        _ request: Auth.CheckConsentRequest,
        context: CallContext
    ) async throws -> Auth.CheckConsentResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }
}

struct AccountsAnswers: Auth.AccountsProvider {
    let gateway: TestGateway

    func register(_ request: Auth.RegisterRequest, context: CallContext) async throws -> Auth.Account {
        if request.password.count < 8 {
            throw Status.invalid([
                .init("email", "This is not an e-mail address."), .init("password", "At least 8 characters."),
            ])
        }
        return try gateway.state { state in
            guard state.sessions.passwords[request.username] == nil else {
                throw Status(
                    .alreadyExists,
                    "This user name is taken.",
                    fieldViolations: [.init("username", "This user name is taken.")],
                    reason: "USERNAME_TAKEN"
                )
            }
            state.sessions.passwords[request.username] = request.password
            state.sessions.unverified.insert(request.username)
            return Auth.Account(
                id: "7d1a3b0e-0000-4000-8000-000000000001",
                username: request.username,
                email: request.email,
                acceptedTermsVersion: request.acceptedTermsVersion,
                displayName: request.displayName,
                registrationToken: "registration"
            )
        }
    }

    func beginRegistrationPasskey(
        _ request: Auth.BeginRegistrationPasskeyRequest,
        context: CallContext
    ) async throws -> Auth.FactorSetup { throw Status(.failedPrecondition, "No passkeys.", reason: "NOT_CONFIGURED") }

    func completeRegistration(
        _ request: Auth.CompleteRegistrationRequest,
        context: CallContext
    ) async throws -> Auth.AddFactorResponse {
        throw Status(.failedPrecondition, "No passkeys.", reason: "NOT_CONFIGURED")
    }

    func getAccount(_ request: Auth.GetAccountRequest, context: CallContext) async throws -> Auth.Account {
        let user = try context.user
        let accepted = gateway.state { $0.sessions.acceptedTerms }
        return Auth.Account(
            id: user.id,
            username: user.username,
            email: "ada@example.org",
            acceptedTermsVersion: accepted,
            termsPending: accepted != "3",
            roles: gateway.state { $0.sessions.roles[user.username] ?? [] }
        )
    }

    func acceptTerms(_ request: Auth.AcceptTermsRequest, context: CallContext) async throws -> Auth.AcceptTermsResponse
    {
        guard request.version == "3" else { throw Status.invalid([.init("version", "Version 3 must be accepted.")]) }
        gateway.state { $0.sessions.acceptedTerms = request.version }
        return .init()
    }

    func changePassword(
        _ request: Auth.ChangePasswordRequest,
        context: CallContext
    ) async throws -> Auth.ChangePasswordResponse {
        if request.newPassword.count < 8 {
            throw Status.invalid([.init("new_password", "At least 8 characters.")])
        }
        let user = try context.user.username
        try gateway.state { state in
            guard state.sessions.passwords[user] == request.currentPassword else {
                throw Status.invalid([.init("current_password", "This is not your current password.")])
            }
            state.sessions.passwords[user] = request.newPassword
        }
        return .init()
    }

    func getContact(_ request: Auth.GetContactRequest, context: CallContext) async throws -> Auth.Contact {
        throw Status(.unimplemented, "only notifications asks for it")
    }

    func getTerms(_ request: Auth.GetTermsRequest, context: CallContext) async throws -> Auth.Terms {
        Auth.Terms(version: "3", text: "Be kind.\nBring food.")
    }
}

/// Mails nothing; the link `token` confirms all addresses, and `change` and `former` replace that of the one account.
struct EmailAddressesAnswers: Auth.EmailAddressesProvider {
    let gateway: TestGateway

    func confirmEmail(
        _ request: Auth.ConfirmEmailRequest,
        context: CallContext
    ) async throws -> Auth.ConfirmEmailResponse {
        switch request.token {
        case "token":
            try gateway.state { state in
                let passwords = state.sessions.unverified.compactMap { state.sessions.passwords[$0] }
                guard request.registrationToken == "registration" || passwords.contains(request.password) else {
                    throw Self.passwordRequired
                }
                state.sessions.unverified = []
            }
            return .init(username: "bob", purpose: .registration)
        case "change":
            guard request.password == "Correct-1" else { throw Self.passwordRequired }
            return .init(username: "ada", purpose: .change)
        case "former": return .init(username: "ada", purpose: .restoration)
        case "secure": return .init(username: "ada", purpose: .securing)
        default: throw Status.invalid([.init("token", "This link does not work.")])
        }
    }

    private static let passwordRequired = Status(
        .invalidArgument,
        "Please enter the password of the account.",
        fieldViolations: [.init("password", "Please enter the password of the account.")],
        reason: "PASSWORD_REQUIRED"
    )

    func confirmOwnEmail(
        _ request: Auth.ConfirmOwnEmailRequest,
        context: CallContext
    ) async throws -> Auth.ConfirmEmailResponse {
        guard request.token == "change" else { throw Self.passwordRequired }
        return .init(username: try context.user.username, purpose: .change)
    }

    func resendVerification(
        _ request: Auth.ResendVerificationRequest,
        context: CallContext
    ) async throws -> Auth.ResendVerificationResponse {
        guard !request.name.isEmpty else { throw Status.invalid([.init("name", "Please enter a name.")]) }
        return .init()
    }

    func getVerification(
        _ request: Auth.GetVerificationRequest,
        context: CallContext
    ) async throws -> Auth.Verification {
        .init(state: gateway.state { $0.sessions.unverified.isEmpty } ? .verified : .sent)
    }

    func changeEmail(_ request: Auth.ChangeEmailRequest, context: CallContext) async throws -> Auth.ChangeEmailResponse
    {
        let user = try context.user.username
        guard gateway.state({ $0.sessions.passwords[user] }) == request.currentPassword else {
            throw Status.invalid([.init("current_password", "This is not your current password.")])
        }
        guard request.newEmail.contains("@") else {
            throw Status.invalid([.init("new_email", "This is not an e-mail address.")])
        }
        return .init()
    }
}

/// Mails nothing; the link `token` of the one account works once.
struct RecoveryAnswers: Auth.RecoveryProvider {
    let gateway: TestGateway

    func requestPasswordReset(
        _ request: Auth.RequestPasswordResetRequest,
        context: CallContext
    ) async throws -> Auth.RequestPasswordResetResponse {
        guard !request.name.isEmpty else { throw Status.invalid([.init("name", "Please enter a name.")]) }
        return .init()
    }

    func resetPassword(
        _ request: Auth.ResetPasswordRequest,
        context: CallContext
    ) async throws -> Auth.ResetPasswordResponse {
        try gateway.state { state in
            guard request.newPassword.count >= 8 else {
                throw Status.invalid([.init("new_password", "At least 8 characters.")])
            }
            guard request.token == "token" else {
                throw Status.invalid([.init("token", "This link does not work.")])
            }
            state.sessions.passwords["ada"] = request.newPassword
            return .init()
        }
    }
}
