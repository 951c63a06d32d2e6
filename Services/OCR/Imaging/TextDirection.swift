import CTesseract
import Glibc

/// The direction of text lines, estimated without reading.
package struct TextDirection {
    /// Whether lines run vertically rather than horizontally.
    package var isSideways = false
    /// The downward slope of lines in radians, clockwise on the screen.
    ///
    /// For a sideways photo: after a clockwise quarter turn.
    package var tilt = 0.0

    /// The searched range of angles to both sides, in degrees.
    private static let searched: Float = 14
    /// The minimum confidence of a tilt, on Leptonica's scale.
    private static let minimumConfidence: Float = 2.5
    /// Smaller tilts do not impair reading, in degrees.
    private static let minimumTilt: Float = 1

    /// Estimates the direction of a photo's lines.
    package init(_ photo: Photo) {
        let picture = Picture(UnsafeMutablePointer(mutating: photo.pixels))
        guard var binary = picture.binarized() else { return }
        defer { binary.destroy() }
        isSideways = Neighbours(binary.components()).areAbove
        if isSideways { binary.replace { pixRotateOrth($0, 1) } }
        // Postl, Detection of linear oblique structures and skew scan in digitized documents, ICPR 1986.
        var (degrees, confidence, score) = (Float(0), Float(0), Float(0))
        let pixels = binary.pointer
        let range = Self.searched
        let code = pixFindSkewSweepAndSearchScore(pixels, &degrees, &confidence, &score, 4, 2, 0, range, 1, 0.05)
        // The clockwise angle that levels the image.
        guard code == 0, confidence >= Self.minimumConfidence, abs(degrees) >= Self.minimumTilt else { return }
        tilt = Double(-degrees) * .pi / 180
    }
}

/// The direction of letters' nearest neighbours, which is that of the line.
///
/// O'Gorman, The document spectrum for page layout analysis, IEEE PAMI 15 (1993).
private struct Neighbours {
    private var beside = 0
    private var above = 0

    /// The maximum number of letters examined.
    private static let most = 4000
    private static let least = 30

    /// Whether lines run vertically.
    var areAbove: Bool { beside + above >= Self.least && above * 2 > beside * 3 }

    init(_ components: [Box]) {
        let letters = components.filter { box in
            let (long, short) = (max(box.w, box.h), min(box.w, box.h))
            return long >= 7 && long <= 160 && short >= 3 && long <= short * 5
        }.sorted { $0.y < $1.y }.prefix(Self.most)
        for (index, letter) in letters.enumerated() {
            guard let vector = Self.nearest(to: letter, index, letters) else { continue }
            if abs(vector.x) > 2 * abs(vector.y) {
                beside += 1
            } else if abs(vector.y) > 2 * abs(vector.x) {
                above += 1
            }
        }
    }

    /// The vector from a letter's middle to that of the nearest one of similar size.
    private static func nearest(to letter: Box, _ index: Int, _ letters: ArraySlice<Box>) -> (x: Int32, y: Int32)? {
        let size = max(letter.w, letter.h)
        var best: (x: Int32, y: Int32, square: Int32)?
        func examine(_ other: Box) -> Bool {
            guard abs(other.y - letter.y) <= 3 * size else { return false }
            let otherSize = max(other.w, other.h)
            guard otherSize * 2 > size, otherSize < size * 2 else { return true }
            let x = other.x + other.w / 2 - letter.x - letter.w / 2
            let y = other.y + other.h / 2 - letter.y - letter.h / 2
            guard abs(x) <= 3 * size, abs(y) <= 3 * size else { return true }
            if x * x + y * y < best?.square ?? .max { best = (x, y, x * x + y * y) }
            return true
        }
        for other in letters[(index + 1)...] where !examine(other) { break }
        for other in letters[..<index].reversed() where !examine(other) { break }
        return best.map { ($0.x, $0.y) }
    }
}
