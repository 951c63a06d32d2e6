/// The content of an image file's header, parsed without decoding the image.
package struct ImageHeader: Sendable, Hashable {
    /// The file format.
    package enum Format: String, Sendable, Hashable {
        case jpeg, png, webp

        /// The name shown to users.
        package var name: String {
            switch self {
            case .jpeg: "progressive JPEG"
            case .png: "PNG"
            case .webp: "WebP"
            }
        }
    }

    /// The rotation that makes the stored picture upright (the values of EXIF tag 0x0112).
    package enum Orientation: UInt8, Sendable, Hashable {
        case upright = 1
        case mirrored, upsideDown, upsideDownMirrored, leftMirrored, right, rightMirrored, left

        /// Whether width and height are exchanged.
        package var swapsSides: Bool { rawValue >= 5 }
    }

    /// The file format.
    package var format: Format
    /// Width in pixels as stored, before rotation.
    package var width: Int
    /// Height in pixels as stored, before rotation.
    package var height: Int
    /// The rotation that makes the picture upright.
    package var orientation: Orientation
    /// Peak memory for decoding and conversion to grey, in bytes, as measured.
    package var decodedBytes: Int
    /// Whether the file has an end; some JPEG files without one can be decoded all the same.
    package var isComplete = true

    /// The number of pixels to which pictures are reduced; more add nothing to the text of a receipt.
    package static let usefulPixels = 16_000_000

    /// The limits for accepted images.
    package enum Limits {
        /// The maximum file size.
        package static let bytes = 20 * 1024 * 1024
        /// The minimum of both sides, in pixels.
        package static let minimumSide = 40
        /// The maximum of both sides, in pixels.
        package static let maximumSide = 16_000
        /// The maximum number of pixels.
        package static let pixels = 80_000_000
        /// The maximum ratio of the sides.
        package static let aspectRatio = 30
        /// The maximum of ``ImageHeader/decodedBytes``; baseline JPEG files are decoded in strips, others are not.
        package static let decodedBytes = 200 << 20
        /// The maximum number of scans; progressive JPEG files have about ten, each of which covers the whole image.
        package static let scans = 80
    }

    /// As ``inspect(_:)``, for an uploaded file: a JPEG file without an end marker is rejected as truncated, since only
    /// decoding shows how much is missing.
    /// - Throws: ``ImageRejection`` with a sentence for the sender.
    package static func inspectWhole(_ bytes: [UInt8]) throws(ImageRejection) -> ImageHeader {
        let header = try inspect(bytes)
        guard header.isComplete else { throw .truncated }
        return header
    }

    /// Parses the header of a JPEG, PNG or WebP file and checks completeness and limits.
    ///
    /// Requires the whole file. Sources: ITU-T T.81 annex B, EXIF 2.32, PNG (third edition) 5, RFC 9649.
    /// - Throws: ``ImageRejection`` with a sentence for the sender.
    package static func inspect(_ bytes: [UInt8]) throws(ImageRejection) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Limits.bytes else { throw .tooLarge }
        let reader = ByteReader(bytes)
        let header: ImageHeader
        if reader.matches([0xFF, 0xD8, 0xFF], at: 0) {
            header = try JPEGHeader.read(reader)
        } else if reader.matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            header = try PNGHeader.read(reader)
        } else if reader.matches(Array("RIFF".utf8), at: 0), reader.matches(Array("WEBP".utf8), at: 8) {
            header = try WebPHeader.read(reader)
        } else {
            throw .unknownFormat(looksLike: ForeignFormat.name(of: reader))
        }
        try header.checkSize()
        return header
    }

    private func checkSize() throws(ImageRejection) {
        guard width > 0, height > 0 else { throw .damaged }
        let (short, long) = (min(width, height), max(width, height))
        guard long <= Limits.maximumSide, width * height <= Limits.pixels else {
            throw .tooManyPixels(width: width, height: height)
        }
        guard short >= Limits.minimumSide else { throw .tooSmall(width: width, height: height) }
        guard long <= short * Limits.aspectRatio else { throw .tooNarrow(width: width, height: height) }
        guard decodedBytes <= Limits.decodedBytes else { throw .tooHeavy(format, width: width, height: height) }
    }
}

/// The reason why an image is rejected, described for the person who sent it.
package enum ImageRejection: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    case tooLarge
    /// Neither JPEG, PNG nor WebP; `looksLike` names a recognized other format.
    case unknownFormat(looksLike: String?)
    case damaged
    case truncated
    case animated
    case tooSmall(width: Int, height: Int)
    case tooNarrow(width: Int, height: Int)
    case tooManyPixels(width: Int, height: Int)
    /// Too much memory for this format; a baseline JPEG file of this size is accepted.
    case tooHeavy(ImageHeader.Format, width: Int, height: Int)
    case tooManyScans
    /// A lossless, hierarchical or deeper than eight-bit JPEG file.
    case unusualCoding

    /// The sentence for the person who sent the image.
    package var description: String {
        switch self {
        case .empty:
            "The photo is empty. Please take or choose it again."
        case .tooLarge:
            "The photo is larger than 20 MB. Please send a smaller one."
        case .unknownFormat(.some(let name)):
            "This is a \(name), not a photo that can be read. Please send a JPEG, PNG or WebP image."
        case .unknownFormat(.none):
            "This is not a photo. Please send a JPEG, PNG or WebP image."
        case .damaged:
            "The photo is damaged: its size cannot be read. Please take or choose it again."
        case .truncated:
            "The photo is incomplete: its end is missing. Please send it again."
        case .animated:
            "This is an animation. Please send a still photo."
        case .tooSmall(let width, let height):
            "The photo is too small to read (\(width) × \(height) pixels). It needs at least 40 pixels on each side. Please take it again."
        case .tooNarrow(let width, let height):
            "The photo is too narrow to be a receipt (\(width) × \(height) pixels). The longer side may be 30 times the shorter one. Please take several photos of a long receipt."
        case .tooManyPixels(let width, let height):
            "The photo has too many pixels (\(width) × \(height)). At most 16,000 on a side and 80 million in all can be read. Please send a smaller one."
        case .tooHeavy(let format, let width, let height):
            "The photo has too many pixels for a \(format.name) file (\(width) × \(height)). Please send it as an ordinary JPEG, or smaller."
        case .tooManyScans:
            "The photo is stored in far too many layers to be opened. Please send it as an ordinary JPEG."
        case .unusualCoding:
            "The photo is stored in a kind of JPEG that hardly any program opens. Please send it as an ordinary JPEG."
        }
    }
}

/// Recognizes common file formats that are sent by mistake.
enum ForeignFormat {
    static func name(of reader: ByteReader) -> String? {
        if reader.matches(Array("%PDF".utf8), at: 0) { return "PDF document" }
        if reader.matches(Array("GIF8".utf8), at: 0) { return "GIF image" }
        if reader.matches(Array("BM".utf8), at: 0) { return "BMP image" }
        if reader.matches([0xFF, 0x0A], at: 0) || reader.matches(Array("JXL ".utf8), at: 4) { return "JPEG XL image" }
        if reader.matches(Array("jP  ".utf8), at: 4) { return "JPEG 2000 image" }
        if reader.matches([0x49, 0x49, 0x2A, 0x00], at: 0) || reader.matches([0x4D, 0x4D, 0x00, 0x2A], at: 0) {
            return "TIFF image"
        }
        if reader.matches([0x50, 0x4B, 0x03, 0x04], at: 0) { return "ZIP archive" }
        if reader.matches(Array("ftyp".utf8), at: 4) {
            let heic = ["heic", "heix", "hevc", "mif1", "msf1", "heim"]
            if heic.contains(where: { reader.matches(Array($0.utf8), at: 8) }) { return "HEIC image" }
            if reader.matches(Array("avif".utf8), at: 8) { return "AVIF image" }
            return "video"
        }
        let head = (0..<min(64, reader.count)).compactMap { reader.byte($0) }
        if head.starts(with: "<svg".utf8.map(Int.init)) { return "SVG drawing" }
        if head.count > 8, head.allSatisfy({ (0x20...0x7E).contains($0) || [9, 10, 13].contains($0) }) {
            return "text file"
        }
        return nil
    }
}
