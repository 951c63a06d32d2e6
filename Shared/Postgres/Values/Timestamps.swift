package import FoundationEssentials

extension Date: PostgresCodable {
    // PostgreSQL counts microseconds from 2000-01-01, Date counts seconds from 2001-01-01, and 2000 was a leap year.
    private static let microsecondsBetweenEpochs: Int64 = 366 * 86_400 * 1_000_000

    /// `timestamp with time zone`.
    package static var postgresType: PostgresType { .timestamptz }

    /// Rounded to the microsecond.
    package var postgresValue: PostgresParameter.Value {
        let microseconds = (timeIntervalSinceReferenceDate * 1_000_000).rounded()
        // PostgreSQL's own range ends at the year 294276.
        guard abs(microseconds) < 9.2e18 else { return .invalid("the time is outside of PostgreSQL's range") }
        return .binary((Int64(microseconds) + Self.microsecondsBetweenEpochs).bigEndianBytes)
    }

    /// Reads a `timestamp with time zone`, exact to the microsecond.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        let bytes = try cell.value(of: .timestamptz, for: Date.self)
        guard let microseconds = bytes.bigEndian(Int64.self) else { throw .malformed(cell.type) }
        guard microseconds != Int64.max, microseconds != Int64.min else {
            throw PostgresDecodingFailure("holds an infinite time")
        }
        let (seconds, fraction) = (microseconds - Self.microsecondsBetweenEpochs).quotientAndRemainder(dividingBy: 1_000_000)
        self.init(timeIntervalSinceReferenceDate: Double(seconds) + Double(fraction) / 1_000_000)
    }
}
