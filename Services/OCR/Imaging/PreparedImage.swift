package import CTesseract
import Glibc
package import ReceiptUnderstanding

/// A photo preprocessed for Tesseract: evenly lit, level, with letters of suitable height.
///
/// Owns its pixels.
package struct PreparedImage: ~Copyable {
    /// The preprocessed image.
    package let pixels: UnsafeMutablePointer<PIX>
    /// The projection from the preprocessed image to the pixels of the photo.
    package let projection: Projection

    deinit { Picture(pixels).destroy() }

    private init(_ picture: Picture, _ projection: Projection) {
        pixels = picture.pointer
        self.projection = projection
    }

    /// Preprocesses a photo.
    /// - Returns: `nil` when memory runs out.
    package static func prepare(_ photo: Photo, settings: PreparationSettings) -> PreparedImage? {
        // The clone shares the photo's pixels; every step makes new ones.
        guard let clone = pixClone(UnsafeMutablePointer(mutating: photo.pixels)) else { return nil }
        var picture = Picture(clone)
        var projection = Projection.identity
        let strokes = photo.strokes ?? .asPrinted
        picture.change(strokes, letterHeight: photo.letterHeight)
        let letterHeight = strokes == .asPrinted ? photo.letterHeight : picture.letterHeight()
        let factor = Self.factor(picture, from: letterHeight, to: settings.letterHeight)
        if abs(factor - 1) > 0.08 {
            picture.replace { pixScale($0, Float(factor), Float(factor)) }
            projection = .scale(1 / factor)
        }
        picture.enhance(settings, wasLaidFlat: photo.wasLaidFlat)
        if photo.tilt != 0 { projection = projection.after(picture.level(photo.tilt)) }
        return PreparedImage(picture, projection)
    }

    /// The factor that scales typical letters to a height.
    private static func factor(_ picture: Picture, from typical: Double?, to letterHeight: Double) -> Double {
        guard let typical else { return 1 }
        let largest = (Picture.usefulPixels / Double(picture.width * picture.height)).squareRoot()
        return min(max(letterHeight / typical, 0.3), 3, largest)
    }
}

/// Parameters of preprocessing; the defaults were chosen on real receipts.
package struct PreparationSettings: Sendable {
    /// The height that typical letters are scaled to, in pixels.
    package var letterHeight = 34.0
    /// The difference in paper brightness, of 255, above which lighting is equalized.
    ///
    /// Equalizing helps photos and harms flat scans.
    package var unevenLight = 30
    /// The gamma correction; below 1 darkens faint print.
    package var gamma: Float = 0.6

    /// The default parameters.
    package init() {}
}

extension Picture {
    /// Rotates the picture around its middle so that its lines are level.
    /// - Returns: the inverse projection.
    fileprivate mutating func level(_ tilt: Double) -> Projection {
        let (oldWidth, oldHeight) = (Double(width), Double(height))
        // The given size makes room for the whole rotated image.
        replace { picture in
            let (width, height) = (pixGetWidth(picture), pixGetHeight(picture))
            let (method, border) = (Int32(L_ROTATE_AREA_MAP), Int32(L_BRING_IN_WHITE))
            return pixRotate(picture, Float(-tilt), method, border, width, height)
        }
        return Projection.shift(oldWidth / 2, oldHeight / 2)
            .after(.rotation(cosine: cos(tilt), sine: sin(tilt)))
            .after(.shift(-Double(width) / 2, -Double(height) / 2))
    }

    fileprivate mutating func enhance(_ settings: PreparationSettings, wasLaidFlat: Bool) {
        if wasLaidFlat || lightDifference() > settings.unevenLight {
            // Whitening works in place, on a copy of its own.
            replace { pixCopy(nil, $0) }
            BackgroundRemoval.whiten(pointer, minimumSheet: wasLaidFlat ? 0.9 : 0.2)
            replace { pixBackgroundNormSimple($0, nil, nil) }
        }
        if settings.gamma != 1 { replace { pixGammaTRC(nil, $0, settings.gamma, 0, 255) } }
    }

    /// The variation of paper brightness: the range between the first and ninth decile of the tiles' bright parts.
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
