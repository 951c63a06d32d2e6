import Foundation
import Foundations
import LarderClientTestSupport
import Logging
import NIOPosix
import Synchronization

@testable import LarderClient

/// Runs `body` with a client of a test's gateway.
func withClient<Result>(
    of gateway: TestGateway,
    tokens: any TokenStore = InMemoryTokenStore(),
    clock: any WallClock = SystemWallClock(),
    isSignedIn: Bool = true,
    _ body: (LarderClient) async throws -> Result
) async throws -> Result {
    let client = try LarderClient(
        gateway: .init(endpoint: gateway.endpoint, authorities: [gateway.authority]),
        tokens: tokens,
        clock: clock,
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
