import Messages
import NIOCore
import RPC
import Wire

/// Methods and contexts of calls that no connection carries.
enum TestCall {
    static func method(_ access: AccessRule, service: String = "larder.test.v1.Test") -> MethodDescriptor {
        MethodDescriptor(
            service: service,
            name: "Do",
            kind: .unary,
            access: access,
            idempotency: .none,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )
    }

    static func context(token: String? = nil, peer: String? = nil, deadline: NIODeadline? = nil) -> CallContext {
        var metadata = Metadata()
        if let token { metadata.add(MetadataName.authorization, token) }
        return CallContext(
            method: "larder.test.v1.Test/Do",
            metadata: metadata,
            deadline: deadline,
            peerService: peer,
            trace: TraceContext()
        )
    }
}

/// The status that something fails with; nil when it does not.
func failure(_ body: () async throws -> Void) async -> Status? {
    do {
        try await body()
        return nil
    } catch {
        return error as? Status
    }
}
