import FoundationEssentials

/// Stores sessions in a file that only its owner can read, one per gateway.
///
/// A token never goes to another gateway than its own. Processes may share the file. It is replaced as a whole, so that
/// readers see the old or the new content.
public struct FileTokenStore: TokenStore {
    /// The path of the file.
    public let path: String
    private let gateway: String
    private let lockTimeout: Duration

    private struct Content: Codable {
        var version = 1
        var sessions: [String: StoredSession] = [:]
    }

    /// A store for the session with a gateway.
    /// - Parameters:
    ///   - path: the file; it and its folder are created when needed.
    ///   - lockTimeout: the maximum wait for another process that is renewing its tokens.
    public init(path: String, gateway: Endpoint, lockTimeout: Duration = .seconds(20)) {
        self.path = path
        self.gateway = gateway.description
        self.lockTimeout = lockTimeout
    }

    /// The stored session; nil when no user is signed in.
    /// - Throws: ``LocalFileError`` when the file cannot be read, is not such a file, or others can read it, too.
    public func load() throws -> StoredSession? { try content().sessions[gateway] }

    /// Stores a session; nil deletes it.
    /// - Throws: ``LocalFileError`` when the file cannot be written.
    public func save(_ session: StoredSession?) throws {
        var content = try content()
        content.sessions[gateway] = session
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try PrivateFile(path: path).replace(with: Array(try encoder.encode(content)) + [UInt8(ascii: "\n")])
    }

    /// Runs `body` while no other process that shares the file does.
    public func withExclusiveAccess<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let lock = try await FileLock(path: path + ".lock", lockTimeout: lockTimeout)
        defer { lock.release() }
        return try await body()
    }

    private func content() throws -> Content {
        guard let bytes = try PrivateFile(path: path).read() else { return Content() }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)), content.version == 1 else {
            throw LocalFileError(
                path: path,
                "The credentials file \(path) is damaged. Delete it and sign in again."
            )
        }
        return content
    }
}
