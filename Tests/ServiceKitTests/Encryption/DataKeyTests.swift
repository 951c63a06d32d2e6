import ServiceKit
import Testing

@Suite("A data key")
struct DataKeyTests {
    private let key = DataKey(derivedFrom: Array(repeating: 7, count: 32), purpose: "test")

    @Test("rejects data with any byte changed")
    func tampering() throws {
        let sealed = try key.seal("anna@example.org", context: "email")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: EncryptionError.unreadable) { try key.openText(changed, context: "email") }
        }
    }

    @Test("rejects truncated and malformed data", arguments: [0, 1, 12, 28, 29])
    func truncation(length: Int) throws {
        let sealed = try key.seal("anna@example.org", context: "email")
        #expect(throws: EncryptionError.unreadable) { try key.open(Array(sealed.prefix(length)), context: "email") }
    }

    @Test("rejects data of another context or another key")
    func binding() throws {
        let sealed = try key.seal("anna@example.org", context: "email")
        let other = DataKey(derivedFrom: Array(repeating: 7, count: 32), purpose: "other")
        #expect(throws: EncryptionError.unreadable) { try key.openText(sealed, context: "phone") }
        #expect(throws: EncryptionError.unreadable) { try other.openText(sealed, context: "email") }
    }

    @Test("decrypts what it encrypted, and never encrypts twice the same way", arguments: ["", "a", "änna 🥕"])
    func roundTrip(text: String) throws {
        let sealed = try key.seal(text, context: "c")
        #expect(try key.openText(sealed, context: "c") == text)
        #expect(sealed.count == text.utf8.count + 29)
        #expect(try key.seal(text, context: "c") != sealed)
    }

    @Test("takes bytes that are no text for unreadable where text is asked for, and gives them back as bytes")
    func noText() throws {
        let sealed = try key.seal([0xC3, 0x28], context: "note")
        #expect(throws: EncryptionError.unreadable) { try key.openText(sealed, context: "note") }
        #expect(try key.open(sealed, context: "note") == [0xC3, 0x28])
    }

    @Test("follows from its secret and its purpose alone")
    func derived() throws {
        let again = DataKey(derivedFrom: Array(repeating: 7, count: 32), purpose: "test")
        let other = DataKey(derivedFrom: Array(repeating: 8, count: 32), purpose: "test")
        let sealed = try key.seal("anna", context: "name")
        #expect(try again.openText(sealed, context: "name") == "anna")
        #expect(throws: EncryptionError.unreadable) { try other.openText(sealed, context: "name") }
    }
}
