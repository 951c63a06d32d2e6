import RPC
import ServiceKit

/// Forwards the calls of a method that several services have to the one that each call names.
struct SharedMethodRoute: Sendable {
    let method: MethodDescriptor
    /// By the names of the services.
    let forwarders: [String: Forwarder]

    /// The way of the method's calls; access rules and limits come before it, as for any other method.
    var route: ServerRoute {
        ServerRoute(method: method) { call, context in
            guard let target = context.metadata(text: "target-service"), let forwarder = forwarders[target] else {
                let names = forwarders.keys.sorted().joined(separator: ", ")
                throw Status(
                    .invalidArgument,
                    .gateway.targetService(header: MetadataName.targetService, services: names),
                    reason: .unknownTarget
                )
            }
            try await forwarder.serve(call, context)
        }
    }
}

extension StatusReason {
    /// A method that several services have was called without the name of one of them.
    static let unknownTarget: StatusReason = "UNKNOWN_TARGET"
}
