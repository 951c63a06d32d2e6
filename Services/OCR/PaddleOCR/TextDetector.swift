import Inference
import ReceiptImaging

/// Detects text lines with PP-OCR's detection network.
struct TextDetector {
    private let network: Network
    private let settings: ProbabilityMap.Settings
    private let scales: DetectionScale

    /// The network's stride: sides of its input are multiples.
    private static let step = 32
    /// The sizes of the tiles in which images are processed.
    ///
    /// Few sizes bound memory: the network keeps kernels of several megabytes for each input size.
    private static let sizes = (across: [608, 736, 960], down: [320, 448])
    /// The overlap of neighbouring tiles in pixels; each is authoritative for its half.
    private static let overlap = 64

    init(_ network: Network, settings: ProbabilityMap.Settings = .init(), scales: DetectionScale = .init()) {
        self.network = network
        self.settings = settings
        self.scales = scales
    }

    /// Detects lines.
    /// - Returns: boxes in the pixels of `photo.pixels`, from top to bottom; `nil` when memory runs out.
    func boxes(in photo: Photo, full: GreyImage) throws(InferenceError) -> [Quadrilateral]? {
        let factor = scales.factor(width: full.width, height: full.height, letterHeight: photo.letterHeight)
        let width = Self.rounded(Double(full.width) * factor)
        let height = Self.rounded(Double(full.height) * factor)
        guard let image = photo.grey(width: width, height: height) else { return nil }
        let map = try map(of: image)
        let across = Double(full.width) / Double(width)
        let down = Double(full.height) / Double(height)
        return map.boxes(settings).map { $0.scaled(across, down) }
    }

    private static func rounded(_ side: Double) -> Int { max(step, Int((side / Double(step)).rounded()) * step) }

    /// Runs the network over the image, tile by tile.
    func map(of image: GreyImage) throws(InferenceError) -> ProbabilityMap {
        var map = ProbabilityMap(width: image.width, height: image.height)
        for rows in Self.pieces(of: image.height, sizes: Self.sizes.down) {
            for columns in Self.pieces(of: image.width, sizes: Self.sizes.across) {
                try network.run(shape: [1, 3, rows.whole.count, columns.whole.count]) { input in
                    Self.fill(input, image, rows.whole, columns.whole)
                } use: { output, _ in
                    for row in rows.trusted {
                        let source = (row - rows.whole.lowerBound) * columns.whole.count - columns.whole.lowerBound
                        for column in columns.trusted {
                            map.values[row * image.width + column] = output[source + column]
                        }
                    }
                }
            }
        }
        return map
    }

    struct Piece: Hashable {
        /// The tile's range, which may exceed an image smaller than all tiles.
        var whole: Range<Int>
        /// The part for which the tile is authoritative.
        var trusted: Range<Int>
    }

    /// Divides a side into tiles of one size.
    /// - Parameter sizes: the allowed sizes, increasing.
    static func pieces(of side: Int, sizes: [Int]) -> [Piece] {
        let longest = sizes[sizes.count - 1]
        let count = max(1, (side - overlap + longest - overlap - 1) / (longest - overlap))
        // The smallest size that covers the side.
        let least = (side + (count - 1) * overlap + count - 1) / count
        let length = sizes.first { $0 >= least } ?? longest
        var pieces: [Piece] = []
        for index in 0..<count {
            let start = max(0, min(index * (length - overlap), side - length))
            let first = pieces.last.map { ($0.whole.upperBound + start) / 2 } ?? 0
            if let last = pieces.indices.last { pieces[last].trusted = pieces[last].trusted.lowerBound..<first }
            pieces.append(Piece(whole: start..<start + length, trusted: first..<min(side, start + length)))
        }
        return pieces
    }

    /// Fills the network's input: grey in all three channels, -1…1. The image's border is extended outward.
    private static func fill(
        _ input: UnsafeMutableBufferPointer<Float>,
        _ image: GreyImage,
        _ rows: Range<Int>,
        _ columns: Range<Int>
    ) {
        let plane = rows.count * columns.count
        let inside = columns.lowerBound..<min(columns.upperBound, image.width)
        image.pixels.withUnsafeBufferPointer { pixels in
            var target = 0
            func put(_ value: Float) {
                input[target] = value
                input[target + plane] = value
                input[target + 2 * plane] = value
                target += 1
            }
            for row in rows {
                let source = min(row, image.height - 1) * image.width
                for column in inside { put(Float(pixels[source + column]) / 127.5 - 1) }
                let border = Float(pixels[source + image.width - 1]) / 127.5 - 1
                for _ in inside.upperBound..<columns.upperBound { put(border) }
            }
        }
    }
}

/// The image size for detection.
struct DetectionScale: Sendable {
    /// The shorter side is enlarged to this, in pixels.
    var shortSide = 736.0
    /// The longer side is reduced to this, in pixels.
    var longSide = 2000.0

    func factor(width: Int, height: Int, letterHeight: Double?) -> Double {
        let factor = max(1, shortSide / Double(min(width, height)))
        return min(factor, longSide / Double(max(width, height)))
    }
}
