package import RPC
import RPCStubs
package import RPCValues

/// Describes to callers the methods of a program that they may call, and their messages.
package struct ReflectionService: RPCMessages.ReflectionProvider {
    /// The identity that sees everything: the person who runs the platform, not a service of it.
    package static let operatorName = "operator"

    private let services: [ServiceDescriptor]

    /// Describes these services, and itself.
    package init(services: [ServiceDescriptor]) {
        self.services = (services + [RPCMessages.ReflectionService.descriptor]).sorted { $0.name < $1.name }
    }

    /// Lists the services and methods that the caller may call.
    package func listServices(
        _ request: RPCMessages.ListServicesRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListServicesResponse {
        .init(services: visible(to: context).map { RPCMessages.ServiceDescription($0) })
    }

    /// Describes a service, method or message that the caller may see.
    package func describeSymbol(
        _ request: RPCMessages.DescribeSymbolRequest,
        context: CallContext
    ) async throws -> RPCMessages.Schema {
        guard let schema = RPCMessages.Schema.describing(request.symbol, in: visible(to: context)) else {
            throw Status(.notFound, .services.noSuchSymbol, reason: .unknownSymbol)
        }
        return schema
    }

    /// The services with only those methods that the caller may call.
    private func visible(to context: CallContext) -> [ServiceDescriptor] {
        services.compactMap { service in
            let methods = service.methods.filter { ReflectionService.may(context, call: $0) }
            return methods.isEmpty ? nil : ServiceDescriptor(name: service.name, methods: methods)
        }
    }

    private static func may(_ caller: CallContext, call method: MethodDescriptor) -> Bool {
        if caller.peerService == operatorName { return true }
        let isAmong = { (services: [String]) in caller.peerService.map(services.contains) ?? false }
        return switch method.access {
        case .anyone: true
        case .user: caller.verifiedUser != nil
        case .services(let services): isAmong(services)
        case .userOrServices(let services): caller.verifiedUser != nil || isAmong(services)
        }
    }
}

extension StatusReason {
    /// No service, method or type has this name.
    static let unknownSymbol: StatusReason = "UNKNOWN_SYMBOL"
}
