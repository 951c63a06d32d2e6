package import Foundation

/// Where a local Larder keeps its data, and where its programs and scripts are.
package struct DeploymentFolder: Sendable {
    /// Everything that outlives a run.
    package let data: URL
    /// The built programs.
    package let executables: URL
    /// The folder with `postgres.sh` and `certificates.sh`.
    package let scripts: URL
    /// The app's files, as `make web` puts them together; nil or a folder that is not there for none.
    package let web: URL?

    /// Names the folders.
    package init(data: URL, executables: URL, scripts: URL, web: URL? = nil) {
        self.data = data
        self.executables = executables
        self.scripts = scripts
        self.web = web
    }

    /// Authority, certificates and keys of all programs.
    package var certificates: URL { data.appending(path: "certificates") }
    /// What the programs write on their standard error output.
    package var logs: URL { data.appending(path: "logs") }
    /// The database cluster and its socket.
    package var postgres: URL { data.appending(path: "postgres") }
    /// The mails that Larder sends, one file each, in place of a mail server.
    package var mail: URL { data.appending(path: "mail") }
    /// Passwords and keys, for the owner alone.
    package var secrets: URL { data.appending(path: "secrets") }
    /// Where the command-line client finds the gateway, when it is run below the folder that holds `data`.
    package var clientProfile: URL { data.appending(path: "client.json") }
    /// One file for each process that was started.
    package var processes: URL { data.appending(path: "processes") }
    /// How the last restart of all programs has ended, in a sentence.
    package var restartOutcome: URL { data.appending(path: "restart") }
    /// Held while a Larder runs on this data.
    package var lock: URL { data.appending(path: "lock") }

    /// Terminates programs that an earlier launcher on this data left running when it was killed.
    package func terminateOrphans() async { await OrphanProcesses(folder: processes).terminate() }

    /// Makes the folders that are missing, and gives all of them the right modes.
    ///
    /// Nobody else may write `data`, whatever the umask: the command-line client would not use its profile.
    package func create() throws {
        // The database server runs as another user when started by root, so it must be able to pass through.
        for (url, mode) in [(data, 0o755), (logs, 0o700), (secrets, 0o700)] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        }
    }
}

/// Why a local Larder could not start, in a sentence for its user.
package struct DeploymentError: Error, CustomStringConvertible {
    /// The sentence.
    package let description: String

    /// Makes an error from its sentence.
    package init(_ description: String) { self.description = description }
}
