import AuthMessages
import Foundation
import LocalDeployment
import RPC

/// A user who reads purchases of their own.
struct Reader: Sendable {
    let id: UUID
    private let name: String
    private let password: String
    let token: String

    private init(id: UUID, name: String, password: String, token: String) {
        (self.id, self.name, self.password, self.token) = (id, name, password, token)
    }

    /// How many there are; several tasks read for one, each another purchase, as signing up takes its time.
    static let count = 16

    /// A new account that is signed in.
    static func signUp(at deployment: LocalDeployment, on channel: RPCChannel) async throws -> Reader {
        let name = "reader" + String(UInt64.random(in: .min ... .max), radix: 36)
        let password = "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        let account = try await deployment.register(name, password: password, on: channel)
        guard let id = UUID(uuidString: account.id) else { throw ReadsError("An account has no id.") }
        return try await Reader(id: id, name: name, password: password, token: "").signedInAgain(on: channel)
    }

    /// The same user with a token that says what they permit now.
    func signedInAgain(on channel: RPCChannel) async throws -> Reader {
        let tokens = try await Auth.SessionsClient(channel: channel)
            .signIn(.init(name: name, password: password, device: "reads-benchmark"))
        return Reader(id: id, name: name, password: password, token: tokens.accessToken)
    }
}

/// Why reads could not be measured.
struct ReadsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
