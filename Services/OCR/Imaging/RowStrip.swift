package import CTesseract
package import ReceiptUnderstanding

/// A row cut out of a photo, leveled, with its contrast stretched. Owns its pixels.
package struct RowStrip: ~Copyable {
    /// The image of the row.
    package let pixels: UnsafeMutablePointer<PIX>
    /// The position of the strip in the photo.
    package let place: Place

    /// The position of a strip.
    package struct Place {
        /// The number of pixels of the strip for one of the photo.
        var scale: Double
        /// The photo's column at which the strip begins.
        var left: Double

        /// The corners in the photo's pixels of a box of the strip.
        package func corners(_ corners: [Point], in row: RowBand) -> [Point] {
            let depths = corners.map(\.y)
            let middle = ((depths.min() ?? 0) + (depths.max() ?? 0)) / 2
            return corners.map { corner in
                let x = left + (corner.x - Double(border)) / scale
                return Point(x, row.middle(at: x) + (corner.y - middle) / scale)
            }
        }
    }

    /// The normalized height of words, and the white border around the row, in pixels.
    private static let wordHeight = 40.0
    private static let border: Int32 = 12
    /// The part of the row's height that is included above and below its middle.
    private static let room = 0.72

    deinit { Picture(pixels).destroy() }

    /// Cuts out a row.
    /// - Parameter row: in the photo's pixels.
    /// - Returns: `nil` when the row lies outside the photo or memory runs out.
    package init?(_ row: RowBand, of photo: Photo) {
        let height = Double(row.height)
        guard let cut = LeveledCrop(row, of: photo, side: 0.4 * height, above: height) else { return nil }
        var picture = cut.picture
        let top = max(0, cut.middle - height * Self.room)
        let rest = min(Double(picture.height), cut.middle + height * Self.room) - top
        guard rest >= 4 else {
            picture.destroy()
            return nil
        }
        picture.crop(top: Int(top), height: Int(rest))
        picture.change(photo.strokes ?? .asPrinted, letterHeight: photo.letterHeight)
        picture.stretchContrast(ink: 0.02, paper: 0.6)
        let factor = min(4, max(0.2, Self.wordHeight / height))
        picture.replace { pixScale($0, Float(factor), Float(factor)) }
        picture.replace { pixAddBorder($0, Self.border, 255) }
        pixels = picture.pointer
        place = Place(scale: factor, left: cut.left)
    }
}

/// A row with its surroundings, cut out and leveled. The caller owns its picture.
struct LeveledCrop {
    var picture: Picture
    /// The photo's column at which it begins.
    var left: Double
    /// The row of the picture in which the letters' middles lie.
    var middle: Double

    /// Cuts out a row.
    /// - Parameters:
    ///   - row: in the photo's pixels.
    ///   - side: the width to include to the left and right.
    ///   - room: the height to include above and below its middle.
    /// - Returns: `nil` when the row lies outside the photo or memory runs out.
    init?(_ row: RowBand, of photo: Photo, side: Double, above room: Double) {
        let (first, last) = (Double(row.left) - side, Double(row.right) + side)
        let ends = [row.middle(at: first), row.middle(at: last)]
        let source = UnsafeMutablePointer(mutating: photo.pixels)
        let (width, depth) = (Double(pixGetWidth(source)), Double(pixGetHeight(source)))
        let top = max(0, (ends.min() ?? 0) - room)
        let bottom = min(depth, (ends.max() ?? 0) + room)
        let (start, end) = (max(0, first), min(width, last))
        guard end - start >= 4, bottom - top >= 4 else { return nil }
        var box = boxCreate(Int32(start), Int32(top), Int32(end - start), Int32(bottom - top))
        defer { boxDestroy(&box) }
        guard let cut = pixClipRectangle(source, box, nil) else { return nil }
        picture = Picture(cut)
        left = start
        middle = row.middle(at: (start + end) / 2) - top
        // Leveling rotates the picture about its centre.
        let angle = row.slope
        guard abs(angle) > 0.004 else { return }
        picture.replace { pixRotate($0, Float(-angle), Int32(L_ROTATE_AREA_MAP), Int32(L_BRING_IN_WHITE), 0, 0) }
    }
}

extension Picture {
    /// Crops to a range of rows of pixels.
    mutating func crop(top: Int, height rows: Int) {
        var band = boxCreate(0, Int32(top), Int32(width), Int32(rows))
        defer { boxDestroy(&band) }
        replace { pixClipRectangle($0, band, nil) }
    }

    /// Stretches the range from ink to paper; no change when they hardly differ.
    /// - Parameters:
    ///   - ink: the share of all pixels that becomes black.
    ///   - paper: the share that does not become white.
    mutating func stretchContrast(ink: Double, paper: Double) {
        guard let levels = levels(below: [ink, paper]), levels[1] - levels[0] >= 24 else { return }
        replace { pixGammaTRC(nil, $0, 1, levels[0], levels[1]) }
    }

    /// The brightness at each quantile.
    private func levels(below shares: [Double]) -> [Int32]? {
        var histogram = pixGetGrayHistogram(pointer, 1)
        defer { numaDestroy(&histogram) }
        guard histogram != nil else { return nil }
        var counts = [Int32](repeating: 0, count: 256)
        for level in 0..<256 { numaGetIValue(histogram, Int32(level), &counts[level]) }
        let total = counts.reduce(0, +)
        return shares.map { share in
            var rest = Int32(Double(total) * share)
            for (value, count) in counts.enumerated() {
                rest -= count
                if rest < 0 { return Int32(value) }
            }
            return 255
        }
    }
}
