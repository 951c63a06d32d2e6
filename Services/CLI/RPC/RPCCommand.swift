import ArgumentParser

/// Commands for developers and operators: inspects servers and calls methods.
struct RPCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpc",
        abstract: "Call any method with JSON, and inspect running servers.",
        discussion: """
            Calls go to the gateway as the signed-in account, or with --server directly to a service, which requires a \
            certificate: --certificate and --key, or --operator for the one of the profile.

              larder rpc list
              larder rpc describe Purchases/ListPurchases
              larder rpc call Purchases/ListPurchases --data '{"page": {"size": 5}}'
              larder rpc channels --server budget
            """,
        subcommands: [
            RPCListCommand.self, RPCDescribeCommand.self, RPCCallCommand.self, RPCHealthCommand.self,
            RPCChannelsCommand.self,
        ]
    )
}
