import AuthMessages
import HTTPTypes
import MessageCoding
import NIOCore
import RPC

/// `/session`: signing in and out with cookies, and who is signed in.
struct SessionEndpoint: Sendable {
    static let path = "/session"

    let sessions: WebSessions

    /// What signing in takes.
    private struct SignIn: Decodable {
        var name: String?
        var password: String?
        var device: String?
        /// Whether the session outlives the browser.
        var remember: Bool?
    }

    /// Who is signed in.
    private struct Signed: Encodable {
        let accountId: String
        let username: String
    }

    private static let largestRequest = 4_096

    func respond(to exchange: WebExchange) async -> WebResponse {
        do {
            switch exchange.method {
            case .get: return try await show(exchange)
            case .post: return try await signIn(exchange)
            case .delete: return try await signOut(exchange)
            default: return WebResponse(.methodNotAllowed, [.allow: "GET, POST, DELETE"])
            }
        } catch {
            return Status(ofWeb: error).webResponse(in: exchange.language)
        }
    }

    private func signIn(_ exchange: WebExchange) async throws -> WebResponse {
        guard ConnectCodec.parse(exchange[.contentType])?.codec == .json else {
            return WebResponse(.unsupportedMediaType, [.acceptPost: "application/json"])
        }
        let wanted = try await ConnectBody.withWhole(exchange, limit: SessionEndpoint.largestRequest) { body in
            guard let wanted = JSONText.decode(SignIn.self, body) else {
                throw Status(
                    .invalidArgument,
                    "The request is not a JSON object with name, password, device and remember.",
                    reason: .malformedMessage
                )
            }
            return wanted
        }
        let tokens: Auth.SessionTokens = try await exchange.call(
            "larder.auth.v1.Sessions/SignIn",
            Auth.SignInRequest(name: wanted.name ?? "", password: wanted.password ?? "", device: wanted.device ?? ""),
            try exchange.metadata(nil)
        )
        let session = try await sessions.session(of: exchange, isNew: true)
        await session.set(tokens, isRemembered: wanted.remember ?? false)
        return await answer(Signed(accountId: tokens.accountID, username: tokens.username), session)
    }

    /// Nobody is an answer, too, and no failure.
    private func show(_ exchange: WebExchange) async throws -> WebResponse {
        let session = try await sessions.session(of: exchange)
        do {
            let account: Auth.Account = try await session.retrying { authorization in
                try await exchange.call(
                    "larder.auth.v1.Accounts/GetAccount",
                    Auth.GetAccountRequest(),
                    try exchange.metadata(authorization)
                )
            }
            return await answer(Signed(accountId: account.id, username: account.username), session)
        } catch let status as Status {
            var response = status.code == .unauthenticated ? WebResponse(.noContent) : status.webResponse(in: exchange.language)
            await session.addCookies(to: &response)
            return response
        }
    }

    private func signOut(_ exchange: WebExchange) async throws -> WebResponse {
        let session = try await sessions.session(of: exchange, isNew: true)
        if let token = await session.end() {
            let _: Auth.SignOutResponse = try await exchange.call(
                "larder.auth.v1.Sessions/SignOut",
                Auth.SignOutRequest(refreshToken: token),
                try exchange.metadata(nil)
            )
        }
        var response = WebResponse(.noContent)
        await session.addCookies(to: &response)
        return response
    }

    private func answer(_ signed: Signed, _ session: WebSession) async -> WebResponse {
        var response = WebResponse(.ok, [.contentType: "application/json"], body: .bytes(JSONText.encode(signed)))
        await session.addCookies(to: &response)
        return response
    }
}

extension WebExchange {
    /// Makes a unary call of the gateway's own for this browser.
    func call<Response: Message>(
        _ method: String,
        _ request: some Message,
        _ metadata: Metadata
    ) async throws -> Response {
        let handle = try await client.start(method, request: try request.encoded(), metadata: metadata)
        cancelsWithRequest(handle)
        return try Response(decoding: try await handle.response())
    }
}
