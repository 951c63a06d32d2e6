import CPostgres
import Synchronization

/// Makes errors of what the server and libpq report.
extension PostgresError {
    /// The error in a failed `result`.
    /// - Parameter statementText: the statement's text, without values.
    init(result: OpaquePointer, statementText: String?) {
        let state = Self.field(CPostgresErrorFieldState, of: result)
        let report = String(cString: PQresultErrorMessage(result)).split(separator: "\n").first.map(String.init)
        let serverMessage = Self.field(CPostgresErrorFieldMessage, of: result) ?? report
        let code = Self.code(sqlState: state, serverMessage: serverMessage)
        self.init(code, "", sqlState: state)
        self.serverMessage = serverMessage
        self.statementText = statementText
        constraint = Self.field(CPostgresErrorFieldConstraint, of: result)
        table = Self.field(CPostgresErrorFieldTable, of: result)
        column = Self.field(CPostgresErrorFieldColumn, of: result)
        message = sentence(for: code)
        if code == .permissionDenied { Self.denials.add(1, ordering: .relaxed) }
    }

    private static let denials = Atomic<Int>(0)

    /// How often the database has refused this process something that its role may not do, such as reading another schema.
    package static var permissionDenials: Int { denials.load(ordering: .relaxed) }

    /// The error of a connection that couldn't be opened or that broke.
    /// - Parameter report: libpq's message, which can have several lines; only the first is kept.
    init(connectionReport report: String) {
        let firstLine = report.split(separator: "\n").first.map(String.init) ?? "the connection was closed"
        if firstLine.contains("authentication failed") || firstLine.contains("no password supplied") {
            self.init(.authenticationFailed, "PostgreSQL refused the credentials: \(firstLine)")
        } else if firstLine.contains("permission denied for database") {
            self.init(.permissionDenied, "PostgreSQL refused the role: \(firstLine)")
        } else {
            self.init(.unavailable, "PostgreSQL can't be reached: \(firstLine)")
        }
    }

    private static func field(_ field: CPostgresErrorField, of result: OpaquePointer) -> String? {
        CPostgres_errorField(result, field).map { String(cString: $0) }
    }

    private static func code(sqlState: String?, serverMessage: String?) -> Code {
        guard let sqlState else { return .unavailable }
        if let code = codesByState[sqlState] { return code }
        switch sqlState {
        case "57014": return serverMessage?.contains("timeout") == true ? .timeout : .cancelled
        case _ where sqlState.hasPrefix("08"): return .unavailable
        case _ where sqlState.hasPrefix("28"): return .authenticationFailed
        default: return .server
        }
    }

    // PostgreSQL documentation, appendix A "PostgreSQL Error Codes".
    private static let codesByState: [String: Code] = [
        "23502": .notNullViolation,
        "23503": .foreignKeyViolation,
        "23505": .uniqueViolation,
        "23514": .checkViolation,
        "23P01": .exclusionViolation,
        "25P02": .transactionAborted,
        "25P03": .unavailable,
        "40001": .serializationFailure,
        "40P01": .deadlock,
        "42501": .permissionDenied,
        "53300": .unavailable,
        "55P03": .timeout,
        "57P01": .unavailable,
        "57P02": .unavailable,
        "57P03": .unavailable,
        "57P05": .unavailable,
    ]

    private func sentence(for code: Code) -> String {
        let place = table.map { " of table \($0)" } ?? ""
        switch code {
        case .uniqueViolation: return "a row with that key exists already\(constraintPhrase)\(place)"
        case .foreignKeyViolation:
            return "a row that is referred to is missing or still in use\(constraintPhrase)\(place)"
        case .checkViolation: return "a value isn't allowed\(constraintPhrase)\(place)"
        case .exclusionViolation: return "the row is in conflict with another one\(constraintPhrase)\(place)"
        case .notNullViolation: return "column \(column ?? "?")\(place) needs a value"
        case .unavailable: return "PostgreSQL broke the connection: \(serverMessage ?? "the connection was closed")"
        case .server where sqlState?.hasPrefix("22") == true:
            // Messages of class 22 (data exception) quote the value.
            return "the database rejected a value"
        case .server where sqlState == "P0001": return "the database rejected the statement"
        default: return serverMessage ?? "the database rejected the statement"
        }
    }

    private var constraintPhrase: String { constraint.map { " (constraint \($0))" } ?? "" }
}
