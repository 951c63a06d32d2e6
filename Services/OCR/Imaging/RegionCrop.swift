package import CTesseract
package import ReceiptUnderstanding

/// A few words cropped from a photo, to be reread with different preprocessing.
///
/// A reader that misreads a digit usually repeats the mistake under the same preprocessing; with another contrast,
/// padding (the reader normalizes the height) or letter width it often reads the digit correctly.
package struct RegionCrop: ~Copyable {
    private let picture: Picture
    /// The first and last row of pixels of the letters.
    private let top: Double
    private let bottom: Double

    /// One way to preprocess the crop.
    package struct Preprocessing: Sendable {
        /// How the contrast is adjusted.
        package enum Contrast: Sendable { case hard, blurred, thick }

        /// The adjustment of the contrast.
        package var contrast: Contrast
        /// Padding above and below the letters, as a multiple of their height; `nil` keeps the surroundings.
        package var room: Double?
        /// Horizontal scale factor of the letters.
        package var stretch: Double

        /// Preprocessing with the given contrast, padding and horizontal scale.
        package init(_ contrast: Contrast, room: Double?, stretch: Double = 1) {
            self.contrast = contrast
            self.room = room
            self.stretch = stretch
        }
    }

    /// The normalized height of letters, the largest scale factor used for it, and the white border, in pixels.
    private static let letterHeight = 40.0
    private static let largest = 4.0
    private static let border: Int32 = 8
    /// Padding when the surroundings are kept, as a multiple of the letters' height.
    private static let usualRoom = 0.35

    deinit { picture.destroy() }

    /// Crops a row of words.
    /// - Parameters:
    ///   - row: the words, in pixels of the photo's page.
    ///   - reach: context to their left and right, as a multiple of their height.
    /// - Returns: `nil` when they lie outside the photo or memory runs out.
    package init?(_ row: RowBand, of photo: Photo, reach: Double) {
        let row = photo.pixels(of: row)
        let height = Double(row.height)
        guard let cut = LeveledCrop(row, of: photo, side: reach * height, above: 1.3 * height) else { return nil }
        picture = cut.picture
        let letters = cut.picture.lineOfLetters(at: cut.middle, height: height)
        top = letters?.top ?? max(0, cut.middle - height / 2)
        bottom = letters?.bottom ?? min(Double(cut.picture.height), cut.middle + height / 2)
    }

    /// Calls `body` with the preprocessed crop.
    /// - Returns: `nil` when memory runs out.
    package func withPixels<Result>(_ preprocessing: Preprocessing, _ body: (UnsafeMutablePointer<PIX>) -> Result)
        -> Result?
    {
        guard let copy = pixCopy(nil, picture.pointer) else { return nil }
        var strip = Picture(copy)
        defer { strip.destroy() }
        switch preprocessing.contrast {
        case .hard: strip.stretchContrast(ink: 0.1, paper: 0.5)
        case .thick: strip.stretchContrast(ink: 0.02, paper: 0.6)
        case .blurred: break
        }
        let height = max(6, bottom - top)
        if let room = preprocessing.room {
            // Rulings and neighbouring rows are not part of the words.
            let slack = 0.8 * room * height
            strip.whiten(above: Int(top - slack), below: Int((bottom + slack).rounded(.up)))
        }
        let room = (preprocessing.room ?? Self.usualRoom) * height
        let (first, last) = (max(0, top - room), min(Double(strip.height), bottom + room))
        guard last - first >= 4 else { return nil }
        strip.crop(top: Int(first), height: Int(last - first))
        let factor = min(Self.largest, Self.letterHeight / height)
        strip.replace { pixScale($0, Float(factor * preprocessing.stretch), Float(factor)) }
        switch preprocessing.contrast {
        case .hard: break
        case .thick: strip.replace { pixErodeGray($0, 3, 3) }
        case .blurred:
            strip.replace { pixBlockconv($0, 2, 2) }
            strip.stretchContrast(ink: 0.1, paper: 0.5)
        }
        strip.replace { pixAddBorder($0, Self.border, 255) }
        return body(strip.pointer)
    }
}

extension Picture {
    /// The vertical extent of a line's letters, from the connected components that cross its middle.
    fileprivate func lineOfLetters(at middle: Double, height: Double) -> (top: Double, bottom: Double)? {
        var binary: UnsafeMutablePointer<PIX>?
        guard pixOtsuAdaptiveThreshold(pointer, Int32(width), Int32(self.height), 0, 0, 0.1, nil, &binary) == 0,
            let ink = binary.map(Picture.init)
        else { return nil }
        defer { ink.destroy() }
        let letters = ink.components().filter { box in
            let (tall, top) = (Double(box.h), Double(box.y))
            return tall >= 0.5 * height && tall <= 1.5 * height && Double(box.w) <= 2.2 * tall
                && top < middle + 0.2 * height && top + tall > middle - 0.2 * height
        }
        guard letters.count >= 3 else { return nil }
        let tops = letters.map(\.y).sorted()
        let bottoms = letters.map { $0.y + $0.h }.sorted()
        return (Double(tops[tops.count / 2]), Double(bottoms[bottoms.count / 2]))
    }

    /// Whitens, in place, all rows of pixels outside a range.
    fileprivate func whiten(above top: Int, below bottom: Int) {
        for (first, count) in [(0, top), (bottom, height - bottom)] where count > 0 && first < height {
            var box = boxCreate(0, Int32(max(0, first)), Int32(width), Int32(count))
            pixSetInRectArbitrary(pointer, box, 255)
            boxDestroy(&box)
        }
    }
}
