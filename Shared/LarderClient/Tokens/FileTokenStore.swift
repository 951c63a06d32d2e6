import FoundationEssentials

/// Keeps sessions in a file that only its owner can read, one for each gateway: a token never goes to another gateway
/// than the one it came from.
///
/// Processes may share the file. It is replaced as a whole, so that a reader finds the old or the new content.
public struct FileTokenStore: TokenStore {
    /// Where the file is.
    public let path: String
    private let gateway: String
    private let lockTimeout: Duration

    private struct Content: Codable {
        var version = 1
        var sessions: [String: StoredSession] = [:]
    }

    /// Keeps the session with a gateway.
    /// - Parameters:
    ///   - path: The file; it and its folder are made when they are needed.
    ///   - lockTimeout: How long to wait for another process that is renewing its tokens.
    public init(path: String, gateway: Endpoint, lockTimeout: Duration = .seconds(20)) {
        self.path = path
        self.gateway = gateway.description
        self.lockTimeout = lockTimeout
    }

    /// - Throws: ``LocalFileError`` when the file can't be read, is not such a file, or others can read it too.
    public func load() throws -> StoredSession? { try content().sessions[gateway] }

    /// - Throws: ``LocalFileError`` when the file can't be written.
    public func save(_ session: StoredSession?) throws {
        var content = try content()
        content.sessions[gateway] = session
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try PrivateFile(path: path).replace(with: Array(try encoder.encode(content)) + [UInt8(ascii: "\n")])
    }

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
