import Foundation
import Testing

@testable import larder_auth

@Suite("A password hash")
struct PasswordHashTests {
    @Test(
        "is rejected in any other form",
        arguments: [
            "", "secret", "$scrypt$", "$argon2id$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$\(key)",
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

    @Test("equals that of another implementation")
    func vector() throws {
        // Made with OpenSSL's scrypt, which agrees with RFC 7914, section 12.
        let text = "$scrypt$ln=10,r=8,p=2$MDEyMzQ1Njc4OWFiY2RlZg$79YyC/BUqXA4fq3hextIhsy7eTsOFcEXWWg3ydyiAGw"
        let hash = try #require(PasswordHash(text))
        #expect(try hash.matches("correct-horse-7"))
        #expect(hash.description == text)
    }

    @Test("of the standard cost takes 32 MiB of memory")
    func standardCost() throws {
        let cost = PasswordHash.Cost.standard
        #expect(128 * cost.blockSize << cost.logN == 32 << 20)
        #expect(try PasswordHash(of: "correct-horse-7").matches("correct-horse-7"))
    }
}
