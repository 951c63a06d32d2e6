import AuthMessages
import ConcurrencyTestSupport
import Crypto
import EventsMessages
import Foundation
import Foundations
import JWTKit
import RPC
import RPCTestSupport
import ServiceKit
import TodoMessages

/// A peer in place of auth, which signs access tokens and hands out the key that verifies them.
struct TestAuthorities: Sendable {
    private static let keyID = "key-1"

    private let key: Curve25519.Signing.PrivateKey
    private let server: RPCServer

    private struct Keys: Auth.KeysProvider {
        let key: Curve25519.Signing.PublicKey

        func listKeys(_ request: Auth.ListKeysRequest, context: CallContext) async throws -> Auth.KeySet {
            Auth.KeySet(keys: [.init(id: keyID, ed25519PublicKey: Array(key.rawRepresentation))])
        }
    }

    static func start() async throws -> TestAuthorities {
        let key = Curve25519.Signing.PrivateKey()
        let server = try await startServer("auth", handlers: Keys(key: key.publicKey).handlers)
        return TestAuthorities(key: key, server: server)
    }

    var port: Int { server.port }

    func stop() async { await server.stop() }

    /// An access token as auth signs it.
    func token(of user: UUID) async throws -> String {
        let keys = JWTKeyCollection()
        let kid = JWKIdentifier(string: Self.keyID)
        await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: kid)
        let content = AccessToken(
            accountID: user.canonical,
            username: "ada",
            session: UUID().canonical,
            issuedAt: .now,
            lifetime: 600
        )
        return try await keys.sign(content, kid: kid)
    }
}

/// A peer in place of ocr, which records the events that it receives.
struct PurchasePeers: Sendable {
    /// What was delivered.
    let events: Recorder<Events.Event>
    private let server: RPCServer

    private struct Receiver: Events.EventSinkProvider {
        let events: Recorder<Events.Event>

        func deliverEvent(
            _ request: Events.Event,
            context: CallContext
        ) async throws -> Events.DeliverEventResponse {
            events.record(request)
            return Events.DeliverEventResponse()
        }
    }

    static func start() async throws -> PurchasePeers {
        let events = Recorder<Events.Event>()
        return PurchasePeers(
            events: events,
            server: try await startServer("ocr", handlers: Receiver(events: events).handlers)
        )
    }

    var port: Int { server.port }

    func stop() async { await server.stop() }
}

/// A user who calls the service.
struct TestPerson: Sendable {
    let id: UUID
    let list: Todo.TodoListClient
    let token: String

    /// Options of a call of this user.
    func options(key: String? = nil) -> CallOptions {
        CallOptions(timeout: .seconds(30), accessToken: token, idempotencyKey: key)
    }

    /// Adds an item.
    func add(_ title: String, due: String = "", key: String? = nil) async throws -> Todo.Item {
        try await list.addItem(.init(title: title, dueDay: due), options: options(key: key))
    }

    /// Changes an item.
    func edit(_ item: Todo.Item, version: Int64 = 0, _ edit: Todo.EditItemRequest.Edit) async throws
        -> Todo.Item
    {
        try await list.editItem(
            .init(itemID: item.id, expectedVersion: version, edit: edit),
            options: options()
        )
    }

    /// Takes back the latest change of an item.
    func undo(_ item: Todo.Item, version: Int64 = 0) async throws -> Todo.Item {
        try await list.undoItem(.init(itemID: item.id, expectedVersion: version), options: options())
    }

    /// The items of the list.
    func items() async throws -> [Todo.Item] {
        try await list.listItems(.init(), options: options()).items
    }

    /// Watches the list until `body` returns.
    func watch<Result>(
        after revision: Int64 = 0,
        _ body: (MessageStream<Todo.Item>) async throws -> Result
    ) async throws -> Result {
        try await list.watchItems(.init(afterRevision: revision), options: options(), body)
    }
}

/// The status with which a call fails; nil when it succeeds.
func status<Result>(_ call: () async throws -> Result) async -> Status? {
    do { _ = try await call() } catch { return error as? Status }
    return nil
}
