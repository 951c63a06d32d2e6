import ArgumentParser

/// The options that select a server and the certificate to present.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            .cli.serverServer(file: "client.json"),
            valueName: .cli.valueServer
        )
    )
    var server: [String] = []

    @Option(help: ArgumentHelp(.cli.serverExpect, valueName: .cli.valueService))
    var expect: String?

    @Option(help: ArgumentHelp(.cli.serverServerName, valueName: .cli.valueName))
    var serverName: String?

    @Option(help: ArgumentHelp(.cli.serverCertificate, valueName: .cli.valuePath))
    var certificate: String?

    @Option(help: ArgumentHelp(.cli.serverKey, valueName: .cli.valuePath))
    var key: String?

    @Flag(name: .customLong("operator"), help: ArgumentHelp(.cli.serverOperator))
    var asOperator = false

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError(.cli.serverKeyRule)
        }
        guard certificate == nil || !asOperator else {
            throw ValidationError(.cli.serverCertificateRule)
        }
        guard expect == nil || serverName == nil else {
            throw ValidationError(.cli.serverIdentityRule)
        }
    }
}
