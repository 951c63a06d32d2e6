import Foundation
import Testing

@testable import larder_auth

@Suite("A password hash")
struct PasswordHashTests {
    @Test(
        "is rejected in any other form",
        arguments: [
            "", "secret", "$scrypt$", "$argon2id$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$v=16$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$v=19$m=64,t=1,p=2$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$v=19$m=64,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$v=19$m=7,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$v=19$m=262145,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2id$v=19$m=64,t=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$scrypt$ln=4,r=8$AAAAAAAAAAAAAAAAAAAAAA$\(key)", "$scrypt$ln=4,r=8,p=1$AAAA$\(key)",
            "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA", "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$scrypt$ln=18,r=16,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$scrypt$ln=4,r=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
            "$scrypt$ln=4,p=1,r=8$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
        ]
    )
    func malformed(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    private static let key = String(repeating: "A", count: 43)

    @Test("does not match another password")
    func mismatch() throws {
        let hash = try PasswordHash(of: "correct-horse-7", cost: AuthTestEnvironment.cost)
        for other in ["correct-horse-8", "Correct-horse-7", "correct-horse-7 ", "x"] {
            #expect(try !hash.matches(other))
        }
    }

    @Test("matches its password after storage, however accents were typed")
    func match() throws {
        let hash = try PasswordHash(of: "caf\u{E9}-7-caf\u{E9}", cost: AuthTestEnvironment.cost)
        let stored = try #require(PasswordHash(hash.description))
        #expect(stored == hash)
        #expect(stored.cost == AuthTestEnvironment.cost)
        #expect(try stored.matches("cafe\u{301}-7-cafe\u{301}"))
    }

    @Test("has a unique salt")
    func salt() throws {
        let first = try PasswordHash(of: "correct-horse-7", cost: AuthTestEnvironment.cost)
        #expect(try PasswordHash(of: "correct-horse-7", cost: AuthTestEnvironment.cost) != first)
    }

    @Test(
        "equals that of other implementations",
        arguments: [
            // Made by the reference implementation of Argon2, and by OpenSSL's scrypt, which agrees with RFC 7914, section 12.
            "$argon2id$v=19$m=1024,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$d7qY+aDXxAUNa+7BEgzY1D+fRzFPMz5UymCg7GzS0mw",
            "$scrypt$ln=10,r=8,p=2$MDEyMzQ1Njc4OWFiY2RlZg$79YyC/BUqXA4fq3hextIhsy7eTsOFcEXWWg3ydyiAGw",
        ]
    )
    func vector(text: String) throws {
        let hash = try #require(PasswordHash(text))
        #expect(try hash.matches("correct-horse-7"))
        #expect(try !hash.matches("correct-horse-8"))
        #expect(hash.description == text)
    }
}
