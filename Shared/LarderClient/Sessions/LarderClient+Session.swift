extension LarderClient {
    /// Signs in and stores the tokens in place of previous ones.
    /// - Parameters:
    ///   - name: the user name or e-mail address.
    ///   - device: the name of this device, up to 100 characters.
    /// - Returns: the signed-in user.
    /// - Throws: UNAUTHENTICATED for an unknown name or a wrong password, without distinction.
    @discardableResult
    public func signIn(
        name: String,
        password: String,
        device: String,
        options: CallOptions = CallOptions()
    ) async throws -> SignedInUser {
        try await sessionKeeper.signIn(.init(name: name, password: password, device: device), options: options)
    }

    /// Signs in, where need be in two steps.
    /// - Parameter answer: the answer to the challenge of an account with a second factor. It is asked again with what was wrong
    ///   with its answer before, until it throws or the challenge has expired.
    /// - Returns: the signed-in user.
    /// - Throws: as ``signIn(name:password:device:options:)``, and what `answer` throws.
    @discardableResult
    public func signIn(
        name: String,
        password: String,
        device: String,
        options: CallOptions = CallOptions(),
        answer: (_ challenge: Auth.FactorChallenge, _ wrong: Status?) async throws -> Auth.FactorAnswer
    ) async throws -> SignedInUser {
        let request = Auth.SignInRequest(name: name, password: password, device: device, acceptsChallenge: true)
        var tokens = try await sessions.signIn(request, options: options)
        var wrong: Status?
        while let challenge = tokens.challenge {
            let given = try await answer(challenge, wrong)
            do {
                let completion = Auth.CompleteSignInRequest(token: challenge.token, answer: given, device: device)
                tokens = try await sessions.completeSignIn(completion, options: options)
            } catch let status as Status where status.reason == .wrongFactor {
                wrong = status
            }
        }
        return try await sessionKeeper.begin(tokens)
    }

    /// Ends the session locally and at the server.
    ///
    /// The tokens are always deleted; an error of the server is thrown afterwards.
    /// - Returns: whether a user was signed in.
    @discardableResult
    public func signOut(options: CallOptions = CallOptions()) async throws -> Bool {
        try await sessionKeeper.signOut(options: options)
    }

    /// Gives or withdraws a consent, from now on also in this client's calls, unless its token can't be renewed at this moment: a
    /// consent that is given counts from the next renewal then; one that is withdrawn is not used again in any case.
    @discardableResult
    public func setConsent(
        _ kind: Auth.ConsentKind,
        given: Bool,
        options: CallOptions = CallOptions()
    ) async throws -> Auth.Consent {
        try await consents.setConsent(.init(kind: kind, given: given), options: options)
    }

    /// The signed-in user; nil for none. Makes no call.
    /// - Throws: errors of the token store.
    public var signedInUser: SignedInUser? {
        get async throws { try await sessionKeeper.signedInUser }
    }
}

/// A signed-in user.
public struct SignedInUser: Sendable, Hashable {
    /// Permanent account id, a UUID.
    public var accountID: String
    /// The user name at the time of signing in.
    public var username: String

    /// A user by account id and name.
    public init(accountID: String, username: String) {
        self.accountID = accountID
        self.username = username
    }
}

extension StatusReason {
    /// The code or passkey is not the right one; another one can be given.
    public static let wrongFactor: StatusReason = "WRONG_FACTOR"
    /// The account has a second factor, which has to be given.
    public static let secondFactorRequired: StatusReason = "SECOND_FACTOR_REQUIRED"
    /// The owner has to prove who they are before a sensitive change.
    public static let stepUpRequired: StatusReason = "STEP_UP_REQUIRED"
}
