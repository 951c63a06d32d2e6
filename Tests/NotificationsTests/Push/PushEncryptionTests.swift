import Crypto
import Foundation
import Foundations
import Testing

@testable import larder_notifications

@Suite("Encrypting messages for browsers")
struct PushEncryptionTests {
    /// Appendix A of RFC 8291.
    @Test("is as the RFC's example")
    func example() throws {
        let browserKey = try #require(
            Data(
                base64URL: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                count: 65
            )
        )
        let secret = try #require(Data(base64URL: "BTBZMqHH6r4Tts7J_aSIgg", count: 16))
        let ownKey = try #require(Data(base64URL: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", count: 32))
        let salt = try #require(Data(base64URL: "DGv6ra1nlYgDCS1FRnbzlw", count: 16))
        let encryption = PushEncryption(
            browserKey: try P256.KeyAgreement.PublicKey(x963Representation: browserKey),
            secret: Array(secret)
        )
        let sealed = try encryption.seal(
            Array("When I grow up, I want to be a watermelon".utf8),
            padding: 0,
            key: P256.KeyAgreement.PrivateKey(rawRepresentation: ownKey),
            salt: Array(salt)
        )
        let expected = """
            DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl9\
            5bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
            """
        #expect(Data(sealed).base64URL == expected)
    }

    @Test(
        "makes messages of many lengths equally long, and none longer than push services take",
        arguments: [0, 1, 500, 1_024]
    )
    func padding(length: Int) throws {
        let encryption = PushEncryption(
            browserKey: P256.KeyAgreement.PrivateKey().publicKey,
            secret: [UInt8](repeating: 1, count: 16)
        )
        #expect(try encryption.seal([UInt8](repeating: 65, count: length)).count == 1_024 + 103)
        #expect(try encryption.seal([UInt8](repeating: 65, count: PushEncryption.limit)).count == 4_096)
    }
}

@Suite("Where messages for browsers go")
struct PushAddressTests {
    @Test("are the push services of browsers alone, by HTTPS and on its usual port")
    func hosts() {
        let settings = PushSettings()
        for allowed in [
            "https://fcm.googleapis.com/fcm/send/a:b", "https://updates.push.services.mozilla.com/wpush/v2/x",
            "https://web.push.apple.com/Q", "https://WNS2.notify.windows.com:443/w/?token=x",
        ] {
            #expect(settings.allows(allowed), "\(allowed)")
        }
        for refused in [
            "", "fcm.googleapis.com", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com.example.org/x", "https://evilfcm.googleapis.com/x", "https://push.apple.com/x",
            "https://notapush.apple.com.evil/x", "https://user@fcm.googleapis.com/x",
            "https://a:b@fcm.googleapis.com/x",
            "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "file:///etc/passwd",
            "https://fcm.googleapis.com/\r\nX: y", "https://fcm.googleapis.com\\@localhost/x",
            "https://fcm.googleapis.com/" + String(repeating: "x", count: 2_048),
        ] {
            #expect(!settings.allows(refused), "\(refused)")
        }
    }

    @Test(
        "are addresses of the public internet",
        arguments: [
            ([8, 8, 8, 8], true), ([142, 250, 1, 1], true), ([172, 15, 0, 1], true), ([172, 32, 0, 1], true),
            ([100, 128, 0, 1], true), ([0, 0, 0, 0], false), ([10, 1, 2, 3], false), ([100, 64, 0, 1], false),
            ([100, 127, 255, 255], false), ([127, 0, 0, 1], false), ([169, 254, 169, 254], false),
            ([172, 16, 0, 1], false), ([172, 31, 255, 255], false), ([192, 168, 1, 1], false),
            ([198, 19, 0, 1], false), ([224, 0, 0, 1], false), ([255, 255, 255, 255], false), ([], false),
        ] as [([UInt8], Bool)]
    )
    func four(bytes: [UInt8], isPublic: Bool) {
        #expect(PublicAddress.contains(bytes) == isPublic)
    }

    @Test("are addresses of the public internet with IPv6, too")
    func six() {
        func isPublic(_ head: [UInt8], _ tail: [UInt8] = [1]) -> Bool {
            PublicAddress.contains(head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail)
        }
        #expect(isPublic([0x2A, 0x00, 0x14, 0x50]) && isPublic([0x26, 0x07, 0xF8, 0xB0]))
        #expect(!isPublic([]) && !isPublic([], [0]))
        // Of this host and network, IPv4 in disguise, and documentation.
        for head: [UInt8] in [
            [0xFE, 0x80], [0xFC, 0x00], [0xFD, 0x12], [0xFF, 0x02], [0x20, 0x01, 0x0D, 0xB8],
            [0x20, 0x02, 127, 0, 0, 1],
            [0x00, 0x64, 0xFF, 0x9B], [0x20, 0x01, 0x00, 0x00],
        ] {
            #expect(!isPublic(head), "\(head)")
        }
        #expect(!isPublic([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [127, 0, 0, 1]))
    }
}
