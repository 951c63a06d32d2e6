import NIOCore
import RPC
import RPCValues
import ServiceKit
import Wire

/// Methods and contexts of calls that no connection carries.
enum TestCall {
    static func method(
        _ access: AccessRule,
        requiring requirements: UserRequirements = .none,
        service: String = "larder.test.v1.Test"
    ) -> MethodDescriptor {
        MethodDescriptor(
            service: service,
            name: "Do",
            kind: .unary,
            access: access,
            requirements: requirements,
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

extension AdmissionPolicy {
    /// What this decides about a call.
    func decide(
        _ method: MethodDescriptor,
        peer: String? = nil,
        steady: Metadata = Metadata(),
        metadata: Metadata = Metadata()
    ) async -> Result<VerifiedUser?, any Error> {
        let template = CallTemplate(method: method.path, metadata: steady)
        guard let rule = admission(for: Peer(service: peer)).rule(for: method, template) else {
            return .success(nil)
        }
        return await rule.decide(metadata)
    }
}

extension AdmissionRule {
    /// What this decides about a call, once that is known.
    func decide(_ metadata: Metadata) async -> Result<VerifiedUser?, any Error> {
        var call = IncomingCall(metadata: metadata, now: .now())
        switch decide(&call) {
        case .admit: return .success(call.verifiedUser)
        case .reject(let status): return .failure(status)
        case .wait(let decision):
            do { return .success(try await decision() as? VerifiedUser) } catch { return .failure(error) }
        }
    }
}

extension Result where Failure == any Error {
    /// The status of a rejection; nil when there is none.
    var refusal: Status? {
        if case .failure(let error) = self { error as? Status } else { nil }
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
