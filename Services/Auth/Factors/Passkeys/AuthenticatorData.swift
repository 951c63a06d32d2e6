import CFido

/// The form of what an authenticator says (WebAuthn level 2, section 6.1), checked before libfido2 reads it.
///
/// libcbor, which libfido2 reads with, allocates and clears as much as a length claims, so that some bytes could take all memory.
/// Only flat maps with short items are let through, of which real keys and extensions consist.
enum AuthenticatorData {
    /// Hash of the relying party, flags and counter.
    private static let headLength = 37
    private static let flagsPosition = 32

    /// Whether all CBOR in new credentials' data is within what there is.
    static func isReadable(asCredential data: [UInt8]) -> Bool {
        guard data.count > headLength, hasFlag(CTAP_AUTHDATA_ATT_CRED, data) else { return false }
        // Model of the authenticator, then the credential's id with its length in front.
        let identifier = data.dropFirst(headLength + 16)
        guard let high = identifier.first, let low = identifier.dropFirst().first else { return false }
        let length = Int(high) << 8 | Int(low)
        guard identifier.count >= 2 + length, let rest = afterMap(identifier.dropFirst(2 + length)) else {
            return false
        }
        return isExtensions(rest, of: data)
    }

    /// Whether all CBOR in the data of a signature is within what there is.
    static func isReadable(asAssertion data: [UInt8]) -> Bool {
        data.count >= headLength && isExtensions(data.dropFirst(headLength), of: data)
    }

    private static func hasFlag(_ flag: Int32, _ data: [UInt8]) -> Bool { data[flagsPosition] & UInt8(flag) != 0 }

    private static func isExtensions(_ bytes: ArraySlice<UInt8>, of data: [UInt8]) -> Bool {
        hasFlag(CTAP_AUTHDATA_EXT_DATA, data) ? afterMap(bytes)?.isEmpty == true : bytes.isEmpty
    }

    /// What follows a map of at most 23 entries whose keys and values are numbers, strings and truth values (RFC 8949); nil for
    /// anything else.
    private static func afterMap(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = bytes.first, first >> 5 == 5, first & 0x1F < 24 else { return nil }
        var rest = bytes.dropFirst()
        for _ in 0..<2 * Int(first & 0x1F) {
            guard let next = afterItem(rest) else { return nil }
            rest = next
        }
        return rest
    }

    private static func afterItem(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = bytes.first else { return nil }
        let (type, short) = (first >> 5, Int(first & 0x1F))
        // Further bytes of the number, or of the length.
        let more = [24: 1, 25: 2][short] ?? 0
        guard short < 24 || more > 0, bytes.count > more else { return nil }
        let value = more == 0 ? short : bytes.dropFirst().prefix(more).reduce(0) { $0 << 8 | Int($1) }
        let rest = bytes.dropFirst(1 + more)
        switch type {
        case 0, 1: return rest
        case 2, 3: return rest.count >= value ? rest.dropFirst(value) : nil
        case 7: return short == 20 || short == 21 ? rest : nil
        default: return nil
        }
    }
}
