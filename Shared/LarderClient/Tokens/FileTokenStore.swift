import FoundationEssentials

/// Stores sessions in a file that only its owner can read, one per gateway.
///
/// A token never goes to another gateway than its own: one of the same address whose certificate is checked by another
/// name or comes from another authority's file is another gateway. Processes may share the file. It is replaced as a
/// whole, so that readers see the old or the new content.
public struct FileTokenStore: TokenStore {
    /// The path of the file.
    public let path: String
    private let gateway: Content.Gateway
    private let lockTimeout: Duration

    private struct Content: Codable {
        struct Gateway: Codable, Equatable {
            var address: String
            var serverName: String
            var authorities: [String]
        }

        struct Entry: Codable {
            var gateway: Gateway
            var session: StoredSession
        }

        var version = Content.present
        var sessions: [Entry] = []

        static let present = 2
    }

    /// A store for the session with a gateway.
    /// - Parameters:
    ///   - path: the file; it and its folder are created when needed.
    ///   - gateway: the gateway; its authorities' paths should be absolute.
    ///   - lockTimeout: the maximum wait for another process that is renewing its tokens.
    public init(path: String, gateway: LarderClient.Gateway, lockTimeout: Duration = .seconds(20)) {
        self.path = path
        self.gateway = .init(
            address: gateway.endpoint.description,
            serverName: gateway.serverName,
            authorities: gateway.authorities
        )
        self.lockTimeout = lockTimeout
    }

    /// The stored session; nil when no user is signed in.
    /// - Throws: ``LocalFileError`` when the file cannot be read, is not such a file, or others can read it, too.
    public func load() throws -> StoredSession? { try content().sessions.first { $0.gateway == gateway }?.session }

    /// The addresses of all gateways with a stored session, and of those with other authorities also these.
    /// - Throws: ``LocalFileError`` as ``load()`` does.
    public func gateways() throws -> [String] {
        try content().sessions.map { entry in
            guard entry.gateway.address == gateway.address else { return entry.gateway.address }
            return "\(entry.gateway.address) with the authority \(entry.gateway.authorities.joined(separator: ", "))"
        }
    }

    /// Stores a session; nil deletes it.
    /// - Throws: ``LocalFileError`` when the file cannot be written.
    public func save(_ session: StoredSession?) throws {
        var content = try content()
        content.sessions.removeAll { $0.gateway == gateway }
        if let session { content.sessions.append(.init(gateway: gateway, session: session)) }
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
        let decoder = JSONDecoder()
        let data = Data(bytes)
        // Sessions of version 1 name no authority: nobody can say which gateway they may be sent to.
        if (try? decoder.decode(Version.self, from: data))?.version == 1 { return Content() }
        guard let content = try? decoder.decode(Content.self, from: data), content.version == Content.present else {
            throw LocalFileError(
                path: path,
                .client.credentialsDamaged(path: path)
            )
        }
        return content
    }

    private struct Version: Decodable {
        var version: Int
    }
}
