package import CommonMessages
package import Foundation
import Foundations
package import Geography
package import RPC

/// Validates a request and collects all violations, so that the caller receives them at once.
///
/// Each check returns a value to continue with. After a violation that value is meaningless and never used, because
/// ``finish()`` throws.
package struct FieldValidator: Sendable {
    /// How many violations are reported: the details of a status have room for no more.
    package static let reportLimit = 40

    private var violations: [Status.FieldViolation] = []
    private var unreported = 0

    /// A validator without violations.
    package init() {}

    /// Records a violation.
    /// - Parameters:
    ///   - field: Path such as `items[2].amount`.
    ///   - rule: The rest of a sentence that begins with the path, such as `must be above 0`.
    package mutating func reject(_ field: String, _ rule: LocalizedText) {
        guard violations.count < FieldValidator.reportLimit else {
            unreported += 1
            return
        }
        violations.append(.init(field, .services.field(field: field, rule: rule)))
    }

    /// Throws all violations.
    /// - Throws: INVALID_ARGUMENT with the violations, unless there are none.
    package func finish() throws(Status) {
        guard !violations.isEmpty else { return }
        var reported = violations
        if unreported > 0 { reported.append(.init("", .services.moreProblems(number: unreported))) }
        throw .invalid(reported)
    }

    /// A UUID of 36 characters, in lower or upper case.
    package mutating func uuid(_ text: String, _ field: String) -> UUID {
        // Written in lower case, read in either (RFC 9562, section 4).
        if let id = UUID(canonical: text.lowercased()) { return id }
        reject(field, .services.ruleUuid(example: "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10"))
        return UUID(uuid: nullUUID)
    }

    /// A UUID as in ``uuid(_:_:)``; nil when the text is empty.
    package mutating func optionalUUID(_ text: String, _ field: String) -> UUID? {
        text.isEmpty ? nil : uuid(text, field)
    }

    /// A time zone by its IANA name, see `TimeZone.init(named:)`; GMT after a violation.
    package mutating func timeZone(_ name: String, _ field: String) -> TimeZone {
        if let zone = TimeZone(named: name) { return zone }
        reject(field, .services.ruleTimeZone(example: "America/Vancouver"))
        return .gmt
    }

    /// Text of one line. Control characters become spaces, and space at both ends goes.
    /// - Parameter length: How many Unicode scalars are allowed, which is what PostgreSQL's `char_length` counts.
    package mutating func text(_ text: String, _ field: String, length: ClosedRange<Int>) -> String {
        checked(text, field, length, \.singleLine)
    }

    /// Text of any number of lines, which are kept. Other control characters become spaces, and space at both ends goes.
    /// - Parameter length: How many Unicode scalars are allowed, which is what PostgreSQL's `char_length` counts.
    package mutating func lines(_ text: String, _ field: String, length: ClosedRange<Int>) -> String {
        checked(text, field, length, \.cleanLines)
    }

    private mutating func checked(
        _ text: String,
        _ field: String,
        _ length: ClosedRange<Int>,
        _ clean: (String) -> String
    ) -> String {
        // By its bytes first: reading megabytes to reject them would hold up other calls. A scalar has at most four bytes, and
        // space at the ends is not worth more than as many again.
        guard text.utf8.count <= 8 * length.upperBound + 64 else {
            reject(field, .services.ruleAtMost(highest: length.upperBound))
            return ""
        }
        let cleaned = clean(text)
        let count = cleaned.unicodeScalars.count
        if count > length.upperBound {
            reject(field, .services.ruleAtMost(highest: length.upperBound))
        } else if count < length.lowerBound {
            reject(field, count == 0 ? .services.ruleNotEmpty : .services.ruleAtLeast(lowest: length.lowerBound))
        }
        return cleaned
    }

    /// A number in a range.
    package mutating func number<Number: FixedWidthInteger & Sendable>(
        _ number: Number,
        _ field: String,
        in range: ClosedRange<Number>
    ) -> Number {
        if !range.contains(number) {
            let (lowest, highest) = (Int(clamping: range.lowerBound), Int(clamping: range.upperBound))
            reject(
                field,
                lowest == highest
                    ? .services.ruleExactly(number: lowest) : .services.ruleRange(lowest: lowest, highest: highest)
            )
        }
        return number
    }
}

private let nullUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

extension String {
    /// The text with control characters and line breaks as spaces and without space at its ends.
    fileprivate var singleLine: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    }

    /// The text with each line as ``singleLine`` and without empty lines at its ends.
    fileprivate var cleanLines: String {
        let lines = replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { String($0).singleLine }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}

extension CallContext {
    /// The id of the verified user.
    /// - Throws: UNAUTHENTICATED when there is none.
    package var userID: UUID {
        get throws {
            guard let id = UUID(canonical: try user.id) else {
                throw Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)
            }
            return id
        }
    }
}

extension FieldValidator {
    /// A point on the earth; nil after a violation.
    package mutating func point(_ location: Common.Location?, _ field: String) -> Coordinates? {
        guard let location else {
            reject(field, .services.ruleGiven)
            return nil
        }
        let point = Coordinates(location)
        if point == nil {
            reject(field, .services.rulePoint)
        }
        return point
    }
}
