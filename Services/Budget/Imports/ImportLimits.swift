/// What a file may have at most. Files come from strangers' programs, and all of one is in memory.
enum ImportLimits {
    /// Bytes of a file: 3 MiB.
    static let bytes = 3 << 20
    /// Files that are read at once in an instance.
    static let filesAtOnce = 4
    /// Rows of a table, or entries of another file.
    static let rows = 10_000
    /// Items and taxes of all entries.
    static let parts = 20_000
    /// Bytes of a value.
    static let valueBytes = 8_192
    /// Characters of a column's name, or bytes of an account's number, by which it is told from others.
    static let nameLength = 100
    /// Columns of a table that are read.
    static let columns = 100
    /// Rows that are shown as they would be recorded.
    static let shownEntries = 50
    /// Errors that are shown.
    static let shownErrors = 200
    /// Words for categories that are shown, or explained by a mapping.
    static let categoryWords = 200
    /// Imports of a user within ``period``.
    static let importsInPeriod = 50
    /// A day, in seconds.
    static let period = 86_400.0
    /// Imports that are listed.
    static let listedImports = 100
    /// Headers whose mappings are remembered for a user.
    static let mappings = 100
}
