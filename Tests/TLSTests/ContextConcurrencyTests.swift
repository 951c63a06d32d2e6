import TLS
import Testing

@Suite("A context")
struct ContextConcurrencyTests {
    @Test("serves the handshakes of many threads at once, also while its files are read anew")
    func concurrentHandshakes() async throws {
        let (client, server) = (try TLSContext.testClient(), try TLSContext.testServer())
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5 {
                        let pair = try Pair(client: client, server: server)
                        try pair.connect()
                        guard pair.server.recorder.handshakes.first?.peer?.serviceName == "gateway" else {
                            return false
                        }
                    }
                    return true
                }
            }
            group.addTask {
                for _ in 0..<20 { try server.reload() }
                return true
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
