import AuthMessages
import Crypto
import Foundation
import Foundations
import HTTPTypes
import NIOCore
import RPC
import Synchronization

/// The session of a request: who it is for, and the cookies that its answer sets.
actor WebSession {
    /// What goes with calls as their authorization; nil when nobody is signed in.
    private(set) var authorization: String?
    private var refresh: (token: String, isRemembered: Bool)?
    private var cookies: [String] = []
    private let sessions: WebSessions
    private let exchange: WebExchange

    fileprivate init(_ sessions: WebSessions, _ exchange: WebExchange, authorization: String?) {
        self.sessions = sessions
        self.exchange = exchange
        self.authorization = authorization
        if authorization == nil {
            refresh = sessions.cookies(exchange).refreshToken(in: exchange[.cookie])
            let access = sessions.cookies(exchange).accessToken(in: exchange[.cookie], now: sessions.now)
            self.authorization = access.map { "Bearer \($0)" }
        }
    }

    /// The cookies that an answer sets.
    fileprivate func addCookies(to response: inout WebResponse) {
        for cookie in cookies { response.fields.append(HTTPField(name: .setCookie, value: cookie)) }
    }

    /// Renews the session if its access token has expired.
    fileprivate func renewIfNeeded() async throws {
        if authorization == nil, refresh != nil { try await renew() }
    }

    /// Rejects a request that is meant for another account than the session's: somebody else has signed in since, in another tab.
    ///
    /// The token is verified with the call; one that claims another account fails there.
    func checkAccount() async throws {
        guard let account = exchange[.larderAccount] else { return }
        // Of a session alone that has to be renewed nobody knows yet whose it is.
        try await renewIfNeeded()
        guard let token = authorization?.split(separator: " ").last,
            let claimed = UnverifiedClaims(of: token)?.sub, claimed != account
        else { return }
        throw WebSession.otherAccount
    }

    private static let otherAccount = Status(.failedPrecondition, .gateway.otherAccount, reason: "OTHER_ACCOUNT")

    /// Makes a call; once more with a new access token when the service no longer takes the one there is, or refuses what the
    /// user may have been granted since: on another device, or by a request whose answer the browser did not wait for.
    func retrying<Result: Sendable>(
        _ call: @Sendable (_ authorization: String?) async throws -> Result
    ) async throws -> Result {
        do {
            return try await call(authorization)
        } catch let status as Status where status.dependsOnClaims && refresh != nil && cookies.isEmpty {
            try await renew()
            guard authorization != nil else { throw status }
            return try await call(authorization)
        }
    }

    /// Renews the access token, as what it says has changed. When that fails it stays, until it expires.
    func renewClaims() async {
        if refresh != nil, cookies.isEmpty { try? await renew() }
    }

    private func renew() async throws {
        guard let refresh else { return }
        do {
            set(try await sessions.renewed(refresh.token, for: exchange), isRemembered: refresh.isRemembered)
        } catch let status as Status where status.code == .unauthenticated {
            // It has ended elsewhere. The cookies stay: somebody may be signing in meanwhile, and has set new ones by now.
            authorization = nil
            self.refresh = nil
        }
    }

    /// Starts a session.
    func set(_ tokens: Auth.SessionTokens, isRemembered: Bool) {
        authorization = "Bearer \(tokens.accessToken)"
        refresh = (tokens.refreshToken, isRemembered)
        cookies = sessions.cookies(exchange)
            .setting(tokens, isRemembered: isRemembered, now: sessions.now)
    }

    /// The refresh token of the session; nil without one.
    var refreshToken: String? { refresh?.token }

    /// Ends the session at the browser.
    func end() {
        authorization = nil
        refresh = nil
        cookies = sessions.cookies(exchange).clearing
    }
}

extension Status {
    /// Whether a new access token, with what is known of the user by now, may help.
    fileprivate var dependsOnClaims: Bool {
        if code == .unauthenticated { return true }
        let reasons: [StatusReason] = [.consentRequired, .termsNotAccepted, .planRequired, .secondFactorMissing]
        return code == .permissionDenied && reasons.contains(reason)
    }
}

/// The sessions of browsers, which auth keeps.
final class WebSessions: Sendable {
    private let wallClock: any WallClock
    private let renewals = Mutex<[String: Renewal]>([:])

    /// A renewal that is being made, by a call of one of the requests that wait for it.
    private struct Renewal {
        let exchange: WebExchange
        let tokens: Task<Auth.SessionTokens, any Error>
    }

    init(wallClock: any WallClock = SystemWallClock()) { self.wallClock = wallClock }

    /// Seconds since 1970.
    fileprivate var now: Int64 { Int64(wallClock.now.timeIntervalSince1970) }

    fileprivate func cookies(_ exchange: WebExchange) -> WebCookies { WebCookies(isSecure: exchange.isSecure) }

    /// The session of a request: by its authorization, as programs send it, else by the browser's cookies.
    /// - Parameter isNew: Whether the former session is not needed any more, and so not renewed.
    /// - Throws: ``Status`` when a session has to be renewed and auth cannot be asked.
    private func session(of exchange: WebExchange, isNew: Bool) async throws -> WebSession {
        let session = WebSession(self, exchange, authorization: exchange[.authorization])
        if !isNew { try await session.renewIfNeeded() }
        return session
    }

    /// Answers a request in its session. Whether that fails or not, the answer sets the session's cookies.
    func answering(
        _ exchange: WebExchange,
        isNew: Bool = false,
        _ answer: (WebSession) async throws -> WebResponse
    ) async -> WebResponse {
        do {
            let session = try await session(of: exchange, isNew: isNew)
            var response: WebResponse
            do {
                if !isNew { try await session.checkAccount() }
                response = try await answer(session)
            } catch {
                response = Status(ofWeb: error).webResponse(in: exchange.language)
            }
            await session.addCookies(to: &response)
            return response
        } catch {
            return Status(ofWeb: error).webResponse(in: exchange.language)
        }
    }

    /// New tokens for a refresh token; requests that come together get the same ones.
    fileprivate func renewed(_ token: String, for exchange: WebExchange) async throws -> Auth.SessionTokens {
        let (renewal, isOwn) = renewals.withLock { renewals in
            if let running = renewals[token] { return (running, false) }
            let new = Renewal(
                exchange: exchange,
                tokens: Task {
                    defer { self.renewals.withLock { $0[token] = nil } }
                    return try await self.renew(token, for: exchange)
                }
            )
            renewals[token] = new
            return (new, true)
        }
        do {
            return try await renewal.tokens.value
        } catch let status as Status where !isOwn && !renewal.exchange.stream.isActive {
            // The browser that it was made for has gone; this one is there.
            guard status.code == .cancelled || status.code == .unavailable else { throw status }
            return try await renewed(token, for: exchange)
        }
    }

    private func renew(_ token: String, for exchange: WebExchange) async throws -> Auth.SessionTokens {
        var metadata = Metadata()
        // The same for every try, also at another gateway: auth answers a repeated one with the same tokens.
        metadata.add(MetadataName.idempotencyKey, WebSessions.key(of: token))
        exchange.trace.add(to: &metadata)
        return try await exchange.call(
            "larder.auth.v1.Sessions/RefreshSession",
            Auth.RefreshSessionRequest(refreshToken: token),
            metadata
        )
    }

    private static func key(of token: String) -> String {
        SHA256.hash(data: Data("web session \(token)".utf8)).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension HTTPField.Name {
    /// The id of the account that a request is meant for.
    static let larderAccount = Self("Larder-Account")!
}
