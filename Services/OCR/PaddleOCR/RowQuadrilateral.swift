import ReceiptImaging
import ReceiptUnderstanding

extension Quadrilateral {
    /// The part of the row's height included above and below its middle.
    private static let room = 0.64

    /// The quadrilateral of a row in a photo's pixels, with a margin.
    init(_ row: RowBand, of photo: Photo) {
        let height = Double(row.height)
        let left = Double(row.left) - height * 0.4
        let right = Double(row.right) + height * 0.4
        let slope = row.slope
        // Perpendicular to the middle line.
        let length = (1 + slope * slope).squareRoot()
        let away = Point(-slope / length, 1 / length) * (height * Self.room)
        let start = Point(left, row.middle(at: left))
        let end = Point(right, row.middle(at: right))
        self.init(
            topLeft: photo.pixel(start - away),
            topRight: photo.pixel(end - away),
            bottomRight: photo.pixel(end + away),
            bottomLeft: photo.pixel(start + away)
        )
    }
}
