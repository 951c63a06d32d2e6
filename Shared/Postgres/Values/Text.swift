extension String: PostgresCodable {
    /// Left to the server: a string can be bound where text, a date (`YYYY-MM-DD`), JSON or an enumeration is expected.
    /// Where the place tells nothing, as in `$1 IS NULL`, add a cast: `\(name)::text`.
    package static var postgresType: PostgresType { .inferred }

    /// The text itself; PostgreSQL has no text with a NUL character.
    package var postgresValue: PostgresParameter.Value {
        utf8.contains(0) ? .invalid("text can't contain a NUL character") : .text(self)
    }

    /// Reads text, JSON, a date as `YYYY-MM-DD`, or a type that the database defines as its text.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        guard let bytes = cell.bytes else { throw .null(String.self) }
        switch cell.type {
        case .text, .varchar, .bpchar, .name, .json:
            self.init(decoding: bytes, as: UTF8.self)
        case .jsonb:
            // One byte of version comes first.
            guard bytes.first == 1 else { throw .malformed(cell.type) }
            self.init(decoding: bytes.dropFirst(), as: UTF8.self)
        case .date:
            guard let days = bytes.bigEndian(Int32.self) else { throw .malformed(cell.type) }
            guard days != Int32.max, days != Int32.min else {
                throw PostgresDecodingFailure("holds an infinite date")
            }
            self = Self.isoDate(daysSince2000: Int(days))
        case _ where cell.type.isUserDefined:
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed(cell.type) }
            self = text
        default:
            throw .mismatch(cell.type, String.self)
        }
    }

    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    private static func isoDate(daysSince2000: Int) -> String {
        let days = daysSince2000 + 10_957 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
