import Postgres
import RPC
import ServiceKit
import Testing

@Suite("The status of a failure of the database")
struct DatabaseStatusTests {
    @Test(
        "faults of a program are internal, without details",
        arguments: [PostgresError.Code.server, .permissionDenied, .decoding, .uniqueViolation, .configuration]
    )
    func faults(_ code: PostgresError.Code) {
        var error = PostgresError(code, "table secret")
        error.serverMessage = "row (secret)"
        #expect(error.status == Status(.internalError, "Something went wrong on our side. Please try again later."))
    }

    @Test(
        "a database that cannot be reached may be tried again",
        arguments: [PostgresError.Code.unavailable, .poolExhausted, .timeout, .closed, .authenticationFailed]
    )
    func unavailable(_ code: PostgresError.Code) {
        let status = PostgresError(code, "secret").status
        #expect(status.code == .unavailable)
        #expect(status.reason == "DATABASE_UNAVAILABLE")
        #expect(status.retryDelay == .seconds(1))
        #expect(!status.message.contains("secret"))
    }

    @Test("transactions in conflict are aborted", arguments: [PostgresError.Code.serializationFailure, .deadlock])
    func conflict(_ code: PostgresError.Code) {
        #expect(PostgresError(code, "x").status.code == .aborted)
        #expect(PostgresError(code, "x").status.reason == "CONCURRENT_CHANGE")
    }

    @Test("a statement that was cancelled ends the call as cancelled")
    func cancelled() {
        #expect(PostgresError(.cancelled, "x").status.code == .cancelled)
    }
}
