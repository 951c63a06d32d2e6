import AuthMessages
import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Consents", .timeLimit(.minutes(5)))
struct ConsentTests {
    private func context(_ user: String) -> CallContext {
        CallContext(
            method: "test",
            metadata: Metadata(),
            peerService: "ocr",
            identity: VerifiedUser(id: user, username: "somebody"),
            trace: TraceContext()
        )
    }

    private func account(_ environment: AuthTestEnvironment, _ name: String) async throws -> String {
        try await environment.parts().accounts.register(
            .init(
                username: name,
                email: "\(name)@example.org",
                password: "Correct-horse-7!",
                acceptedTermsVersion: "1"
            ),
            context: CallContext(method: "test", metadata: Metadata(), trace: TraceContext())
        ).id
    }

    private func isGiven(
        _ service: ConsentsService,
        _ user: String,
        _ kind: Auth.ConsentKind = .learningFromPhotos
    ) async throws -> Bool {
        let request = Auth.CheckConsentRequest(userID: user, kind: kind)
        return try await service.checkConsent(request, context: context(user)).given
    }

    @Test("are rejected for an unknown kind, and without a user")
    func refused() async throws {
        try await withAuth { environment in
            let service = environment.parts().consents
            let user = try await account(environment, "ada")
            for kind in [Auth.ConsentKind.unspecified, .unrecognized(99)] {
                await #expect(throws: Status.self) {
                    try await service.setConsent(.init(kind: kind, given: true), context: context(user))
                }
            }
            await #expect(throws: Status.self) {
                try await service.checkConsent(.init(userID: "ada", kind: .location), context: context(user))
            }
            await #expect(throws: (any Error).self) {
                let stranger = UUID().canonical
                return try await service.setConsent(.init(kind: .location, given: true), context: context(stranger))
            }
            #expect(try await environment.count("consents") == 0)
        }
    }

    @Test("are all off until given, each separately, by each user")
    func off() async throws {
        try await withAuth { environment in
            let service = environment.parts().consents
            let users = [try await account(environment, "ada"), try await account(environment, "bob")]
            let before = try await service.listConsents(.init(), context: context(users[0])).consents
            #expect(before.count == 8)
            #expect(before.allSatisfy { !$0.given && $0.changedAt == nil })
            let given = try await service.setConsent(
                .init(kind: .learningFromPhotos, given: true),
                context: context(users[0])
            )
            let after = try await service.listConsents(.init(), context: context(users[0])).consents
            #expect(after.filter(\.given) == [given])
            #expect(try await isGiven(service, users[0]))
            #expect(try await !isGiven(service, users[1]))
            #expect(try await !isGiven(service, UUID().canonical))
        }
    }

    @Test(
        "can be withdrawn at any time, which is recorded and announced once to the services that collected data",
        arguments: [
            (Auth.ConsentKind.learningFromPhotos, ["ocr"]), (.communityMappings, ["catalog"]),
            (.personalSuggestions, ["budget"]), (.location, ["budget", "notifications"]),
        ]
    )
    func withdrawn(_ kind: Auth.ConsentKind, _ collectors: [String]) async throws {
        try await withAuth { environment in
            let service = environment.parts().consents
            let user = try await account(environment, "ada")
            for given in [true, true, false, false] {
                _ = try await service.setConsent(
                    .init(kind: kind, given: given),
                    context: context(user)
                )
            }
            #expect(try await !isGiven(service, user, kind))
            #expect(try await environment.auditedActions() == ["registered", "consent_given", "consent_withdrawn"])
            let events = try await environment.pool.query("SELECT topic, payload FROM outbox ORDER BY topic")
            #expect(try events.map { try $0["topic"] as String } == collectors)
            for row in events {
                let event = try Events.Event(decoding: ByteBuffer(bytes: try row["payload"] as [UInt8]))
                #expect(event.payload == .consentWithdrawn(.init(userID: user, kind: kind)))
            }
        }
    }
}
