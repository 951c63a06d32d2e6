import AuthMessages
import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("How users are written to and told", .timeLimit(.minutes(5)))
struct ContactTests {
    @Test("is known to notifications alone, and of accounts that there are")
    func contact() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            try await withServer(environment, parts, as: "notifications") { channel in
                let client = Auth.AccountsClient(channel: channel)
                let contact = try await client.getContact(.init(userID: account.id))
                #expect(contact == .init(email: account.email, language: "en"))
                let unknown = await status { try await client.getContact(.init(userID: UUID().canonical)) }
                #expect(unknown?.code == .notFound)
                #expect(
                    await status { try await client.getContact(.init()) }?.fieldViolations.map(\.field) == ["user_id"]
                )
            }
            for other in ["gateway", "budget", "ocr", "catalog", "orders"] {
                try await withServer(environment, parts, as: other) { channel in
                    let client = Auth.AccountsClient(channel: channel)
                    #expect(
                        await status { try await client.getContact(.init(userID: account.id)) }?.code
                            == .permissionDenied
                    )
                }
            }
        }
    }

    @Test("is a notice when a password was changed")
    func notice() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let anna = try await environment.signedIn(parts)
            try await parts.changePassword(by: anna)
            let rows = try await environment.pool.query("SELECT topic, payload FROM outbox")
            #expect(try rows.map { try $0["topic"] as String } == ["notifications"])
            let bytes: [UInt8] = try #require(rows.first)["payload"]
            let event = try Events.Event(decoding: ByteBuffer(bytes: bytes))
            #expect(event.payload == .accountSecured(.init(userID: anna.user.id, change: .passwordChanged)))
        }
    }
}
