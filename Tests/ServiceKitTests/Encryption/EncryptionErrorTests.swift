import RPC
import ServiceKit
import Testing

@Suite("What callers learn of encryption that fails")
struct EncryptionErrorTests {
    @Test("is to come again when a master key is missing, as that passes")
    func missingKey() {
        let status = EncryptionError.unknownMasterKey(id: "2024-b").status
        #expect(status.code == .unavailable)
        #expect(status.reason == "KEY_UNAVAILABLE")
        #expect(status.retryDelay == .seconds(30))
        #expect(!status.message.contains("2024-b"))
    }

    @Test("is that something went wrong when data were changed, and nothing of what is inside")
    func unreadable() {
        let status = EncryptionError.unreadable.status
        #expect(status.code == .internalError)
        #expect(status.retryDelay == nil)
        #expect(!status.message.contains("encrypt"))
    }

    @Test("names the missing key for operators")
    func descriptions() {
        #expect("\(EncryptionError.unknownMasterKey(id: "b"))" == "the file of master keys has no key \"b\"")
        #expect("\(EncryptionError.unreadable)" == "encrypted data were changed or belong to something else")
    }
}
