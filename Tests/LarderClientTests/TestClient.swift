import Foundation
import LarderClientTestSupport
import Logging
import NIOPosix
import Synchronization

@testable import LarderClient

/// A wall clock that tests set.
final class TestClock: Sendable {
    private let offset = Mutex<Int64>(0)

    /// Moves the time forward or back.
    func advance(_ seconds: Int64) { offset.withLock { $0 += seconds } }

    var clock: WallClock {
        WallClock { Int64(Date().timeIntervalSince1970) + self.offset.withLock { $0 } }
    }
}

/// Runs `body` with a client of a test's gateway.
func withClient<Result>(
    of gateway: TestGateway,
    tokens: any TokenStore = InMemoryTokenStore(),
    clock: TestClock = TestClock(),
    isSignedIn: Bool = true,
    _ body: (LarderClient) async throws -> Result
) async throws -> Result {
    let client = try LarderClient(
        gateway: .init(endpoint: gateway.endpoint, authorities: [gateway.authority]),
        tokens: tokens,
        clock: clock.clock,
        group: MultiThreadedEventLoopGroup.singleton,
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    defer { client.close() }
    if isSignedIn { try await client.signIn(name: "ada", password: "Correct-1", device: "test") }
    return try await body(client)
}

/// Runs `body` with a temporary folder.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: "larder-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
