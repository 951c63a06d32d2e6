extension RPCServer: DiagnosableServer {
    public func snapshot(maximumConnections limit: Int) async -> ServerSnapshot {
        ServerSnapshot(address: "port \(port)", age: .zero)
    }
}
