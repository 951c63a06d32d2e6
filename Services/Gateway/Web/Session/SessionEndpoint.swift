import AuthMessages
import Foundation
import HTTPTypes
import MessageCoding
import NIOCore
import RPC

/// `/session`: signing in and out with cookies, and who is signed in.
struct SessionEndpoint: Sendable {
    static let path = "/session"

    let sessions: WebSessions

    /// What signing in takes: name and password, or the answer to a challenge.
    private struct SignIn: Decodable {
        var name: String?
        var password: String?
        /// The token of a challenge, and with it either of its answers.
        var challenge: String?
        var code: String?
        var passkey: Assertion?
        var device: String?
        /// Whether the session outlives the browser.
        var remember: Bool?
    }

    /// What a passkey has signed.
    private struct Assertion: Decodable {
        var credentialId: Data
        var clientData: Data
        var authenticatorData: Data
        var signature: Data
        var userHandle: Data?

        var message: Auth.PasskeyAssertion {
            Auth.PasskeyAssertion(
                credentialID: Array(credentialId),
                clientData: Array(clientData),
                authenticatorData: Array(authenticatorData),
                signature: Array(signature),
                userHandle: userHandle.map { Array($0) } ?? []
            )
        }
    }

    /// Who is signed in.
    private struct Signed: Encodable {
        let accountId: String
        let username: String
    }

    private static let largestRequest = 32_768

    func respond(to exchange: WebExchange) async -> WebResponse {
        switch exchange.method {
        case .get: await sessions.answering(exchange) { try await show(exchange, $0) }
        case .post: await sessions.answering(exchange, isNew: true) { try await signIn(exchange, $0) }
        case .delete: await sessions.answering(exchange, isNew: true) { try await signOut(exchange, $0) }
        default: .methodNotAllowed("GET, POST, DELETE")
        }
    }

    private func signIn(_ exchange: WebExchange, _ session: WebSession) async throws -> WebResponse {
        guard exchange.hasJSON else { return .unsupportedMediaType("application/json") }
        let wanted = try await ConnectBody.withWhole(exchange, limit: SessionEndpoint.largestRequest) { body in
            guard let wanted = JSONText.decode(SignIn.self, body) else {
                throw Status(
                    .invalidArgument,
                    "The request is not a JSON object with name and password or challenge, device and remember.",
                    reason: .malformedMessage
                )
            }
            return wanted
        }
        let tokens = try await tokens(wanted, exchange)
        // No session yet: the browser keeps what it has until the challenge is answered.
        if let challenge = tokens.challenge { return try answer(challenge) }
        let former = await session.refreshToken
        await session.set(tokens, isRemembered: wanted.remember ?? false)
        // Nobody has its tokens any more. If it cannot be ended now, it expires.
        if let former { try? await end(former, exchange) }
        return answer(Signed(accountId: tokens.accountID, username: tokens.username))
    }

    /// The tokens of a session, or a challenge that has to be answered first.
    private func tokens(_ wanted: SignIn, _ exchange: WebExchange) async throws -> Auth.SessionTokens {
        let (device, metadata) = (wanted.device ?? "", try exchange.metadata(nil))
        guard let challenge = wanted.challenge else {
            return try await exchange.call(
                "larder.auth.v1.Sessions/SignIn",
                Auth.SignInRequest(
                    name: wanted.name ?? "",
                    password: wanted.password ?? "",
                    device: device,
                    acceptsChallenge: true
                ),
                metadata
            )
        }
        let answer = wanted.passkey.map { Auth.FactorAnswer.Answer.passkey($0.message) } ?? .code(wanted.code ?? "")
        return try await exchange.call(
            "larder.auth.v1.Sessions/CompleteSignIn",
            Auth.CompleteSignInRequest(token: challenge, answer: .init(answer: answer), device: device),
            metadata
        )
    }

    /// Nobody is an answer, too, and no failure.
    private func show(_ exchange: WebExchange, _ session: WebSession) async throws -> WebResponse {
        do {
            let account: Auth.Account = try await session.retrying { authorization in
                try await exchange.call(
                    "larder.auth.v1.Accounts/GetAccount",
                    Auth.GetAccountRequest(),
                    try exchange.metadata(authorization)
                )
            }
            return answer(Signed(accountId: account.id, username: account.username))
        } catch let status as Status where status.code == .unauthenticated {
            return WebResponse(.noContent)
        }
    }

    /// Ends the session at auth first: a browser that is told of a failure can try again.
    private func signOut(_ exchange: WebExchange, _ session: WebSession) async throws -> WebResponse {
        try await session.checkAccount()
        if let token = await session.refreshToken { try await end(token, exchange) }
        await session.end()
        return WebResponse(.noContent)
    }

    /// Ends the session of a refresh token at auth.
    private func end(_ token: String, _ exchange: WebExchange) async throws {
        let _: Auth.SignOutResponse = try await exchange.call(
            "larder.auth.v1.Sessions/SignOut",
            Auth.SignOutRequest(refreshToken: token),
            try exchange.metadata(nil)
        )
    }

    private func answer(_ challenge: Auth.FactorChallenge) throws -> WebResponse {
        let text = try ConnectCodec.json.encode(try challenge.encoded(), as: Auth.FactorChallenge.descriptor)
        let body = JSONText.object(["challenge": text])
        return WebResponse(.ok, [.contentType: "application/json"], body: .bytes(body))
    }

    private func answer(_ signed: Signed) -> WebResponse {
        WebResponse(.ok, [.contentType: "application/json"], body: .bytes(JSONText.encode(signed)))
    }
}

extension WebExchange {
    /// Makes a unary call of the gateway's own for this browser.
    func call<Response: Message>(
        _ method: String,
        _ request: some Message,
        _ metadata: Metadata
    ) async throws -> Response {
        let bytes: ByteBuffer
        do {
            bytes = try request.encoded()
        } catch {
            // Such as a text with a NUL character.
            throw Status(.invalidArgument, "\(error)", reason: .malformedMessage)
        }
        let handle = try await start(method, request: bytes, metadata: metadata)
        return try Response(decoding: try await handle.response())
    }
}
