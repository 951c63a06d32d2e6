import ReceiptUnderstanding

extension Quadrilateral {
    /// The part of a row's line above and below its middle, of the row's height.
    private static let room = 0.64

    /// The place of a row in an image, with some room around it.
    /// - Parameter scale: pixels of the image for one of the row.
    init(_ row: RowBand, scale: Double) {
        let height = Double(row.height)
        let left = Double(row.left) - height * 0.4
        let right = Double(row.right) + height * 0.4
        let slope = row.slope
        // Away from the middle line, at a right angle to it.
        let length = (1 + slope * slope).squareRoot()
        let away = Point(-slope / length, 1 / length) * (height * Self.room)
        let start = Point(left, row.middle(at: left))
        let end = Point(right, row.middle(at: right))
        self.init(
            topLeft: (start - away) * scale,
            topRight: (end - away) * scale,
            bottomRight: (end + away) * scale,
            bottomLeft: (start + away) * scale
        )
    }
}
