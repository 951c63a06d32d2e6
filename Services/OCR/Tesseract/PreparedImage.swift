import CTesseract
import ReceiptRecognition

/// An image made ready for recognition: upright, grey, evenly lit, letters of a sensible height.
///
/// Owns its pixels.
struct PreparedImage: ~Copyable {
    let pixels: UnsafeMutablePointer<PIX>
    /// Width of the upright image as it was sent.
    let width: Int
    /// Height of the upright image as it was sent.
    let height: Int
    /// Pixels of the prepared image for one of the sent one.
    let scale: Double

    deinit {
        var pointer: UnsafeMutablePointer<PIX>? = pixels
        pixDestroy(&pointer)
    }

    private init(pixels: UnsafeMutablePointer<PIX>, width: Int, height: Int, scale: Double) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// - Throws: ``ReadingError`` of kind `undecodable`.
    static func prepare(_ bytes: [UInt8], settings: PreparationSettings) throws(ReadingError) -> PreparedImage {
        let header: ImageHeader
        do {
            header = try ImageHeader.inspect(bytes)
        } catch {
            throw ReadingError(.undecodable, error.description)
        }
        let swaps = header.orientation.swapsSides
        let width = swaps ? header.height : header.width
        let height = swaps ? header.width : header.height
        var picture = Picture(try Picture.decode(bytes, header))
        picture.turn(header.orientation)
        var scale = Double(picture.width) / Double(width)
        let factor = picture.factor(letterHeight: settings.letterHeight)
        if abs(factor - 1) > 0.08 {
            picture.replace { pixScale($0, Float(factor), Float(factor)) }
            scale *= factor
        }
        picture.enhance(settings)
        return PreparedImage(pixels: picture.pointer, width: width, height: height, scale: scale)
    }
}

/// How images are prepared; the defaults were chosen on real receipts.
package struct PreparationSettings: Sendable {
    /// The height that typical letters are scaled to, in pixels.
    package var letterHeight = 34.0
    /// The difference in the paper's brightness over the image, of 255, from which on the light is evened out. Evening
    /// out helps photos and harms flat scans.
    package var unevenLight = 30
    /// Below 1 darkens faint print.
    package var gamma: Float = 0.6

    package init() {}
}

/// Steps on an image; each replaces the pixels by new ones.
private struct Picture {
    var pointer: UnsafeMutablePointer<PIX>

    init(_ pointer: UnsafeMutablePointer<PIX>) { self.pointer = pointer }

    var width: Int { Int(pixGetWidth(pointer)) }
    var height: Int { Int(pixGetHeight(pointer)) }

    /// More pixels than this carry nothing more about the text of a receipt.
    private static let usefulPixels = 16_000_000.0

    /// Decodes to grey, large JPEG files straight to a half, a quarter or an eighth of their size.
    static func decode(_ bytes: [UInt8], _ header: ImageHeader) throws(ReadingError) -> UnsafeMutablePointer<PIX> {
        let decoded: UnsafeMutablePointer<PIX>?
        if header.format == .jpeg {
            var reduction: Int32 = 1
            while reduction < 8, Double(header.width * header.height) / Double(reduction * reduction) > usefulPixels {
                reduction *= 2
            }
            var warnings: Int32 = 0
            let grey = pixReadMemJpeg(bytes, bytes.count, 0, reduction, &warnings, Int32(L_JPEG_READ_LUMINANCE))
            decoded = grey ?? pixReadMemJpeg(bytes, bytes.count, 0, reduction, &warnings, 0)
        } else {
            decoded = pixReadMem(bytes, bytes.count)
        }
        guard let decoded else { throw .undecodableImage }
        var picture = Picture(decoded)
        if pixGetDepth(decoded) == 32, pixGetSpp(decoded) == 4 {
            // What is transparent counts as paper.
            picture.replace { pixAlphaBlendUniform($0, 0xFFFF_FF00) }
        }
        if pixGetDepth(picture.pointer) != 8 || pixGetColormap(picture.pointer) != nil {
            picture.replace { pixConvertTo8($0, 0) }
        }
        guard pixGetDepth(picture.pointer) == 8 else {
            picture.destroy()
            throw .undecodableImage
        }
        return picture.pointer
    }

    /// Keeps the present pixels when a step fails.
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

    /// The factor that brings typical letters to a height, judged by the connected components of a first binarisation.
    func factor(letterHeight: Double) -> Double {
        var binary: UnsafeMutablePointer<PIX>?
        let tile = Int32(max(32, min(400, width / 4)))
        guard pixOtsuAdaptiveThreshold(pointer, tile, tile, 0, 0, 0.1, nil, &binary) == 0, let binary else { return 1 }
        defer { Picture(binary).destroy() }
        var boxes = pixConnCompBB(binary, 8)
        defer { boxaDestroy(&boxes) }
        var heights: [Int] = []
        for index in 0..<boxaGetCount(boxes) {
            var (x, y, w, h) = (Int32(0), Int32(0), Int32(0), Int32(0))
            guard boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h) == 0 else { continue }
            // Letters are neither specks nor strokes nor logos.
            if h >= 7, h <= 160, w >= 3, w <= h * 2, h <= w * 5 { heights.append(Int(h)) }
        }
        guard heights.count >= 20 else { return 1 }
        heights.sort()
        let typical = Double(heights[heights.count * 6 / 10])
        let largest = (Self.usefulPixels / Double(width * height)).squareRoot()
        return min(max(letterHeight / typical, 0.3), 3, largest)
    }

    mutating func enhance(_ settings: PreparationSettings) {
        if lightDifference() > settings.unevenLight {
            Surroundings.whiten(pointer)
            replace { pixBackgroundNormSimple($0, nil, nil) }
        }
        if settings.gamma != 1 { replace { pixGammaTRC(nil, $0, settings.gamma, 0, 255) } }
    }

    /// How much the brightness of the paper differs over the image: of the bright parts of 8 × n tiles, the nine
    /// tenths point less the one tenth point.
    private func lightDifference() -> Int {
        let tile: Int32 = 16
        let across: Int32 = 8
        let down = Int32(max(4, min(24, 8 * height / max(1, width))))
        guard let small = pixScaleToSize(pointer, across * tile, down * tile) else { return 0 }
        defer { Picture(small).destroy() }
        var levels: [UInt32] = []
        for row in 0..<down {
            for column in 0..<across {
                var values: [UInt32] = []
                for index in 0..<tile * tile {
                    var value: UInt32 = 0
                    pixGetPixel(small, column * tile + index % tile, row * tile + index / tile, &value)
                    values.append(value)
                }
                values.sort()
                levels.append(values[values.count * 8 / 10])
            }
        }
        levels.sort()
        return Int(levels[levels.count * 9 / 10]) - Int(levels[levels.count / 10])
    }
}

extension ReadingError {
    static let undecodableImage = ReadingError(
        .undecodable,
        "The photo is damaged and cannot be opened. Please take or choose it again."
    )
    static let engineFailure = ReadingError(
        .engine,
        "Reading the photo failed. Please try again, or type the receipt in by hand."
    )
}
