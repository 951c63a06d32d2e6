package import CTesseract

/// A photo made ready for Tesseract: evenly lit, letters of a sensible height.
///
/// Owns its pixels.
package struct PreparedImage: ~Copyable {
    package let pixels: UnsafeMutablePointer<PIX>
    /// Pixels of the prepared image for one of the photo as it was sent.
    package let scale: Double

    deinit { Picture(pixels).destroy() }

    private init(_ picture: Picture, scale: Double) {
        pixels = picture.pointer
        self.scale = scale
    }

    /// - Returns: `nil` when there is no memory.
    package static func prepare(_ photo: Photo, settings: PreparationSettings) -> PreparedImage? {
        // Shares the photo's pixels; every step makes new ones.
        guard let clone = pixClone(UnsafeMutablePointer(mutating: photo.pixels)) else { return nil }
        var picture = Picture(clone)
        var scale = photo.scale
        let factor = Self.factor(photo, picture, letterHeight: settings.letterHeight)
        if abs(factor - 1) > 0.08 {
            picture.replace { pixScale($0, Float(factor), Float(factor)) }
            scale *= factor
        }
        picture.enhance(settings)
        return PreparedImage(picture, scale: scale)
    }

    /// The factor that brings typical letters to a height.
    private static func factor(_ photo: Photo, _ picture: Picture, letterHeight: Double) -> Double {
        guard let typical = photo.letterHeight else { return 1 }
        let largest = (Picture.usefulPixels / Double(picture.width * picture.height)).squareRoot()
        return min(max(letterHeight / typical, 0.3), 3, largest)
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

extension Picture {
    fileprivate mutating func enhance(_ settings: PreparationSettings) {
        if lightDifference() > settings.unevenLight {
            // Whitening works in place, on a copy that is nobody else's.
            replace { pixCopy(nil, $0) }
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
