package import Foundations

extension CalendarDay: PostgresCodable {
    // PostgreSQL counts days from 2000-01-01, CalendarDay from 1970-01-01.
    private static let daysBetweenEpochs = 10_957

    /// `date`.
    package static var postgresType: PostgresType { .date }
    /// Four bytes.
    package var postgresValue: PostgresParameter.Value {
        .binary(Int32(dayNumber - Self.daysBetweenEpochs).bigEndianBytes)
    }

    /// Reads a `date` of the years 0 to 10000.
    package init(postgres cell: PostgresCell) throws(PostgresDecodingFailure) {
        let bytes = try cell.value(of: .date, for: CalendarDay.self)
        guard let days = bytes.bigEndian(Int32.self) else { throw .malformed(cell.type) }
        guard let day = CalendarDay(dayNumber: Int(days) + Self.daysBetweenEpochs) else {
            throw PostgresDecodingFailure("holds a date that doesn't fit CalendarDay")
        }
        self = day
    }
}

extension CalendarDay: PostgresArrayElement {
    /// `date[]`.
    package static var postgresArrayType: PostgresType { .dateArray }
}
