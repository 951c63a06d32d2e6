import Foundation

/// Runs `body` with an empty folder of its own.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: "larder-deployment-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
