import AuthMessages
import LarderClientTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing
import Texts

@testable import larder

@Suite("larder operator keys", .timeLimit(.minutes(5)))
struct OperatorKeysTests {
    private func with(
        rewrapped: [Auth.RewrapKeysResponse] = [],
        in language: Language = .english,
        _ body: (Recorder<String>, (_ arguments: [String]) async throws -> Printed) async throws -> Void
    ) async throws {
        let asked = Recorder<String>()
        try await TestGateway.with(also: [KeysAnswers(asked: asked, rewrapped: rewrapped)]) { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(asked) { [run] arguments in try await run(["operator", "keys"] + arguments) }
        }
    }

    @Test("lists signing keys, and rotates them with and without revoking")
    func rotation() async throws {
        try await with { asked, run async throws in
            let listed = try await run([]).out
            #expect(listed.contains("key-2") && listed.contains("no"))
            #expect(listed.contains("key-1") && listed.contains("yes"))
            #expect(try await run(["rotate"]).out.contains("key-2"))
            #expect(try await run(["rotate", "--revoke"]).exit == .ok)
            #expect(asked.values == ["rotate", "revoke"])
        }
    }

    @Test("rewraps until nothing is left to do, and says what remains")
    func rewrapping() async throws {
        let answers: [Auth.RewrapKeysResponse] = [
            .init(rewrapped: 5_000, remaining: 12, masterKeyID: "2"),
            .init(rewrapped: 10, remaining: 2, unreadable: 2, masterKeyID: "2"),
            .init(remaining: 2, unreadable: 2, masterKeyID: "2"),
        ]
        try await with(rewrapped: answers) { asked, run async throws in
            let printed = try await run(["rewrap"]).out
            #expect(
                printed.contains("5010 keys are rewrapped under master key 2, the first in the file of auth. 2 ")
            )
            #expect(asked.count == 3)
        }
        try await with(rewrapped: [.init(masterKeyID: "2")]) { _, run async throws in
            #expect(try await run(["rewrap"]).out.contains("No key needs another one of the file."))
        }
    }

    @Test("speaks French")
    func french() async throws {
        let answer = Auth.RewrapKeysResponse(remaining: 1, unreadable: 1, masterKeyID: "2")
        try await with(rewrapped: [answer], in: .french) { _, run async throws in
            let listed = try await run([]).out
            #expect(listed.contains("Créée") || listed.hasPrefix("Clé"))
            #expect(listed.contains("oui") && listed.contains("non"))
            let rewrapped = try await run(["rewrap"]).out
            #expect(rewrapped.contains("clé maîtresse 2") && rewrapped.contains("Il en reste 1"))
        }
    }
}

private struct KeysAnswers: Auth.KeyOperationsProvider {
    let asked: Recorder<String>
    let rewrapped: [Auth.RewrapKeysResponse]

    private let keys = Auth.ListSigningKeysResponse(keys: [
        .init(id: "key-2"), .init(id: "key-1", signs: true),
    ])

    init(asked: Recorder<String>, rewrapped: [Auth.RewrapKeysResponse]) {
        self.asked = asked
        self.rewrapped = rewrapped
    }

    func listSigningKeys(
        _ request: Auth.ListSigningKeysRequest,
        context: CallContext
    ) async throws -> Auth.ListSigningKeysResponse { keys }

    func rotateSigningKey(
        _ request: Auth.RotateSigningKeyRequest,
        context: CallContext
    ) async throws -> Auth.ListSigningKeysResponse {
        asked.record(request.revokeFormer ? "revoke" : "rotate")
        return keys
    }

    func rewrapKeys(_ request: Auth.RewrapKeysRequest, context: CallContext) async throws -> Auth.RewrapKeysResponse {
        let answer = rewrapped[asked.count]
        asked.record("rewrap")
        return answer
    }
}
