import AsyncHTTPClient
package import Foundation
package import Foundations
import NIOCore
import NIOHTTP1

/// Calls to a provider of the world beyond: to hosts that are listed, within a time, retried, and paused while it fails.
///
/// Redirects are not followed, so that no provider leads to a host that is not listed. Queries may have secrets: neither addresses
/// nor responses are logged.
package struct OutsideProvider: Sendable {
    /// How a provider is called.
    package struct Policy: Sendable {
        /// The hosts that may be called, in lower case.
        package var hosts: Set<String>
        /// The most time of an attempt, with its response.
        package var timeLimit = Duration.seconds(20)
        /// The most attempts of a call.
        package var attempts = 3
        /// The pauses between attempts.
        package var backoff = Backoff.doubling(from: .seconds(1), to: .seconds(30))
        /// The largest response, in bytes.
        package var mostBytes = 8 << 20
        /// After how many failed attempts in a row nothing is called for a while.
        package var failureLimit = 6
        /// For how long nothing is called then.
        package var pause = Duration.seconds(300)
        /// Whether a simulator on this machine may be called, without TLS.
        package var allowsLoopback = false

        /// The usual settings.
        package init(hosts: Set<String>) { self.hosts = hosts }
    }

    /// A response that has arrived whole.
    package struct Response: Sendable {
        /// The status of HTTP.
        package let status: Int
        /// The body.
        package let body: [UInt8]
    }

    private let policy: Policy
    private let breaker: CircuitBreaker
    private let clock: any WallClock

    /// A provider that has not been called yet.
    /// - Parameter clock: When attempts are made again.
    package init(_ policy: Policy, clock: any WallClock = SystemWallClock()) {
        self.policy = policy
        self.clock = clock
        breaker = CircuitBreaker(failureLimit: policy.failureLimit, pause: policy.pause)
    }

    /// Whether calls are paused, since attempts have failed.
    package var isPaused: Bool { breaker.isOpen(at: clock.now) }

    /// Gets what an address has. Attempts that fail for a reason that may pass are made again.
    /// - Parameters:
    ///   - address: `https://` with a listed host.
    ///   - attempting: Runs before each attempt, such as to count it; what it throws ends the call.
    /// - Returns: A response with a status below 500 other than 408 and 429.
    /// - Throws: ``OutsideError``; what `attempting` throws; `CancellationError`.
    package func get(
        _ address: URL,
        attempting: () async throws -> Void = {}
    ) async throws -> Response {
        try check(address)
        var failures = 0
        while true {
            guard breaker.allowsCall(at: clock.now) else { throw OutsideError.paused }
            try await attempting()
            do {
                let response = try await attempt(address)
                breaker.recordSuccess()
                return response
            } catch let error as OutsideError where error.mayPass {
                breaker.recordFailure(at: clock.now)
                failures += 1
                guard failures < policy.attempts else { throw error }
                try await clock.sleep(for: policy.backoff.delay(afterFailures: failures))
            }
        }
    }

    /// - Throws: ``OutsideError/notAllowed`` unless the address may be called.
    private func check(_ address: URL) throws(OutsideError) {
        let host = address.host()?.lowercased() ?? ""
        guard policy.hosts.contains(host), address.user() == nil, address.password() == nil else { throw .notAllowed }
        if policy.allowsLoopback, address.scheme == "http", host == "127.0.0.1" { return }
        guard address.scheme == "https", address.port ?? 443 == 443 else { throw .notAllowed }
    }

    private func attempt(_ address: URL) async throws -> Response {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.decompression = .disabled
        // Calls are rare: a client of its own for each leaves no connection behind.
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome: Result<Response, any Error>
        do {
            outcome = .success(try await send(address, with: client))
        } catch {
            outcome = .failure(error)
        }
        try? await client.shutdown()
        try Task.checkCancellation()
        do {
            return try outcome.get()
        } catch let error as OutsideError {
            throw error
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw OutsideError.timedOut
        } catch {
            throw OutsideError.unreachable
        }
    }

    private func send(_ address: URL, with client: HTTPClient) async throws -> Response {
        var request = HTTPClientRequest(url: address.absoluteString)
        request.headers.add(name: "user-agent", value: "Larder")
        let limit = TimeAmount.nanoseconds(Int64(policy.timeLimit / .nanoseconds(1)))
        let response = try await client.execute(request, deadline: .now() + limit)
        let status = Int(response.status.code)
        guard status < 500, status != 408, status != 429 else { throw OutsideError.failed(status: status) }
        do {
            let body = try await response.body.collect(upTo: policy.mostBytes)
            return Response(status: status, body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw OutsideError.tooLarge(status: status)
        }
    }
}

/// Why a provider could not be called.
package enum OutsideError: Error, Equatable {
    /// The address is not of a listed host.
    case notAllowed
    /// Attempts have failed, and nothing is called for a while.
    case paused
    /// It took too long.
    case timedOut
    /// It could not be connected to, or the connection ended.
    case unreachable
    /// The response was too large.
    case tooLarge(status: Int)
    /// It responded that it cannot respond now.
    case failed(status: Int)

    /// Whether another attempt may succeed.
    var mayPass: Bool {
        switch self {
        case .timedOut, .unreachable, .failed: true
        case .notAllowed, .paused, .tooLarge: false
        }
    }
}
