import AuthMessages
import Foundation
import Testing

@testable import larder_auth

@Suite("Codes of authenticator apps")
struct OneTimePasswordTests {
    private static let key = AuthenticatorKey(bytes: Array("12345678901234567890".utf8))

    @Test(
        "are those of RFC 6238, appendix B",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ]
    )
    func vectors(seconds: Int, code: String) {
        let step = AuthenticatorKey.step(at: Date(timeIntervalSince1970: TimeInterval(seconds)))
        #expect(Self.key.code(step: step, digits: 8) == code)
        #expect(Self.key.code(step: step) == code.suffix(6))
    }

    @Test(
        "are those of RFC 4226, appendix D",
        arguments: zip(
            0..<10,
            [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ]
        )
    )
    func counters(step: Int, code: String) { #expect(Self.key.code(step: Int64(step)) == code) }

    @Test("are taken a step early or late, not two, and not again")
    func steps() {
        let time = Date(timeIntervalSince1970: 1_111_111_111)
        let step = AuthenticatorKey.step(at: time)
        for difference in Int64(-3)...3 {
            let found = Self.key.step(of: Self.key.code(step: step + difference), at: time, after: nil)
            #expect(found == (abs(difference) <= 1 ? step + difference : nil))
        }
        #expect(Self.key.step(of: Self.key.code(step: step), at: time, after: step) == nil)
        #expect(Self.key.step(of: Self.key.code(step: step - 1), at: time, after: step) == nil)
        #expect(Self.key.step(of: Self.key.code(step: step + 1), at: time, after: step) == step + 1)
    }

    @Test(
        "have secrets in Base32 as RFC 4648 writes it",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ]
    )
    func base32(bytes: String, text: String) {
        #expect(Base32.rfc4648.encode(Array(bytes.utf8)) == text)
    }

    @Test("come with an address and a QR code for the app")
    func address() throws {
        let uri = Self.key.uri(username: "Anna7")
        let address = try #require(URLComponents(string: uri))
        #expect(address.scheme == "otpauth" && address.host == "totp" && address.path == "/Larder:Anna7")
        let secret = address.queryItems?.first { $0.name == "secret" }?.value
        #expect(secret == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        let code = try #require(QRCode.encode(uri))
        #expect(code.modules.count == Int(code.size * code.size) && code.size % 4 == 1)
        // The finder pattern in the first corner (ISO/IEC 18004).
        let size = Int(code.size)
        #expect(code.modules.prefix(8) == [1, 1, 1, 1, 1, 1, 1, 0])
        #expect(code.modules[size..<(size + 8)] == [1, 0, 0, 0, 0, 0, 1, 0])
    }
}

@Suite("Recovery codes")
struct RecoveryCodeTests {
    @Test("are read as people type them, and nothing else is")
    func parsing() throws {
        let code = RecoveryCode()
        #expect(code.text.count == 19)
        let typed = code.text.lowercased().replacing("-", with: " ").replacing("0", with: "o").replacing("1", with: "l")
        #expect(RecoveryCode(typed) == code && RecoveryCode(code.text) == code)
        #expect(FactorCode(" \(code.text) ") == .recovery(code))
        #expect(FactorCode("12 34-56") == .digits("123456"))
        for wrong in ["", "12345", "1234567", "ABCD-EFGH-JKMN-PQR", "ABCD-EFGH-JKMN-PQRU", "١٢٣٤٥٦", code.text + "A"] {
            #expect(FactorCode(wrong) == nil)
        }
        #expect(FactorCode(String(repeating: "-", count: 100) + "123456") == nil)
    }

    @Test("are hashed with their account")
    func hashes() {
        let (code, account) = (RecoveryCode(), UUID())
        #expect(code.hash(for: account) == code.hash(for: account))
        #expect(code.hash(for: account) != code.hash(for: UUID()))
        #expect(code.hash(for: account) != RecoveryCode().hash(for: account))
    }
}
