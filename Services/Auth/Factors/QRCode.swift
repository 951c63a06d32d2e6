import AuthMessages
import CQREncode

/// A text as a QR code, by libqrencode.
enum QRCode {
    /// The code with medium error correction; nil for a text that is too long for one.
    static func encode(_ text: String) -> Auth.QRCode? {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        // The lowest bit of each byte says whether the module is dark.
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 }
        return Auth.QRCode(size: UInt32(size), modules: modules)
    }
}
