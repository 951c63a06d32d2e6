import RPC

extension Sequence<ServiceDescriptor> {
    /// The names of a service's methods that users may call, whether they are signed in or not, without those for staff.
    /// - Parameter service: Such as "budget".
    package func userMethods(of service: String) -> Set<String> {
        let methods = filter { $0.name.hasPrefix("larder.\(service).") }.flatMap(\.methods)
        return Set(
            methods.filter { ($0.access == .anyone || $0.access.admitsUsers) && $0.requirements.roles.isEmpty }
                .map(\.name)
        )
    }
}
