import CTesseract
import ImageFiles
import ReceiptRecognition

/// An image whose processing steps each replace the pixels.
struct Picture {
    var pointer: UnsafeMutablePointer<PIX>

    init(_ pointer: UnsafeMutablePointer<PIX>) { self.pointer = pointer }

    var width: Int { Int(pixGetWidth(pointer)) }
    var height: Int { Int(pixGetHeight(pointer)) }

    /// As ``ImageHeader/usefulPixels``.
    static let usefulPixels = Double(ImageHeader.usefulPixels)

    /// Decodes to grey; large JPEG files are decoded at a half, a quarter or an eighth of their size.
    static func decode(_ bytes: [UInt8], _ header: ImageHeader) throws(ReadingError) -> UnsafeMutablePointer<PIX> {
        let decoded = header.format == .jpeg ? jpeg(bytes, header) : pixReadMem(bytes, bytes.count)
        guard let decoded else { throw .undecodableImage }
        var picture = Picture(decoded)
        if pixGetDepth(decoded) == 32, pixGetSpp(decoded) == 4 {
            // Transparency counts as paper.
            picture.replace { pixAlphaBlendUniform($0, 0xFFFF_FF00) }
        }
        if pixGetDepth(picture.pointer) != 8 || pixGetColormap(picture.pointer) != nil {
            picture.replace { pixConvertTo8($0, 0) }
        }
        guard pixGetDepth(picture.pointer) == 8 else {
            picture.destroy()
            throw .undecodableImage
        }
        // JPEG files are already reduced, with their sides rounded up.
        let factor = (usefulPixels / Double(picture.width * picture.height)).squareRoot()
        if factor < 0.98 { picture.resize(factor) }
        return picture.pointer
    }

    /// The share of the height of a damaged JPEG file that may be missing at its end.
    private static let missingShare = 0.1

    /// The value of pixels whose data are missing.
    private static let filling: UInt8 = 128

    /// Decodes a JPEG file, also one with some bad data inside; `nil` when it cannot be decoded, or its end is missing.
    private static func jpeg(_ bytes: [UInt8], _ header: ImageHeader) -> UnsafeMutablePointer<PIX>? {
        var reduction: Int32 = 1
        while reduction < 8, Double(header.width * header.height) / Double(reduction * reduction) > usefulPixels {
            reduction *= 2
        }
        var warnings: Int32 = 0
        let tolerant = Int32(L_JPEG_CONTINUE_WITH_BAD_DATA)
        let luminance = Int32(L_JPEG_READ_LUMINANCE) | tolerant
        guard
            let decoded = pixReadMemJpeg(bytes, bytes.count, 0, reduction, &warnings, luminance)
                ?? pixReadMemJpeg(bytes, bytes.count, 0, reduction, &warnings, tolerant)
        else { return nil }
        let picture = Picture(decoded)
        guard warnings > 0, picture.fill > Int(missingShare * Double(picture.height)) else { return decoded }
        picture.destroy()
        return nil
    }

    /// The number of rows at the bottom that the decoder filled with middle grey, since their data are missing.
    private var fill: Int {
        guard let grey = pixConvertTo8(pointer, 0).map(Picture.init) else { return 0 }
        defer { grey.destroy() }
        guard let pixels = GreyImage(grey.pointer) else { return 0 }
        return pixels.rowsAtBottom(of: Self.filling)
    }

    /// Applies a step; keeps the present pixels when it fails.
    mutating func replace(_ step: (UnsafeMutablePointer<PIX>) -> UnsafeMutablePointer<PIX>?) {
        guard let next = step(pointer), next != pointer else { return }
        destroy()
        pointer = next
    }

    func destroy() {
        var old: UnsafeMutablePointer<PIX>? = pointer
        pixDestroy(&old)
    }

    mutating func turn(_ orientation: ImageHeader.Orientation) {
        switch orientation {
        case .upright: break
        case .mirrored: replace { pixFlipLR(nil, $0) }
        case .upsideDown: replace { pixRotateOrth($0, 2) }
        case .upsideDownMirrored: replace { pixFlipTB(nil, $0) }
        case .leftMirrored:
            replace { pixRotateOrth($0, 1) }
            replace { pixFlipLR(nil, $0) }
        case .right: replace { pixRotateOrth($0, 1) }
        case .rightMirrored:
            replace { pixRotateOrth($0, 3) }
            replace { pixFlipLR(nil, $0) }
        case .left: replace { pixRotateOrth($0, 3) }
        }
    }

    /// Resizes without sharpening: interpolates to enlarge, averages to reduce.
    mutating func resize(_ factor: Double, _ factorDown: Double? = nil) {
        let (across, down) = (Float(factor), Float(factorDown ?? factor))
        guard across != 1 || down != 1 else { return }
        if min(across, down) < 0.7 {
            replace { pixScaleAreaMap($0, across, down) }
        } else {
            replace { pixScaleGrayLI($0, across, down) }
        }
    }

    /// The height of typical letters in pixels; `nil` with too few letters.
    ///
    /// Measured on the connected components of a first binarization.
    func letterHeight() -> Double? {
        guard let binary = binarized() else { return nil }
        defer { binary.destroy() }
        let heights = binary.components().lazy.filter(Self.isLetter).map { Int($0.h) }.sorted()
        guard heights.count >= 20 else { return nil }
        return Double(heights[heights.count * 6 / 10])
    }

    /// Whether a box has the size of a letter rather than a speck, stroke or logo.
    static func isLetter(_ box: Box) -> Bool {
        box.h >= 7 && box.h <= 160 && box.w >= 3 && box.w <= box.h * 2 && box.h <= box.w * 5
    }

    /// The picture binarized tile by tile, one bit a pixel; `nil` when memory runs out.
    func binarized() -> Picture? {
        var binary: UnsafeMutablePointer<PIX>?
        let tile = Int32(max(32, min(400, width / 4)))
        guard pixOtsuAdaptiveThreshold(pointer, tile, tile, 0, 0, 0.1, nil, &binary) == 0 else { return nil }
        return binary.map(Picture.init)
    }

    /// The boxes of the connected components of a binarized picture.
    func components() -> [Box] {
        var boxes = pixConnCompBB(pointer, 8)
        defer { boxaDestroy(&boxes) }
        return (0..<boxaGetCount(boxes)).compactMap { index in
            var (x, y, w, h) = (Int32(0), Int32(0), Int32(0), Int32(0))
            guard boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h) == 0 else { return nil }
            var box = Box()
            (box.x, box.y, box.w, box.h) = (x, y, w, h)
            return box
        }
    }
}

extension ReadingError {
    static let undecodableImage = ReadingError(
        .undecodable,
        "The photo is damaged and cannot be opened. Please take or choose it again."
    )
}
