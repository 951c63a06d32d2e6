package import Geography
package import Messages

extension FieldCheck {
    /// A point on the earth; nil after a violation.
    package mutating func point(_ location: Common.Location?, _ field: String) -> Coordinates? {
        guard let location else {
            refuse(field, "must be given")
            return nil
        }
        let point = Coordinates(
            latitudeMicrodegrees: Int(location.latitudeMicrodegrees),
            longitudeMicrodegrees: Int(location.longitudeMicrodegrees)
        )
        if point == nil {
            refuse(field, "must have a latitude from -90 to 90 degrees and a longitude from -180 to 180")
        }
        return point
    }
}
