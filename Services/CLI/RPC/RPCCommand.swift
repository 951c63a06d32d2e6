import ArgumentParser
import Texts

/// Commands for developers and operators: inspects servers and calls methods.
struct RPCCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rpc",
            abstract: .cli.rpcAbstract,
            discussion: .joined(
                [
                    .cli.rpcDiscussion,
                    .verbatim(examples),
                ],
                separator: "\n\n"
            ),
            subcommands: [
                RPCListCommand.self, RPCDescribeCommand.self, RPCCallCommand.self, RPCHealthCommand.self,
                RPCChannelsCommand.self,
            ]
        )
    }

    private static let examples = """
          larder rpc list
          larder rpc describe Purchases/ListPurchases
          larder rpc call Purchases/ListPurchases --data '{"page": {"size": 5}}'
          larder rpc channels --server budget
        """
}
