import Foundation
import LocalDeployment

/// Runs a whole Larder on this machine until Ctrl-C. `make run` is its usual caller.
@main
struct LarderLocal {
    static func main() async {
        // Nobody may be reading what it prints. A handler rather than SIG_IGN, which programs that are started inherit.
        signal(SIGPIPE) { _ in }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") || arguments.contains("-h") {
            Console.say(LauncherOptions.help)
            exit(0)
        }
        do {
            let options = try LauncherOptions(arguments: arguments)
            if let administrator = options.administrator {
                Console.say(try await Launcher.makeAdministrator(administrator, options))
                exit(0)
            }
            let failed = try await Launcher(options: options).run()
            exit(failed.isEmpty ? 0 : 1)
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("larder: \(error)\n".utf8))
            exit(1)
        }
    }
}

/// The launcher's standard output.
enum Console {
    /// Writes a line at once, also when the output is a file or a pipe; nothing when nobody can read it any more.
    static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
}
