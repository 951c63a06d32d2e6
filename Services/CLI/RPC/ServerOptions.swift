import ArgumentParser

/// Which server to talk to, and as whom.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A server in place of the gateway: where it listens, or a name from the profile.",
            valueName: "host:port|name"
        )
    )
    var server: [String] = []

    @Option(help: ArgumentHelp("The service that its certificate must name.", valueName: "service"))
    var expect: String?

    @Option(help: ArgumentHelp("The DNS name or IP address that its certificate must carry.", valueName: "name"))
    var serverName: String?

    @Option(help: ArgumentHelp("The certificate to show, a PEM file; with --key.", valueName: "path"))
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of that certificate, a PEM file.", valueName: "path"))
    var key: String?

    @Flag(name: .customLong("operator"), help: "Show the operator's certificate, which the profile names.")
    var asOperator = false

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together: the certificate and its private key.")
        }
        guard certificate == nil || !asOperator else {
            throw ValidationError("--operator and --certificate both say which certificate to show; give one of them.")
        }
        guard expect == nil || serverName == nil else {
            throw ValidationError("--expect and --server-name both say whom to expect; give one of them.")
        }
    }
}
