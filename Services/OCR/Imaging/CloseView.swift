package import CTesseract
package import ReceiptUnderstanding

/// A few words of a photo, cut out for looking at them several times, each time prepared otherwise.
///
/// A reader that misreads a digit does so in most photos prepared alike; with another contrast, other room around the
/// letters (which it brings to one height) or other width of the letters it often reads on.
package struct CloseView: ~Copyable {
    private let picture: Picture
    /// Where the letters begin and end, from above.
    private let top: Double
    private let bottom: Double

    /// One way to prepare the words.
    package struct Style: Sendable {
        package enum Contrast: Sendable { case hard, blurred, thick }

        package var contrast: Contrast
        /// The room above and below the letters, of their height; `nil` for the surroundings as they are.
        package var room: Double?
        /// How much wider letters become.
        package var stretch: Double

        package init(_ contrast: Contrast, room: Double?, stretch: Double = 1) {
            self.contrast = contrast
            self.room = room
            self.stretch = stretch
        }
    }

    /// The height that letters are brought to, the most by which they are enlarged for it, and the white around.
    private static let letterHeight = 40.0
    private static let largest = 4.0
    private static let border: Int32 = 8
    /// Room where nothing around the letters is taken away, of their height.
    private static let usualRoom = 0.35

    deinit { picture.destroy() }

    /// - Parameters:
    ///   - row: the words, in pixels of the photo's page.
    ///   - reach: what is shown to their left and right, of their height.
    /// - Returns: `nil` when they lie outside of the photo, or there is no memory.
    package init?(_ row: RowBand, of photo: Photo, reach: Double) {
        let row = photo.pixels(of: row)
        let height = Double(row.height)
        guard let cut = LevelCut(row, of: photo, side: reach * height, above: 1.3 * height) else { return nil }
        picture = cut.picture
        let letters = cut.picture.lineOfLetters(at: cut.middle, height: height)
        top = letters?.top ?? max(0, cut.middle - height / 2)
        bottom = letters?.bottom ?? min(Double(cut.picture.height), cut.middle + height / 2)
    }

    /// Hands over the words prepared in one way.
    /// - Returns: `nil` when there is no memory.
    package func show<Result>(_ style: Style, _ body: (UnsafeMutablePointer<PIX>) -> Result) -> Result? {
        guard let copy = pixCopy(nil, picture.pointer) else { return nil }
        var strip = Picture(copy)
        defer { strip.destroy() }
        switch style.contrast {
        case .hard: strip.stretchContrast(ink: 0.1, paper: 0.5)
        case .thick: strip.stretchContrast(ink: 0.02, paper: 0.6)
        case .blurred: break
        }
        let height = max(6, bottom - top)
        if let room = style.room {
            // Rules and other rows do not belong to the words.
            let slack = 0.8 * room * height
            strip.whiten(above: Int(top - slack), below: Int((bottom + slack).rounded(.up)))
        }
        let room = (style.room ?? Self.usualRoom) * height
        let (first, last) = (max(0, top - room), min(Double(strip.height), bottom + room))
        guard last - first >= 4 else { return nil }
        strip.crop(top: Int(first), height: Int(last - first))
        let factor = min(Self.largest, Self.letterHeight / height)
        strip.replace { pixScale($0, Float(factor * style.stretch), Float(factor)) }
        switch style.contrast {
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
    /// Where the letters of a line begin and end, judged by the connected components that cross its middle.
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

    /// Whitens in place all rows of pixels before one and from another on.
    fileprivate func whiten(above top: Int, below bottom: Int) {
        for (first, count) in [(0, top), (bottom, height - bottom)] where count > 0 && first < height {
            var box = boxCreate(0, Int32(max(0, first)), Int32(width), Int32(count))
            pixSetInRectArbitrary(pointer, box, 255)
            boxDestroy(&box)
        }
    }
}
