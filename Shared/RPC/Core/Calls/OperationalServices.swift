/// The services about a program itself, which clients and servers treat apart from all others.
enum OperationalServices {
    /// Their names. Their few small calls are rejected neither for bytes in flight nor for lag: they are needed most while a
    /// server is overloaded.
    static let names: Set<String> = [
        "larder.rpc.v1.Health", "larder.rpc.v1.Diagnostics", "larder.rpc.v1.Reflection",
    ]

    /// The method by which channels watch the health of an instance. Its calls do not keep a connection from being idle.
    static let watchHealth = "larder.rpc.v1.Health/WatchHealth"
}
