import PostgresTestSupport

/// Files shipped with the program.
enum ShippedFiles {
    static let terms = Shell.repository + "/Services/Auth/Terms"
}
