import Foundation
import ServiceKit
import Testing

/// Keys with these ids, the current one first.
func masterKeys(_ ids: UInt8...) throws -> MasterKeys {
    let lines = ids.map { "\($0):" + Data(repeating: $0, count: 32).base64EncodedString() }
    return try MasterKeys(parsing: lines.joined(separator: "\n"))
}

@Suite("Master keys")
struct MasterKeysTests {
    private static let good = Data(repeating: 1, count: 32).base64EncodedString()

    @Test(
        "are rejected when a line is invalid, without quoting it",
        arguments: [
            "", "# only a remark\n", "1", "1:", ":\(good)", "1:c2hvcnQ=", "1:\(good)x", "a b:\(good)",
            "\(String(repeating: "i", count: 33)):\(good)", "1:\(good)\n1:\(good)",
        ]
    )
    func malformed(text: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try MasterKeys(parsing: text) }
        #expect(!error.description.contains("c2hvcnQ"))
        #expect(!error.description.contains(Self.good))
    }

    @Test("are rejected when others than the owner could read or change the file", arguments: [0o644, 0o640, 0o602])
    func rights(mode: Int) throws {
        try withFile("1:\(Self.good)\n", mode: mode) { path in
            let error = try #require(throws: ConfigurationError.self) { try MasterKeys(contentsOf: path) }
            #expect(error.description.contains("chmod 600"))
        }
    }

    @Test("are rejected when the file is missing or a folder")
    func missing() throws {
        #expect(throws: ConfigurationError.self) { try MasterKeys(contentsOf: "/nonexistent/master.key") }
        #expect(throws: ConfigurationError.self) { try MasterKeys(contentsOf: "/tmp") }
    }

    @Test("are read from a file of the owner, the current key first", arguments: [0o600, 0o400])
    func file(mode: Int) throws {
        let other = Data(repeating: 2, count: 32).base64EncodedString()
        try withFile("# current\n2026-b:\(other)\n\n1:\(Self.good)\n", mode: mode) { path in
            let keys = try MasterKeys(contentsOf: path)
            #expect(keys.ids == ["2026-b", "1"])
            #expect(keys.currentID == "2026-b")
        }
    }

    @Test("reject a secret of another subject, of a missing key, and a changed one")
    func refusal() throws {
        let keys = try masterKeys(1)
        let (_, wrapped) = try keys.makeDataKey(for: "anna")
        #expect(throws: EncryptionError.unreadable) { try keys.dataKey(wrapped, for: "ben") }
        #expect(throws: EncryptionError.unknownMasterKey(id: "1")) {
            try masterKeys(2).dataKey(wrapped, for: "anna")
        }
        var changed = wrapped
        changed.bytes[20] ^= 1
        #expect(throws: EncryptionError.unreadable) { try keys.dataKey(changed, for: "anna") }
    }

    @Test("unwrap secrets wrapped by an older key of the file")
    func rotation() throws {
        let (key, wrapped) = try masterKeys(1).makeDataKey(for: "anna")
        let sealed = try key.seal("secret", context: "c")
        let rotated = try masterKeys(2, 1)
        #expect(try rotated.dataKey(wrapped, for: "anna").openText(sealed, context: "c") == "secret")
        #expect(try rotated.makeDataKey(for: "anna").wrapped.masterKeyID == "2")
    }

    @Test("hash a value under each key, differently for each purpose")
    func lookup() throws {
        let old = try masterKeys(1).lookupHashes(of: "anna@example.org", purpose: "email")
        let both = try masterKeys(2, 1).lookupHashes(of: "anna@example.org", purpose: "email")
        let other = try masterKeys(1).lookupHashes(of: "anna@example.org", purpose: "phone")
        #expect(old.count == 1 && old[0].count == 32)
        #expect(both.count == 2 && both[1] == old[0] && both[0] != old[0])
        #expect(other != old)
    }

    @Test("reject a secret that was wrapped by another key of the same name")
    func otherKeyOfTheSameName() throws {
        let (_, wrapped) = try masterKeys(1).makeDataKey(for: "anna")
        let impostor = try MasterKeys(parsing: "1:" + Data(repeating: 9, count: 32).base64EncodedString())
        #expect(throws: EncryptionError.unreadable) { try impostor.dataKey(wrapped, for: "anna") }
    }

    @Test("are rejected when the file is no text, naming the file alone")
    func noText() throws {
        let path = URL.temporaryDirectory.appending(path: "larder-master-\(UUID().uuidString)").path
        let isMade = FileManager.default.createFile(
            atPath: path,
            contents: Data([0xFF, 0xFE, 0x31, 0x3A]),
            attributes: [.posixPermissions: 0o600]
        )
        try #require(isMade)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = try #require(throws: ConfigurationError.self) { try MasterKeys(contentsOf: path) }
        #expect(error.description == "The file of master keys \(path) cannot be read.")
    }

    @Test("are judged by the rights of the file that a link leads to, not of the link", arguments: [0o600, 0o644])
    func link(mode: Int) throws {
        try withFile("1:\(Self.good)\n", mode: mode) { path in
            let link = path + "-link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            defer { try? FileManager.default.removeItem(atPath: link) }
            if mode == 0o600 {
                #expect(try MasterKeys(contentsOf: link).ids == ["1"])
            } else {
                #expect(throws: ConfigurationError.self) { try MasterKeys(contentsOf: link) }
            }
        }
    }

    @Test("name the line that is wrong, counting remarks and empty lines")
    func lineNumber() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try MasterKeys(parsing: "# current\n\n1:\(Self.good)\n2:short\n", source: "keys")
        }
        #expect(error.description == "Line 4 of keys must be an id, a colon, and 32 random bytes in Base64.")
        let twice = try #require(throws: ConfigurationError.self) {
            try MasterKeys(parsing: "1:\(Self.good)\n\n1:\(Self.good)", source: "keys")
        }
        #expect(twice.description == "Line 3 of keys has an id that was used before.")
    }

    @Test("take ids of up to 32 letters, digits, hyphens and underscores of ASCII")
    func ids() throws {
        let longest = String(repeating: "Az0-_x7y", count: 4)
        #expect(try MasterKeys(parsing: "  \(longest):\(Self.good)  ").currentID == longest)
        for id in ["ä", "a.b", "a/b", "é", longest + "x"] {
            #expect(throws: ConfigurationError.self) { try MasterKeys(parsing: "\(id):\(Self.good)") }
        }
    }

    private func withFile(_ text: String, mode: Int, _ body: (String) throws -> Void) throws {
        let path = URL.temporaryDirectory.appending(path: "larder-master-\(UUID().uuidString)").path
        let isMade = FileManager.default.createFile(
            atPath: path,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: mode]
        )
        try #require(isMade)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }
}
