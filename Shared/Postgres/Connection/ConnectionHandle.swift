import CPostgres
import Glibc

/// Sole owner of a libpq connection. Used by one task at a time.
final class ConnectionHandle {
    let pointer: OpaquePointer
    /// False once the connection broke or its protocol state is unknown; then it only can be dropped.
    private(set) var isUsable = true

    private init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit {
        // PQfinish sends a farewell in blocking mode. With the socket shut down it can't wait for a peer that doesn't
        // read; a connection in order has an empty send buffer and says goodbye at once.
        if !isUsable || PQtransactionStatus(pointer) != PQTRANS_IDLE { shutDownSocket() }
        PQfinish(pointer)
    }

    /// Opens a connection.
    /// - Throws: `PostgresError` with `unavailable`, `authenticationFailed` or `permissionDenied`.
    static func open(
        _ configuration: PostgresConfiguration,
        until deadline: OperationDeadline
    ) async throws -> ConnectionHandle {
        let address = try await HostResolution.address(of: configuration.host)
        let handle = try start(configuration.connectionParameters(address: address))
        CPostgres_silenceNotices(handle.pointer)
        var step = PGRES_POLLING_WRITING
        while step != PGRES_POLLING_OK {
            guard step != PGRES_POLLING_FAILED, PQstatus(handle.pointer) != CONNECTION_BAD else {
                throw handle.connectionError()
            }
            let interest: SocketPoller.Interest = step == PGRES_POLLING_READING ? .readable : .writable
            switch await handle.wait(for: interest, until: deadline) {
            case .ready, .failed: step = PQconnectPoll(handle.pointer)
            case .timedOut:
                handle.invalidate()
                throw PostgresError(.unavailable, "PostgreSQL at \(configuration.host) didn't answer in time")
            }
        }
        guard PQsetnonblocking(handle.pointer, 1) == 0 else { throw handle.connectionError() }
        return handle
    }

    private static func start(_ parameters: [(keyword: String, value: String)]) throws -> ConnectionHandle {
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        let pointer = PQconnectStartParams(
            keywords.map { UnsafePointer($0) } + [nil],
            values.map { UnsafePointer($0) } + [nil],
            0
        )
        guard let pointer else { throw PostgresError(.unavailable, "libpq has no memory for a connection") }
        return ConnectionHandle(pointer)
    }

    /// Waits on the socket, whichever it is now.
    nonisolated(nonsending) func wait(for interest: SocketPoller.Interest, until deadline: OperationDeadline) async -> SocketPoller.Outcome {
        await SocketPoller.shared.wait(for: interest, on: PQsocket(pointer), until: deadline)
    }

    /// Waits until the server has sent a whole result, sending what is still to be sent meanwhile.
    nonisolated(nonsending) func waitForResult(until deadline: OperationDeadline) async throws {
        var unsent = PQflush(pointer)
        while PQisBusy(pointer) == 1 {
            guard unsent >= 0 else { throw brokenError() }
            let outcome = await wait(for: unsent == 1 ? [.readable, .writable] : .readable, until: deadline)
            guard outcome != .timedOut else {
                invalidate()
                throw PostgresError(.timeout, "PostgreSQL didn't answer in time; the connection is dropped")
            }
            // A failure shows in the result that follows, with the server's reason where it sent one.
            if PQconsumeInput(pointer) == 0 { invalidate() }
            unsent = isUsable ? PQflush(pointer) : 0
        }
    }

    /// Reads what has come unasked, such as notifications or the server's farewell.
    /// - Returns: whether the connection still stands.
    func absorbInput() -> Bool {
        guard isUsable else { return false }
        var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
        // The end of the stream stays readable behind the server's last words, so one reading isn't enough.
        for _ in 0..<8 where isUsable && poll(&descriptor, 1, 0) > 0 {
            if PQconsumeInput(pointer) == 0 || PQisBusy(pointer) == 1 { invalidate() }
        }
        if PQstatus(pointer) != CONNECTION_OK { invalidate() }
        return isUsable
    }

    /// Gives the connection up: its socket is shut down, so nothing can wait for the peer any more.
    func invalidate() {
        isUsable = false
        shutDownSocket()
    }

    /// The error of a connection that couldn't be opened, in libpq's words.
    func connectionError() -> PostgresError {
        invalidate()
        return PostgresError(connectionReport: String(cString: PQerrorMessage(pointer)))
    }

    /// The error of a connection that broke; gives it up.
    func brokenError() -> PostgresError {
        invalidate()
        let report = String(cString: PQerrorMessage(pointer)).split(separator: "\n").first.map(String.init)
        return PostgresError(.unavailable, "PostgreSQL broke the connection: \(report ?? "no reason given")")
    }

    private func shutDownSocket() {
        let descriptor = PQsocket(pointer)
        if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
}
