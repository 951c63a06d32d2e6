import Foundation
import LarderClientTestSupport
import Testing

@testable import LarderClient

@Suite("The credentials file", .timeLimit(.minutes(5)))
struct FileTokenStoreTests {
    private let gateway = LarderClient.Gateway(
        endpoint: Endpoint(host: "localhost", port: 7_443),
        authorities: ["/ca.pem"]
    )

    private func session(_ number: Int = 1) -> StoredSession {
        let tokens = Auth.SessionTokens(
            accessToken: String(repeating: "a\(number)", count: 2_000),
            accessTokenExpiresAt: .init(seconds: 100),
            refreshToken: "refresh-\(number)",
            accountID: "id",
            username: "ada"
        )
        return StoredSession(tokens, receivedAt: 10)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A file that others can read is rejected with a sentence", arguments: [0o644, 0o640, 0o604, 0o660])
    func readableByOthers(mode: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "credentials.json").path
            let store = FileTokenStore(path: path, gateway: gateway)
            try store.save(session())
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: LocalFileError.self) { try store.load() }
            #expect(error?.description.contains("chmod 600 \(path)") == true)
            #expect(throws: LocalFileError.self) { try store.save(session()) }
        }
    }

    @Test("A link, a folder and a pipe in its place are rejected")
    func notAFile() async throws {
        try await withTemporaryFolder { folder in
            let target = folder.appending(path: "target").path
            try FileTokenStore(path: target, gateway: gateway).save(session())
            let link = folder.appending(path: "link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let pipe = folder.appending(path: "pipe").path
            #expect(mkfifo(pipe, 0o600) == 0)
            for path in [link, folder.path, pipe] {
                #expect(throws: LocalFileError.self) { try FileTokenStore(path: path, gateway: gateway).load() }
            }
        }
    }

    @Test("A damaged file is reported", arguments: ["", "{", "[]", #"{"version":3,"sessions":[]}"#, #"{"version":2}"#])
    func damaged(content: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "credentials.json").path
            try PrivateFile(path: path).replace(with: Array(content.utf8))
            let error = #expect(throws: LocalFileError.self) {
                try FileTokenStore(path: path, gateway: gateway).load()
            }
            #expect(error?.description.contains("damaged") == true)
        }
    }

    @Test("A failed write leaves the old content and no other file")
    func unwritable() async throws {
        try await withTemporaryFolder { folder in
            let blocked = folder.appending(path: "file").path
            #expect(FileManager.default.createFile(atPath: blocked, contents: nil))
            #expect(throws: LocalFileError.self) {
                try PrivateFile(path: blocked + "/credentials.json").replace(with: [1])
            }
            let taken = folder.appending(path: "taken")
            try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
            #expect(throws: LocalFileError.self) { try PrivateFile(path: taken.path).replace(with: [1]) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "taken"])
        }
    }

    @Test("File and folder are accessible to their owner alone")
    func modes() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "new/larder/credentials.json").path
            try FileTokenStore(path: path, gateway: gateway).save(session())
            #expect(try mode(path) == 0o600)
            #expect(try mode(folder.appending(path: "new/larder").path) == 0o700)
        }
    }

    @Test("A session is loaded as it was stored, until it is deleted")
    func roundTrip() async throws {
        try await withTemporaryFolder { folder in
            let store = FileTokenStore(path: folder.appending(path: "c.json").path, gateway: gateway)
            #expect(try store.load() == nil)
            let kept = session()
            try store.save(kept)
            #expect(try store.load() == kept)
            try store.save(nil)
            #expect(try store.load() == nil)
        }
    }

    @Test(
        "Tokens of one gateway are not used for another: another address, authority or name in its certificate",
        arguments: [
            LarderClient.Gateway(endpoint: Endpoint(host: "example.org", port: 7_443), authorities: ["/ca.pem"]),
            .init(endpoint: Endpoint(host: "localhost", port: 7_444), authorities: ["/ca.pem"]),
            .init(endpoint: Endpoint(host: "localhost", port: 7_443), authorities: ["/project/ca.pem"]),
            .init(endpoint: Endpoint(host: "localhost", port: 7_443), authorities: ["/ca.pem", "/project/ca.pem"]),
            .init(endpoint: Endpoint(host: "localhost", port: 7_443), authorities: ["/ca.pem"], serverName: "evil"),
        ]
    )
    func otherGateway(other: LarderClient.Gateway) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "c.json").path
            let here = FileTokenStore(path: path, gateway: gateway)
            let there = FileTokenStore(path: path, gateway: other)
            let (mine, theirs) = (session(1), session(2))
            try here.save(mine)
            #expect(try there.load() == nil)
            try there.save(theirs)
            #expect(try here.load() == mine)
            try here.save(nil)
            #expect(try there.load() == theirs)
        }
    }

    @Test("Sessions of a file of version 1, which name no authority, are never used again")
    func formerVersion() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "c.json").path
            let former = try JSONEncoder().encode(["localhost:7443": session()])
            let content = Array(#"{"version":1,"sessions":"#.utf8) + Array(former) + Array("}".utf8)
            try PrivateFile(path: path).replace(with: content)
            let store = FileTokenStore(path: path, gateway: gateway)
            #expect(try store.load() == nil)
            let new = session(2)
            try store.save(new)
            #expect(try store.load() == new)
            #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("refresh-1"))
        }
    }

    @Test("A reader always sees complete content")
    func atomicity() async throws {
        try await withTemporaryFolder { folder in
            let store = FileTokenStore(path: folder.appending(path: "c.json").path, gateway: gateway)
            let sessions = [session(1), session(2)]
            try store.save(sessions[0])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for round in 0..<100 { try store.save(sessions[round % 2]) } }
                group.addTask {
                    for _ in 0..<300 {
                        let found = try store.load()
                        #expect(found == sessions[0] || found == sessions[1])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Waiting for a lock held too long ends")
    func impatience() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "c.json").path
            let holder = FileTokenStore(path: path, gateway: gateway)
            let other = FileTokenStore(path: path, gateway: gateway, lockTimeout: .milliseconds(1))
            try await holder.withExclusiveAccess {
                _ = await #expect(throws: LocalFileError.self) { try await other.withExclusiveAccess { true } }
            }
            #expect(try await other.withExclusiveAccess { true })
        }
    }

    @Test("A description contains no tokens")
    func description() {
        #expect("\(session())" == "session of ada")
    }
}
