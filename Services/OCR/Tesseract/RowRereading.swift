import CTesseract
package import ReceiptImaging
package import ReceiptRecognition
package import ReceiptUnderstanding

/// Reading rows again: each cut out, laid level, with the contrast and size that suit it alone.
extension TesseractReader {
    package func read(_ rows: [RowBand], of photo: Photo) throws(ReadingError) -> RecognizedPage {
        TessBaseAPISetPageSegMode(engine, PSM_SINGLE_LINE)
        defer { TessBaseAPISetPageSegMode(engine, PSM_SINGLE_BLOCK) }
        var page = RecognizedPage(width: photo.width, height: photo.height, words: [], rereadRows: rows)
        for (index, row) in rows.enumerated() {
            let row = photo.pixels(of: row)
            guard let strip = RowStrip(row, of: photo) else { continue }
            TessBaseAPISetImage2(engine, strip.pixels)
            defer { TessBaseAPIClear(engine) }
            guard TessBaseAPIRecognize(engine, nil) == 0 else { throw .engineFailure }
            let place = strip.place
            page.words += words { photo.pageBox(around: place.corners($0, in: row)) }.map { word in
                var word = word
                word.line = index
                return word
            }
        }
        return page
    }
}

/// A row cut out of a photo. Owns its pixels.
private struct RowStrip: ~Copyable {
    let pixels: UnsafeMutablePointer<PIX>
    let place: Place

    /// Where a strip lies.
    struct Place {
        /// Pixels of the strip for one of the photo.
        var scale: Double
        /// The photo's column at which the strip begins.
        var left: Double

        /// Where the corners of a box of the strip lie in the photo's pixels.
        func corners(_ corners: [Point], in row: RowBand) -> [Point] {
            let depths = corners.map(\.y)
            let middle = ((depths.min() ?? 0) + (depths.max() ?? 0)) / 2
            return corners.map { corner in
                let x = left + (corner.x - Double(border)) / scale
                return Point(x, row.middle(at: x) + (corner.y - middle) / scale)
            }
        }
    }

    /// What words are scaled to, in pixels, and the white around the row.
    private static let wordHeight = 40.0
    private static let border: Int32 = 12
    /// The part of the row's height above and below its middle that is cut out.
    private static let room = 0.72

    deinit {
        var old: UnsafeMutablePointer<PIX>? = pixels
        pixDestroy(&old)
    }

    /// - Returns: `nil` when the row lies outside of the photo, or there is no memory.
    init?(_ row: RowBand, of photo: Photo) {
        let height = Double(row.height)
        let side = Double(row.height) * 0.4
        let (first, last) = (Double(row.left) - side, Double(row.right) + side)
        let ends = [row.middle(at: first), row.middle(at: last)]
        let top = max(0, (ends.min() ?? 0) - height)
        let source = UnsafeMutablePointer(mutating: photo.pixels)
        let (width, depth) = (Double(pixGetWidth(source)), Double(pixGetHeight(source)))
        let bottom = min(depth, (ends.max() ?? 0) + height)
        let start = max(0, first)
        let end = min(width, last)
        guard end - start >= 4, bottom - top >= 4 else { return nil }
        var box = boxCreate(Int32(start), Int32(top), Int32(end - start), Int32(bottom - top))
        defer { boxDestroy(&box) }
        guard var strip = pixClipRectangle(source, box, nil) else { return nil }
        // Laying the row level turns the strip about its centre.
        let angle = row.slope
        let centre = Double(pixGetHeight(strip)) / 2
        let middle = row.middle(at: (start + end) / 2) - top
        if abs(angle) > 0.004 {
            Self.replace(&strip) {
                pixRotate($0, Float(-angle), Int32(L_ROTATE_AREA_MAP), Int32(L_BRING_IN_WHITE), 0, 0)
            }
        }
        let level = centre + (middle - centre)
        let cut = max(0, level - height * Self.room)
        let rest = min(Double(pixGetHeight(strip)), level + height * Self.room) - cut
        guard rest >= 4 else {
            Self.destroy(strip)
            return nil
        }
        var band = boxCreate(0, Int32(cut), pixGetWidth(strip), Int32(rest))
        defer { boxDestroy(&band) }
        Self.replace(&strip) { pixClipRectangle($0, band, nil) }
        Self.stretchContrast(&strip)
        let factor = min(4, max(0.2, Self.wordHeight / height))
        Self.replace(&strip) { pixScale($0, Float(factor), Float(factor)) }
        Self.replace(&strip) { pixAddBorder($0, Self.border, 255) }
        pixels = strip
        place = Place(scale: factor, left: start)
    }

    private static func replace(
        _ strip: inout UnsafeMutablePointer<PIX>,
        _ step: (UnsafeMutablePointer<PIX>) -> UnsafeMutablePointer<PIX>?
    ) {
        guard let next = step(strip), next != strip else { return }
        destroy(strip)
        strip = next
    }

    private static func destroy(_ strip: UnsafeMutablePointer<PIX>) {
        var old: UnsafeMutablePointer<PIX>? = strip
        pixDestroy(&old)
    }

    /// Spreads the greys from the darkest print to the paper over the whole range.
    private static func stretchContrast(_ strip: inout UnsafeMutablePointer<PIX>) {
        var histogram = pixGetGrayHistogram(strip, 1)
        defer { numaDestroy(&histogram) }
        var counts = [Int32](repeating: 0, count: 256)
        for level in 0..<256 { numaGetIValue(histogram, Int32(level), &counts[level]) }
        let total = counts.reduce(0, +)
        func level(_ share: Double) -> Int32 {
            var rest = Int32(Double(total) * share)
            for (value, count) in counts.enumerated() {
                rest -= count
                if rest < 0 { return Int32(value) }
            }
            return 255
        }
        let (ink, paper) = (level(0.02), level(0.6))
        guard paper - ink >= 24 else { return }
        replace(&strip) { pixGammaTRC(nil, $0, 1, ink, paper) }
    }
}
