import Crypto
import Foundation
package import Foundations
import JWTKit
package import RPC
import Synchronization

/// A public key that verifies access tokens.
package struct VerificationKey: Sendable, Hashable {
    /// Key id, as in the header of a token.
    package var id: String
    /// Raw Ed25519 public key, 32 bytes.
    package var publicKey: [UInt8]

    /// Names a key.
    package init(id: String, publicKey: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
    }
}

/// What is known of a token that was verified.
package struct VerifiedToken: Sendable {
    fileprivate let user: VerifiedUser
    fileprivate let generation: Int
}

/// Verifies access tokens with keys that are fetched from auth when a token names one that is not known yet.
///
/// A token that was verified is remembered until it expires, so that repeated calls cost a look-up.
package final class TokenVerifier: Sendable {
    private struct State {
        var known: Set<VerificationKey> = []
        var keyIDs: Set<String> = []
        var keys = JWTKeyCollection()
        var lastFetch: Date?
        var lastFetchFailed = false
        var fetch: Task<Set<String>, any Error>?
        var verified: ExpiringCache<String, VerifiedToken>
    }

    /// Unknown keys make no more than one fetch in this many seconds, so that forged tokens cannot flood auth.
    private static let fetchInterval: TimeInterval = 2
    /// The same after a fetch that has failed: soon enough for users, and no flood for an auth that comes back.
    private static let failedFetchInterval: TimeInterval = 0.25

    private let fetchKeys: @Sendable () async throws -> [VerificationKey]
    /// Decides whether a verified token still holds.
    let validity: IdentityCheck
    private let state: Mutex<State>
    /// Counts the fetches that have changed the keys; changed under the lock.
    private let generation = Atomic<Int>(0)

    /// Makes a verifier.
    /// - Parameters:
    ///   - clock: Decides about expiry.
    ///   - capacity: The most tokens that are remembered.
    ///   - revocations: What is refused although it has not expired; nil for nothing.
    ///   - fetchKeys: Asks auth for the keys in force.
    package init(
        clock: any WallClock = SystemWallClock(),
        capacity: Int = 10_000,
        revocations: Revocations? = nil,
        fetchKeys: @escaping @Sendable () async throws -> [VerificationKey]
    ) {
        validity = IdentityCheck(clock: clock, revocations: revocations)
        state = Mutex(State(verified: ExpiringCache(capacity: capacity)))
        self.fetchKeys = fetchKeys
    }

    /// Verifies a token.
    ///
    /// A token of an unknown key counts as expired: its key may have been withdrawn, which ends no session, so that
    /// clients are to renew it.
    /// - Throws: UNAUTHENTICATED for any token that is not in force; UNAVAILABLE when auth cannot be asked for its keys and
    ///   revocations.
    package func verify(_ token: String) async throws -> VerifiedUser {
        if let known = verified(token) { return try user(of: known) }
        let (keys, generation) = try await keys(for: token)
        let user: VerifiedUser
        do {
            user = try VerifiedUser(try await keys.verify(token, as: AccessToken.self))
        } catch {
            throw TokenVerifier.invalid
        }
        try await validity.checkFirst(user)
        remember(token, user, generation)
        return user
    }

    /// Asks auth again for the keys in force, so that a withdrawn one is no longer accepted and a new one is known before
    /// its first token comes. Does nothing before the first token has come.
    /// - Throws: UNAVAILABLE when auth can't be asked; the known keys stay.
    package func refreshKeys() async throws {
        let fetch: Task<Set<String>, any Error>? = state.withLock { state in
            guard !state.keyIDs.isEmpty else { return nil }
            if let fetch = state.fetch { return fetch }
            let fetch = Task.detached { try await self.fetch() }
            state.fetch = fetch
            return fetch
        }
        _ = try await fetch?.value
    }

    /// What is known of a token that was verified before; nil when that is nothing.
    package func verified(_ token: String) -> VerifiedToken? { state.withLock { $0.verified[token] } }

    /// Whether what is known of a token still holds, apart from its expiry: the keys have not changed since.
    package func isCurrent(_ token: VerifiedToken) -> Bool {
        token.generation == generation.load(ordering: .acquiring)
    }

    /// The user that a token speaks for.
    /// - Throws: UNAUTHENTICATED when it has expired or was revoked.
    package func user(of token: VerifiedToken) throws(Status) -> VerifiedUser {
        try validity.check(token.user)
        return token.user
    }

    private func keys(for token: String) async throws -> (JWTKeyCollection, generation: Int) {
        guard let keyID = TokenVerifier.keyID(of: token) else { throw TokenVerifier.invalid }
        let fetch: Task<Set<String>, any Error>? = try state.withLock { state in
            if state.keyIDs.contains(keyID) { return nil }
            // Calls that come while keys are on their way wait for them: their tokens may well be good.
            if let fetch = state.fetch { return fetch }
            let time = validity.clock.now
            // The distance, so that a clock that was set back doesn't keep new keys away.
            let pause = state.lastFetchFailed ? TokenVerifier.failedFetchInterval : TokenVerifier.fetchInterval
            guard state.lastFetch.map({ abs(time.timeIntervalSince($0)) >= pause }) ?? true else {
                throw state.lastFetchFailed ? TokenVerifier.unreachable : IdentityCheck.expired
            }
            state.lastFetch = time
            // Detached, since the caller that happens to be first may give up before the others do.
            let fetch = Task.detached { try await self.fetch() }
            state.fetch = fetch
            return fetch
        }
        if let fetch {
            guard try await fetch.value.contains(keyID) else { throw IdentityCheck.expired }
        }
        return state.withLock { ($0.keys, generation.load(ordering: .relaxed)) }
    }

    /// Takes over the keys in force.
    /// - Returns: Their ids.
    private func fetch() async throws -> Set<String> {
        do {
            let fetched = try await fetchKeys()
            let keys = JWTKeyCollection()
            for key in fetched {
                let publicKey = try EdDSA.PublicKey(
                    backing: Curve25519.Signing.PublicKey(rawRepresentation: Data(key.publicKey))
                )
                await keys.add(eddsa: publicKey, kid: JWKIdentifier(string: key.id))
            }
            let ids = Set(fetched.map(\.id))
            state.withLock { state in
                state.fetch = nil
                state.lastFetchFailed = false
                // A forged key id makes a fetch, too, which must not cost what is remembered.
                guard state.known != Set(fetched) else { return }
                state.known = Set(fetched)
                state.keys = keys
                state.keyIDs = ids
                generation.wrappingAdd(1, ordering: .releasing)
                // A key that was withdrawn must not live on in remembered tokens.
                state.verified.removeAll()
            }
            return ids
        } catch {
            state.withLock { state in
                state.fetch = nil
                state.lastFetchFailed = true
            }
            throw TokenVerifier.unreachable
        }
    }

    private static let unreachable = Status.signInsUnverifiable(.keysUnreachable)

    private func remember(_ token: String, _ user: VerifiedUser, _ generation: Int) {
        let found = VerifiedToken(user: user, generation: generation)
        state.withLock { state in
            // The key may have been withdrawn while the token was verified.
            guard self.generation.load(ordering: .relaxed) == generation else { return }
            state.verified.insert(found, for: token, until: user.tokenExpiry, now: validity.clock.now)
        }
    }

    /// The key id in a token's header, read before anything is trusted.
    private static func keyID(of token: String) -> String? {
        guard token.utf8.count <= 4_096, token.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2,
            let header = token.split(separator: ".", omittingEmptySubsequences: false).first
        else { return nil }
        struct Header: Decodable {
            let kid: String
            let alg: String
        }
        guard let data = Data(base64URL: String(header)),
            let fields = try? JSONDecoder().decode(Header.self, from: data),
            fields.alg == "EdDSA"
        else { return nil }
        return fields.kid
    }

    private static let invalid = Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)
}

extension Status {
    /// The status of calls while what access tokens are verified with can't be had from auth.
    static func signInsUnverifiable(_ reason: StatusReason) -> Status {
        Status(
            .unavailable,
            .services.signInsUnchecked,
            retryDelay: .seconds(2),
            reason: reason
        )
    }
}

extension StatusReason {
    /// The keys that verify access tokens cannot be fetched.
    static let keysUnreachable: StatusReason = "KEYS_UNREACHABLE"
}
