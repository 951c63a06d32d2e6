import ArgumentParser

/// The options that select a server and the certificate to present.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Server to use: its address, or a service's name, whose address the profile (client.json) has. By default the "
                + "gateway; the catalog for larder operator, auth for larder operator keys; required for larder operator "
                + "events.",
            valueName: "host:port|name"
        )
    )
    var server: [String] = []

    @Option(help: ArgumentHelp("The service name required in its certificate.", valueName: "service"))
    var expect: String?

    @Option(help: ArgumentHelp("The DNS name or IP address required in its certificate.", valueName: "name"))
    var serverName: String?

    @Option(help: ArgumentHelp("Certificate to present, a PEM file; requires --key.", valueName: "path"))
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of that certificate, a PEM file.", valueName: "path"))
    var key: String?

    @Flag(name: .customLong("operator"), help: "Present the operator's certificate, which the profile names.")
    var asOperator = false

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key must be given together.")
        }
        guard certificate == nil || !asOperator else {
            throw ValidationError("--operator and --certificate both select a certificate; give only one.")
        }
        guard expect == nil || serverName == nil else {
            throw ValidationError("--expect and --server-name both set the expected identity; give only one.")
        }
    }
}
