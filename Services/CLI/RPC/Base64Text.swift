import Foundation
import Foundations

/// Encodes and decodes base64, with or without padding, in either alphabet.
enum Base64Text {
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    static func decode(_ text: String) -> [UInt8]? {
        var text = text.replacing("+", with: "-").replacing("/", with: "_")
        while text.hasSuffix("=") { text.removeLast() }
        return Data(base64URL: text).map { Array($0) }
    }
}
