/// The modules that hold what is generated of one package.
///
/// A package has a C module and a Swift module with its values and service stubs. The transport's own package is the
/// exception: its values are a module below the transport, and its service stubs one above it.
struct ModuleNames {
    /// The folder of the package's files in `Shared/Messages`.
    let folder: String
    /// The module of the C structures.
    let structures: String
    /// The module of the message types.
    let values: String
    /// The module of the clients and provider protocols.
    let stubs: String

    init(package: String) {
        folder = SwiftName.folder(ofPackage: package)
        let isTransport = package == "larder.rpc.v1"
        structures = "C\(folder)Messages"
        values = isTransport ? "\(folder)Values" : "\(folder)Messages"
        stubs = isTransport ? "\(folder)Stubs" : "\(folder)Messages"
    }

    /// The module of the structures of `google/protobuf/descriptor.proto`, which the generator shares.
    static let descriptorStructures = "CDescriptorMessages"
}
