import Foundations

extension String: PostgresCodable {
    /// Left to the server: a string can be bound where text, a date (`YYYY-MM-DD`), JSON or an enumeration is expected.
    /// Where the position implies no type, as in `$1 IS NULL`, add a cast: `\(name)::text`.
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
            self = CivilDate(dayNumber: Int(days) + 10_957).text
        case _ where cell.type.isUserDefined:
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed(cell.type) }
            self = text
        default:
            throw .mismatch(cell.type, String.self)
        }
    }
}
