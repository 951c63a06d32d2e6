import CTesseract

/// Whitens what lies around a sheet of paper, so that the edges of a table are not read as letters.
enum Surroundings {
    /// Pixels on a side of a cell.
    private static let cell = 8

    /// Whitens in place; an image without a sheet that stands out stays as it is.
    /// - Parameter leastSheet: the share of the image that the sheet has at least. Of one that was cut out, the shaded part
    ///   could be taken for what lies around the other.
    static func whiten(_ image: UnsafeMutablePointer<PIX>, leastSheet: Double) {
        guard let cells = PaperCells(image, side: cell), let sheet = cells.sheet() else { return }
        let spans = cells.spans(sheet.cells)
        let area = spans.reduce(0) { $0 + ($1?.count ?? 0) }
        let share = Double(area) / Double(cells.levels.count)
        guard share >= leastSheet, share <= 0.97 else { return }
        let full = Int(pixGetWidth(image))
        let inset = cell * 3 / 2
        for (row, span) in spans.enumerated() {
            let top = row * cell
            // The last row of cells also covers the rest of the division.
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

    private static func fill(_ image: UnsafeMutablePointer<PIX>, x: Int, y: Int, width: Int, height: Int) {
        guard width > 0, height > 0 else { return }
        var box = boxCreate(Int32(x), Int32(y), Int32(width), Int32(height))
        pixSetInRectArbitrary(image, box, 255)
        boxDestroy(&box)
    }
}
