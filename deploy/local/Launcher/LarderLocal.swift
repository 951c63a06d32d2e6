import Foundation
import LocalDeployment

/// Runs a whole Larder on this machine until Ctrl-C. `make run` is its usual caller.
@main
struct LarderLocal {
    static func main() async {
        do {
            let options = try LauncherOptions(arguments: Array(CommandLine.arguments.dropFirst()))
            let failed = try await Launcher(options: options).run()
            exit(failed.isEmpty ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("larder: \(error)\n".utf8))
            exit(1)
        }
    }
}
