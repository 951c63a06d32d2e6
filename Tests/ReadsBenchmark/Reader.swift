import AuthMessages
import Foundation
import LocalDeployment
import RPC

/// A user who reads purchases of their own.
struct Reader: Sendable {
    let id: UUID
    let token: String

    /// How many there are; several tasks read for one, each another purchase, as signing up takes its time.
    static let count = 16

    /// A new account that is signed in.
    static func signUp(at deployment: LocalDeployment, on channel: RPCChannel) async throws -> Reader {
        let name = "reader" + String(UInt64.random(in: .min ... .max), radix: 36)
        let password = "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        let account = try await deployment.register(name, password: password, on: channel)
        let tokens = try await Auth.SessionsClient(channel: channel)
            .signIn(.init(name: name, password: password, device: "reads-benchmark"))
        guard let id = UUID(uuidString: account.id) else { throw ReadsError("An account has no id.") }
        return Reader(id: id, token: tokens.accessToken)
    }
}

/// Why reads could not be measured.
struct ReadsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
