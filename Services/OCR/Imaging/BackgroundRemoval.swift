import CTesseract

/// Whitens the background of a sheet, so that edges are not read as letters.
enum BackgroundRemoval {
    /// The side of a cell, in pixels.
    private static let cell = 8

    /// The maximum share of letters outside the sheet; with more, part of the sheet is in the shade.
    private static let maximumLettersOutside = 0.06

    /// Whitens in place; an image without a distinct sheet is unchanged.
    /// - Parameter minimumSheet: the minimum share of the image that the sheet covers. On a cut-out sheet, the shaded
    ///   part could be mistaken for background.
    static func whiten(_ image: UnsafeMutablePointer<PIX>, minimumSheet: Double) {
        guard let cells = PaperCells(image, side: cell), let sheet = cells.sheet() else { return }
        let spans = cells.spans(sheet.cells)
        let area = spans.reduce(0) { $0 + ($1?.count ?? 0) }
        let share = Double(area) / Double(cells.levels.count)
        guard share >= minimumSheet, share <= 0.97, !hasLetters(image, outside: spans) else { return }
        let full = Int(pixGetWidth(image))
        let inset = cell * 3 / 2
        for (row, span) in spans.enumerated() {
            let top = row * cell
            // The last row of cells also covers the remainder of the division.
            let height = row == spans.count - 1 ? Int(pixGetHeight(image)) - top : cell
            guard let span else {
                fill(image, x: 0, y: top, width: full, height: height)
                continue
            }
            let left = span.lowerBound * cell + inset
            let right = (span.upperBound + 1) * cell - inset
            fill(image, x: 0, y: top, width: left, height: height)
            fill(image, x: right, y: top, width: full - right, height: height)
        }
    }

    /// Whether there are letters outside the sheet, of about the height of those on it.
    private static func hasLetters(_ image: UnsafeMutablePointer<PIX>, outside spans: [ClosedRange<Int>?]) -> Bool {
        guard let binary = Picture(image).binarized() else { return false }
        defer { binary.destroy() }
        var (inside, outside): ([Int32], [Int32]) = ([], [])
        for box in binary.components() where Picture.isLetter(box) {
            let (column, row) = (Int(box.x + box.w / 2) / cell, Int(box.y + box.h / 2) / cell)
            let isInside = spans.indices.contains(row) && spans[row]?.contains(column) ?? false
            if isInside { inside.append(box.h) } else { outside.append(box.h) }
        }
        inside.sort()
        guard inside.count >= 20 else { return false }
        let usual = inside[inside.count * 6 / 10]
        let letters = outside.count { $0 * 10 > 7 * usual && $0 * 10 < 14 * usual }
        return Double(letters) > maximumLettersOutside * Double(inside.count)
    }

    private static func fill(_ image: UnsafeMutablePointer<PIX>, x: Int, y: Int, width: Int, height: Int) {
        guard width > 0, height > 0 else { return }
        var box = boxCreate(Int32(x), Int32(y), Int32(width), Int32(height))
        pixSetInRectArbitrary(image, box, 255)
        boxDestroy(&box)
    }
}
