import CPostgres

/// One session with the server, lent by a pool for the time of a closure.
///
/// Statements run one after the other, however many tasks use the connection. Cancelling the task that waits for a
/// statement cancels the statement in the server; the connection goes on unless the server doesn't react.
package actor PostgresConnection {
    /// How many prepared statements a connection keeps.
    static let preparedStatementLimit = 256

    private let handle: ConnectionHandle
    private let cancellationKey: CancellationKey
    private var prepared = PreparedStatements(capacity: PostgresConnection.preparedStatementLimit)
    /// The statement that begins a transaction, until it was sent with the first statement of that transaction.
    private var unsentBegin: Statement?
    private var isBusy = false
    private var turnQueue: [CheckedContinuation<Void, Never>] = []

    private init(_ handle: sending ConnectionHandle) {
        cancellationKey = CancellationKey(of: handle.pointer)
        self.handle = handle
    }

    /// Opens a connection within `configuration.connectTimeout`; cancelling the task cancels that.
    static func open(_ configuration: PostgresConfiguration) async throws -> PostgresConnection {
        let deadline = OperationDeadline(after: configuration.connectTimeout)
        return try await withTaskCancellationHandler {
            do {
                return PostgresConnection(try await ConnectionHandle.open(configuration, until: deadline))
            } catch {
                try Task.checkCancellation()
                throw error
            }
        } onCancel: {
            deadline.shorten(to: .now)
        }
    }

    /// Runs `statement` and returns its rows.
    /// - Throws: `PostgresError`, or `CancellationError` when the task was cancelled.
    package func query(_ statement: Statement) async throws -> [Row] {
        try await run([statement])[0].rows
    }

    /// Runs `statement` and returns how many rows it changed or returned.
    /// - Throws: `PostgresError`, or `CancellationError` when the task was cancelled.
    @discardableResult
    package func execute(_ statement: Statement) async throws -> Int {
        try await run([statement])[0].affectedRows
    }

    /// Runs all `statements` in one round trip. Outside of a transaction they are one: all take effect or none does.
    /// - Returns: the rows of each statement.
    /// - Throws: `PostgresError` of the first statement that failed, or `CancellationError`.
    @discardableResult
    package func pipeline(_ statements: [Statement]) async throws -> [[Row]] {
        try await run(statements).map(\.rows)
    }

    /// Runs a script of several statements without values, such as a migration.
    /// - Throws: `PostgresError`, or `CancellationError` when the task was cancelled.
    package func executeScript(_ sql: String) async throws {
        try await cancellable { connection, deadline in
            try await connection.exchangeScript(sql, until: deadline)
        }
    }
}

// MARK: - Use by the pool

extension PostgresConnection {
    /// Runs `statements` in one round trip.
    /// - Parameters:
    ///   - begin: begins a transaction with the first of them; nil to stay as the connection is.
    ///   - isCancellable: false for what must be done although the task is cancelled, such as a roll-back.
    ///   - deadline: when to cancel and drop the connection.
    func run(
        _ statements: [Statement],
        beginning begin: Statement? = nil,
        isCancellable: Bool = true,
        until deadline: OperationDeadline = OperationDeadline()
    ) async throws -> [ResultTable] {
        for statement in statements { try statement.validate() }
        guard !statements.isEmpty else { return [] }
        guard isCancellable else {
            await takeTurn()
            defer { endTurn() }
            return try await perform(statements, beginning: begin, until: deadline)
        }
        return try await cancellable(until: deadline) { connection, deadline in
            try await connection.perform(statements, beginning: begin, until: deadline)
        }
    }

    /// Whether a transaction is open, in order or failed, or begins with the next statement.
    var isInTransaction: Bool { unsentBegin != nil || PQtransactionStatus(handle.pointer) != PQTRANS_IDLE }

    /// Begins a transaction with the next statement, which saves a round trip.
    /// - Throws: `PostgresError` when a transaction is open already.
    func begin(_ statement: Statement) throws {
        guard !isInTransaction else { throw PostgresError.transactionIsOpen }
        unsentBegin = statement
    }

    /// Commits the transaction. A cancelled task waits for it, since an interrupted commit may have taken effect.
    /// - Throws: `PostgresError`, with `transactionAborted` when one of the statements had failed.
    func commit() async throws {
        guard unsentBegin.take() == nil else { return }
        // Outside of a transaction the server would call COMMIT a success, too.
        guard isInTransaction else {
            throw PostgresError(.transactionAborted, "the transaction was ended before it could be committed")
        }
        let outcome = try await run(["COMMIT"], isCancellable: false)
        guard outcome.first?.commandTag == "COMMIT" else {
            throw PostgresError(.transactionAborted, "the transaction was rolled back: one of its statements failed")
        }
    }

    /// Rolls the transaction back, if one is open. The server does it by itself when the connection is broken.
    func rollBack() async {
        guard unsentBegin.take() == nil, isInTransaction else { return }
        _ = try? await run(["ROLLBACK"], isCancellable: false)
    }

    /// Runs `statements` in one round trip, in a transaction of their own that changes nothing.
    /// - Returns: the rows of each statement, which all see the same state.
    func snapshot(_ statements: [Statement]) async throws -> [[Row]] {
        guard !isInTransaction else { throw PostgresError.transactionIsOpen }
        let begin: Statement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        return try await run(statements + ["COMMIT"], beginning: begin).dropLast().map(\.rows)
    }

    /// Whether the connection stands, as far as can be seen without asking the server.
    func checkIsUsable() -> Bool { !isBusy && handle.absorbInput() }

    /// Brings the connection into the state in which another caller may have it.
    /// - Returns: false when that isn't possible.
    func reset() async -> Bool {
        guard !isBusy, handle.isUsable else { return false }
        await rollBack()
        return handle.isUsable && !isBusy && !isInTransaction
    }

    /// Waits for notifications; the connection must have run `LISTEN`.
    /// - Returns: what was received; nothing when `deadline` has passed.
    /// - Throws: `PostgresError.Code.unavailable` when the connection broke.
    func notifications(until deadline: OperationDeadline) async throws -> [PostgresNotification] {
        while true {
            guard PQconsumeInput(handle.pointer) == 1 else { throw handle.brokenError() }
            var received: [PostgresNotification] = []
            while let notification = PQnotifies(handle.pointer) {
                received.append(PostgresNotification(notification.pointee))
                PQfreemem(notification)
            }
            if !received.isEmpty { return received }
            switch await handle.wait(for: .readable, until: deadline) {
            case .ready: continue
            case .timedOut: return []
            case .failed: throw handle.brokenError()
            }
        }
    }

    /// The verifier to store for a role's password, so that the password itself isn't sent or logged.
    func scramVerifier(password: String, role: String) throws -> String {
        guard let verifier = PQencryptPasswordConn(handle.pointer, password, role, "scram-sha-256") else {
            throw PostgresError(.configuration, "libpq can't make a password verifier for role \(role)")
        }
        defer { PQfreemem(verifier) }
        return String(cString: verifier)
    }
}

// MARK: - One operation at a time

extension PostgresConnection {
    private func takeTurn() async {
        if !isBusy {
            isBusy = true
        } else {
            await withCheckedContinuation { turnQueue.append($0) }
        }
    }

    private func endTurn() {
        if turnQueue.isEmpty {
            isBusy = false
        } else {
            turnQueue.removeFirst().resume()
        }
    }

    private func cancellable<Result: Sendable>(
        until deadline: OperationDeadline = OperationDeadline(),
        _ operation: (isolated PostgresConnection, OperationDeadline) async throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        await takeTurn()
        defer { endTurn() }
        try Task.checkCancellation()
        let cancellation = ServerCancellation(key: cancellationKey, deadline: deadline)
        do {
            let result = try await withTaskCancellationHandler {
                try await operation(self, deadline)
            } onCancel: {
                cancellation.request()
            }
            if !(await cancellation.seal()) { handle.invalidate() }
            return result
        } catch {
            if !(await cancellation.seal()) { handle.invalidate() }
            let wasStopped = (error as? PostgresError).map { $0.code == .cancelled || $0.code == .timeout } ?? false
            throw cancellation.isRequested && wasStopped ? CancellationError() : error
        }
    }
}

// MARK: - The protocol

extension PostgresConnection {
    /// - Parameter begin: goes ahead of the statements, as does the one that is still unsent.
    private func perform(
        _ statements: [Statement],
        beginning begin: Statement?,
        until deadline: OperationDeadline
    ) async throws -> [ResultTable] {
        let unsent = unsentBegin.take()
        guard let begin = begin ?? unsent else {
            return try await exchangeRetryingStalePlan(statements, until: deadline)
        }
        do {
            let results = try await exchangeRetryingStalePlan([begin] + statements, until: deadline, isWhole: true)
            return Array(results.dropFirst())
        } catch {
            // What follows must not run outside of a transaction because this one could not begin.
            if handle.isUsable, PQtransactionStatus(handle.pointer) == PQTRANS_IDLE { unsentBegin = unsent }
            throw error
        }
    }

    // A migration can change a table under a prepared statement. Outside of a transaction, and with the first statements
    // of one, the statement is simply prepared again; later the transaction has failed and the next one will do better.
    /// - Parameter isWhole: whether a transaction that is open afterwards began with these statements.
    private func exchangeRetryingStalePlan(
        _ statements: [Statement],
        until deadline: OperationDeadline,
        isWhole: Bool = false
    ) async throws -> [ResultTable] {
        do {
            return try await exchange(statements, until: deadline)
        } catch let error as PostgresError where error.isStalePlan {
            // The names aren't reused, so what the server still holds under them does no harm.
            prepared.removeAll()
            if isInTransaction {
                guard isWhole else { throw error }
                _ = try await exchange(["ROLLBACK"], until: deadline)
            }
            return try await exchange(statements, until: deadline)
        }
    }

    private func exchange(_ statements: [Statement], until deadline: OperationDeadline) async throws -> [ResultTable] {
        guard handle.absorbInput() else { throw handle.brokenError() }
        let sender = PipelineSender(connection: handle.pointer)
        guard let steps = sender.send(statements, prepared: &prepared) else { throw handle.brokenError() }
        var results: [ResultTable] = []
        var failure: PostgresError?
        for step in steps {
            let result = try await nextResult(until: deadline)
            let isDone = take(result, for: step, statements: statements, results: &results, failure: &failure)
            guard isDone, PQgetResult(handle.pointer) == nil else { throw brokenError(after: failure) }
        }
        let end = try await nextResult(until: deadline)
        let status = PQresultStatus(end)
        PQclear(end)
        guard status == PGRES_PIPELINE_SYNC, PQexitPipelineMode(handle.pointer) == 1 else {
            throw brokenError(after: failure)
        }
        if let failure { throw failure }
        return results
    }

    private func brokenError(after failure: PostgresError?) -> PostgresError {
        let error = handle.brokenError()
        return failure ?? error
    }

    private func nextResult(until deadline: OperationDeadline) async throws -> OpaquePointer {
        try await handle.waitForResult(until: deadline)
        guard let result = PQgetResult(handle.pointer) else { throw handle.brokenError() }
        return result
    }

    /// Takes over `result`.
    /// - Returns: false when the connection broke.
    private func take(
        _ result: OpaquePointer,
        for step: PipelineSender.Step,
        statements: [Statement],
        results: inout [ResultTable],
        failure: inout PostgresError?
    ) -> Bool {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            guard case .execute(_, let key) = step else {
                PQclear(result)
                return true
            }
            let known = prepared.columns(of: key)
            let table = ResultTable(result, knownColumns: known)
            if known == nil { prepared.remember(table.columns, of: key) }
            results.append(table)
            return true
        case PGRES_PIPELINE_ABORTED:
            if case .prepare(let key) = step { prepared.remove(key) }
            PQclear(result)
            return true
        default:
            var text: String?
            switch step {
            case .prepare(let key):
                prepared.remove(key)
                text = key.sql
            case .execute(let index, _): text = statements[index].sql
            case .deallocate: break
            }
            failure = failure ?? PostgresError(result: result, statementText: text)
            PQclear(result)
            if PQstatus(handle.pointer) != CONNECTION_OK || !handle.isUsable { handle.invalidate() }
            return handle.isUsable
        }
    }

    private func exchangeScript(_ sql: String, until deadline: OperationDeadline) async throws {
        if unsentBegin != nil { _ = try await perform([], beginning: nil, until: deadline) }
        guard handle.absorbInput(), PQsendQuery(handle.pointer, sql) == 1 else { throw handle.brokenError() }
        var failure: PostgresError?
        while true {
            try await handle.waitForResult(until: deadline)
            guard let result = PQgetResult(handle.pointer) else { break }
            let status = PQresultStatus(result)
            if status == PGRES_FATAL_ERROR { failure = failure ?? PostgresError(result: result, statementText: nil) }
            PQclear(result)
            if status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH {
                handle.invalidate()
                throw PostgresError(.server, "COPY isn't supported in a script")
            }
        }
        if PQstatus(handle.pointer) != CONNECTION_OK { handle.invalidate() }
        if let failure { throw failure }
        guard handle.isUsable else { throw handle.brokenError() }
    }
}

extension PostgresError {
    fileprivate static var transactionIsOpen: PostgresError {
        PostgresError(.server, "a transaction is open on this connection already", sqlState: "25001")
    }

    /// A prepared statement that no longer fits its tables, or that the server has forgotten.
    fileprivate var isStalePlan: Bool {
        sqlState == "26000" || (sqlState == "0A000" && serverMessage?.contains("cached plan") == true)
    }
}

extension Statement {
    fileprivate func validate() throws {
        for (index, parameter) in parameters.enumerated() {
            guard case .invalid(let reason) = parameter.value else { continue }
            var error = PostgresError(.encoding, "parameter \(index + 1) can't be sent: \(reason)")
            error.statementText = sql
            throw error
        }
    }
}
