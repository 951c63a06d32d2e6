/// The band of a photo that contains one printed row, level or slanted.
package struct RowBand: Sendable, Hashable {
    /// The left end, in pixels of the upright photo.
    package var left: Int
    /// The right end, in pixels of the upright photo.
    package var right: Int
    /// The vertical middle of the letters at the left end.
    package var leftMiddle: Int
    /// The vertical middle of the letters at the right end.
    package var rightMiddle: Int
    /// The height of the words, in pixels.
    package var height: Int

    /// A band by its ends and height.
    package init(left: Int, right: Int, leftMiddle: Int, rightMiddle: Int, height: Int) {
        self.left = left
        self.right = max(left + 1, right)
        self.leftMiddle = leftMiddle
        self.rightMiddle = rightMiddle
        self.height = max(1, height)
    }

    /// The band of a row's words; `nil` when the row is too bent for a straight band.
    /// - Parameters:
    ///   - slope: the page's slope, for rows too short to have one of their own.
    ///   - right: the minimum right end of the band.
    init?(_ row: ReceiptRow, slope pageSlope: Double, reachingTo right: Int) {
        guard !row.words.isEmpty else { return nil }
        let slope = LineFit.slope(row.words) ?? pageSlope
        let (x0, y0) = LineFit.centre(row.words)
        let heights = row.words.map(\.box.height).sorted()
        let height = max(1, heights[heights.count / 2])
        for word in row.words where word.box.height * 2 > height {
            let x = Double(word.box.x) + Double(word.box.width) / 2
            guard abs(y0 + slope * (x - x0) - Double(word.box.middle)) < 0.45 * Double(height) else { return nil }
        }
        let (first, last) = (row.box.x, max(row.box.right, right))
        self.init(
            left: first,
            right: last,
            leftMiddle: Int((y0 + slope * (Double(first) - x0)).rounded()),
            rightMiddle: Int((y0 + slope * (Double(last) - x0)).rounded()),
            height: height
        )
    }

    /// The slope: pixels down for each pixel to the right.
    package var slope: Double { Double(rightMiddle - leftMiddle) / Double(right - left) }

    /// The vertical middle of the letters at a horizontal position.
    package func middle(at x: Double) -> Double { Double(leftMiddle) + slope * (x - Double(left)) }

    /// Whether the middle of a box lies in the band.
    func holds(_ box: PixelBox) -> Bool {
        let x = Double(box.x) + Double(box.width) / 2
        guard x > Double(left - height), x < Double(right + height) else { return false }
        return abs(middle(at: x) - Double(box.middle)) * 2 < Double(height)
    }
}

extension RowBand {
    /// Whether a box overlaps the band.
    func meets(_ box: PixelBox) -> Bool {
        let x = Double(max(box.x, left) + min(box.right, right)) / 2
        guard box.right > left, box.x < right else { return false }
        let middle = middle(at: x)
        return middle > Double(box.y) - Double(height) / 4 && middle < Double(box.bottom) + Double(height) / 4
    }
}
