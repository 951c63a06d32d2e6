import CTesseract
import Glibc

/// How the lines of text run, judged without reading.
package struct TextDirection {
    /// Whether lines run upwards or downwards rather than across.
    package var isSideways = false
    /// How far lines fall, in radians, clockwise on the screen; of a photo that is turned clockwise by a quarter first if
    /// it is sideways.
    package var tilt = 0.0

    /// Degrees that are searched to both sides.
    private static let searched: Float = 14
    /// Least certainty of a tilt, as Leptonica reckons it.
    private static let leastConfidence: Float = 2.5
    /// Smaller tilts do not hinder reading, in degrees.
    private static let leastTilt: Float = 1

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
        // The angle by which the image has to be turned clockwise.
        guard code == 0, confidence >= Self.leastConfidence, abs(degrees) >= Self.leastTilt else { return }
        tilt = Double(-degrees) * .pi / 180
    }
}

/// In which direction letters have their nearest neighbours: along the line, as lines stand further apart than letters.
///
/// O'Gorman, The document spectrum for page layout analysis, IEEE PAMI 15 (1993).
private struct Neighbours {
    private var beside = 0
    private var above = 0

    /// More letters than these tell nothing new.
    private static let most = 4000
    private static let least = 30

    /// Whether lines run upwards or downwards.
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

    /// From a letter's middle to that of the nearest one of about its size.
    private static func nearest(to letter: Box, _ index: Int, _ letters: ArraySlice<Box>) -> (x: Int32, y: Int32)? {
        let size = max(letter.w, letter.h)
        var best: (x: Int32, y: Int32, square: Int32)?
        func look(_ other: Box) -> Bool {
            guard abs(other.y - letter.y) <= 3 * size else { return false }
            let otherSize = max(other.w, other.h)
            guard otherSize * 2 > size, otherSize < size * 2 else { return true }
            let x = other.x + other.w / 2 - letter.x - letter.w / 2
            let y = other.y + other.h / 2 - letter.y - letter.h / 2
            guard abs(x) <= 3 * size, abs(y) <= 3 * size else { return true }
            if x * x + y * y < best?.square ?? .max { best = (x, y, x * x + y * y) }
            return true
        }
        for other in letters[(index + 1)...] where !look(other) { break }
        for other in letters[..<index].reversed() where !look(other) { break }
        return best.map { ($0.x, $0.y) }
    }
}
