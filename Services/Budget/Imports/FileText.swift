import Foundation

/// A file's text in UTF-8, whatever it was encoded in.
struct FileText: Sendable, Equatable {
    /// How characters were encoded.
    enum Encoding: String, Sendable {
        case utf8 = "UTF-8"
        case utf16 = "UTF-16"
        /// Latin-1 with further characters in place of control characters.
        case windows1252 = "Windows-1252"
    }

    let encoding: Encoding
    /// UTF-8 without a byte order mark and without NUL.
    let bytes: [UInt8]

    /// Decodes a file: UTF-16 by its byte order mark, else UTF-8 where the bytes are that, else Windows-1252.
    /// - Throws: `FileProblem` for what has characters that no text has.
    init(_ file: [UInt8]) throws(FileProblem) {
        if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
            guard file.count.isMultiple(of: 2) else { throw .notText }
            (encoding, bytes) = (.utf16, Self.utf8(ofUTF16: file.dropFirst(2), isLittle: file[0] == 0xFF))
        } else {
            let content = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
            if String(validating: content, as: UTF8.self) != nil {
                (encoding, bytes) = (.utf8, content)
            } else {
                (encoding, bytes) = (.windows1252, Self.utf8(ofWindows1252: content))
            }
        }
        // Text has none, and what has some is something else, such as a spreadsheet's own file.
        guard !bytes.contains(0) else { throw .notText }
    }

    private static func utf8(ofUTF16 file: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8] {
        let units = stride(from: file.startIndex, to: file.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func utf8(ofWindows1252 file: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in file {
            let value = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt32(byte)
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return Array(String(text).utf8)
    }

    /// The characters 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt).
    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
