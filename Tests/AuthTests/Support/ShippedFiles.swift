import PostgresTestSupport

/// Files that belong to the program.
enum ShippedFiles {
    static let terms = Shell.repository + "/Services/Auth/Terms"
}
