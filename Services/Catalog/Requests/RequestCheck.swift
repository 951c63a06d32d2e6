import Foundation
import Geography
import Messages
import RPC

/// Collects what is wrong with a request, so that all of it is told at once.
struct RequestCheck {
    private var violations: [Status.FieldViolation] = []

    mutating func refuse(_ field: String, _ sentence: String) {
        violations.append(Status.FieldViolation(field, sentence))
    }

    /// - Throws: INVALID_ARGUMENT with everything that was wrong.
    func finish() throws(Status) {
        guard violations.isEmpty else { throw .invalid(violations) }
    }

    /// An identifier, a UUID in lower case.
    mutating func identifier(_ text: String, _ field: String) -> UUID {
        guard let id = UUID(uuidString: text), id.text == text else {
            refuse(field, "\(field) must be an identifier such as 6f1c1f0e-58f1-4f6c-9a53-2b9f4b0f6d11.")
            return .unknown
        }
        return id
    }

    /// A text of so many characters, counted as Unicode scalars.
    mutating func length(of text: String, _ field: String, in lengths: ClosedRange<Int>) {
        guard !lengths.contains(text.unicodeScalars.count) else { return }
        refuse(field, "\(field) must have \(lengths.lowerBound) to \(lengths.upperBound) characters.")
    }

    /// A number, where 0 stands for `zeroMeans` if that is given.
    mutating func number(_ number: Int32, _ field: String, in range: ClosedRange<Int>, zeroMeans: Int? = nil) -> Int {
        if number == 0, let zeroMeans { return zeroMeans }
        if !range.contains(Int(number)) {
            refuse(field, "\(field) must be \(range.lowerBound) to \(range.upperBound).")
        }
        return Int(number)
    }

    /// A point on the earth.
    mutating func point(_ location: Common.Location?, _ field: String) -> Coordinates? {
        guard let location else {
            refuse(field, "\(field) is missing.")
            return nil
        }
        let point = Coordinates(
            latitudeMicrodegrees: Int(location.latitudeMicrodegrees),
            longitudeMicrodegrees: Int(location.longitudeMicrodegrees)
        )
        if point == nil {
            refuse(field, "\(field) must have a latitude of -90 to 90 degrees and a longitude of -180 to 180.")
        }
        return point
    }
}

extension UUID {
    /// As identifiers are written in messages.
    var text: String { uuidString.lowercased() }

    /// Stands where there is none: all zeros (RFC 9562, section 5.9).
    static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
