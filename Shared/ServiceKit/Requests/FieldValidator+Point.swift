package import CommonMessages
package import Geography

extension FieldValidator {
    /// A point on the earth; nil after a violation.
    package mutating func point(_ location: Common.Location?, _ field: String) -> Coordinates? {
        guard let location else {
            reject(field, "must be given")
            return nil
        }
        let point = Coordinates(
            latitudeMicrodegrees: Int(location.latitudeMicrodegrees),
            longitudeMicrodegrees: Int(location.longitudeMicrodegrees)
        )
        if point == nil {
            reject(field, "must have a latitude from -90 to 90 degrees and a longitude from -180 to 180")
        }
        return point
    }
}
