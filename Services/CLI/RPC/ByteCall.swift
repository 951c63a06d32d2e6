import LarderClient
import NIOCore
import Synchronization

/// A call of any kind with messages as bytes.
struct ByteCall: Sendable {
    let method: MethodDescriptor
    let connection: RPCConnection
    let metadata: Metadata
    /// The time limit; nil for none.
    let timeout: Duration?
    /// The maximum size of a response, in bytes.
    let maximumSize: Int
    let report: CallReport

    /// Makes the call.
    /// - Parameter print: receives each response as it arrives.
    /// - Throws: the status of the call; errors of the requests.
    func run(_ requests: RequestReader, _ print: (ByteBuffer) throws -> Void) async throws {
        report.begins(method, on: connection, metadata)
        do {
            try await runOnce(requests, print)
            report.ends(.success(()))
        } catch {
            report.ends(.failure(error))
            throw error
        }
    }

    private func runOnce(_ requests: RequestReader, _ print: (ByteBuffer) throws -> Void) async throws {
        guard method.kind.hasSingleRequest else { return try await streaming(requests, try await token(), print) }
        // Errors in the request are reported first, since the user can correct them.
        let request = try await requests.single()
        let token = try await token()
        do {
            try await single(request, token, print)
        } catch let status as Status where status.reason == .tokenExpired && token != nil && report.received == 0 {
            try await single(request, try await connection.accessToken?(token), print)
        }
    }

    /// The session's access token, for methods that need one.
    private func token() async throws -> String? {
        guard method.access.admitsUsers, metadata[text: MetadataName.authorization] == nil else { return nil }
        return try await connection.accessToken?(nil)
    }

    private func single(
        _ request: ByteBuffer,
        _ token: String?,
        _ print: (ByteBuffer) throws -> Void
    ) async throws {
        let call = try await start(token, request: (request, true))
        defer { call.cancel() }
        report.sent(request.readableBytes)
        try await receive(call, print)
    }

    private func streaming(
        _ requests: RequestReader,
        _ token: String?,
        _ print: (ByteBuffer) throws -> Void
    ) async throws {
        let call = try await start(token, request: nil)
        defer { call.cancel() }
        let sender = SendFailure()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await send(requests, on: call)
                } catch {
                    // The end of the call reports it to the receiver of responses.
                    sender.note(error)
                    call.cancel()
                }
            }
            defer { group.cancelAll() }
            do {
                try await receive(call, print)
            } catch {
                // A request that could not be sent explains more than the cancellation it caused.
                guard let cause = sender.failure, (error as? Status)?.isRemote != true, !(cause is Status)
                else { throw error }
                throw cause
            }
        }
    }

    private func send(_ requests: RequestReader, on call: ClientCallHandle) async throws {
        try await requests.each { request in
            try await call.send(request)
            report.sent(request.readableBytes)
        }
        call.endSending()
    }

    private func start(_ token: String?, request: (bytes: ByteBuffer, end: Bool)?) async throws -> ClientCallHandle {
        let options = CallOptions(timeout: timeout, metadata: metadata, accessToken: token)
        return try await connection.raw.start(
            method.path,
            options: options,
            deadline: options.deadline(now: .now()),
            request: request
        )
    }

    private func receive(_ call: ClientCallHandle, _ print: (ByteBuffer) throws -> Void) async throws {
        while let response = try await call.receive() {
            if report.received == 0 { report.answers(with: await call.responseMetadata()) }
            report.received(response.readableBytes)
            guard response.readableBytes <= maximumSize else {
                throw Failure(
                    .limited,
                    .cli.rpcResponseTooLarge(number: response.readableBytes, limit: maximumSize),
                    reason: "MESSAGE_TOO_LARGE",
                    hint: .cli.rpcResponseTooLargeHint
                )
            }
            try print(response)
        }
        if method.kind.hasSingleResponse, report.received == 0 {
            throw Failure(
                .internalError,
                .cli.rpcResponseMissing,
                reason: "NO_RESPONSE"
            )
        }
    }
}

/// The error that prevented requests from being sent.
private final class SendFailure: Sendable {
    private let noted = Mutex<(any Error)?>(nil)

    var failure: (any Error)? { noted.withLock { $0 } }

    func note(_ error: any Error) { noted.withLock { $0 = error } }
}
