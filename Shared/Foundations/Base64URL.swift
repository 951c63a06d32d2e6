package import FoundationEssentials

/// Base64url without padding (RFC 4648, section 5), in which tokens are written.
extension Data {
    /// The bytes of a text; nil unless it has just this many, and no other characters.
    package init?(base64URL text: String, count: Int) {
        guard text.utf8.count == (count * 8 + 5) / 6 else { return nil }
        self.init(base64URL: text)
        guard self.count == count else { return nil }
    }

    /// The bytes of a text; nil when it has other characters.
    package init?(base64URL text: String) {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }

    /// The bytes as text.
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
