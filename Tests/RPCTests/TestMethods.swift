import MessageCoding
import RPC
import RPCValues

typealias Echo = RPCMessages.EchoMessage

/// Methods that only tests have.
enum TestMethods {
    static func unary(_ name: String, idempotency: Idempotency = .none, access: AccessRule = .anyone)
        -> MethodDescriptor
    {
        method(name, .unary, idempotency, access)
    }

    static func method(
        _ name: String,
        _ kind: CallKind,
        _ idempotency: Idempotency = .none,
        _ access: AccessRule = .anyone
    ) -> MethodDescriptor {
        MethodDescriptor(
            service: "larder.test.v1.Test",
            name: name,
            kind: kind,
            access: access,
            idempotency: idempotency,
            request: Echo.descriptor,
            response: Echo.descriptor
        )
    }
}

extension RPCChannel {
    /// Calls a method of ``TestMethods`` with an empty message.
    @discardableResult
    func call(_ method: MethodDescriptor, _ options: CallOptions = CallOptions()) async throws -> Echo {
        try await unary(method, Echo(), options: options)
    }

    /// The status that a call fails with.
    func failure(of method: MethodDescriptor, _ options: CallOptions = CallOptions()) async -> Status? {
        do {
            try await call(method, options)
            return nil
        } catch {
            return error as? Status
        }
    }
}

extension Status {
    /// What is told to people and programs, without where it came from.
    var content: Status {
        Status(
            code,
            message,
            fieldViolations: fieldViolations,
            retryDelay: retryDelay,
            reason: reason,
            isUnprocessed: isUnprocessed
        )
    }
}
