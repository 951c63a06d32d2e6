import Foundation

/// Secrets of a local Larder, made once and kept in files that only their owner can read.
struct Secrets {
    private let folder: URL

    init(folder: URL) { self.folder = folder }

    /// The password of a database role.
    func password(of role: String) throws -> String {
        try text("\(role).password") { Secrets.random(24).map { String(format: "%02x", $0) }.joined() }
    }

    /// The file with the key that wraps all other keys: lines of `id:base64`, the first one in force.
    func masterKeyFile() throws -> URL {
        _ = try text("master.key") { "1:" + Data(Secrets.random(32)).base64EncodedString() + "\n" }
        return folder.appending(path: "master.key")
    }

    private func text(_ name: String, _ make: () -> String) throws -> String {
        let url = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: url.path) {
            // Never replaced: everything encrypted with it would be lost.
            guard let known = try? String(contentsOf: url, encoding: .utf8), !known.isEmpty else {
                throw DeploymentError("The secret \(url.path) cannot be read or is empty.")
            }
            return known
        }
        let made = make()
        guard
            FileManager.default.createFile(
                atPath: url.path,
                contents: Data(made.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw DeploymentError("The secret \(url.path) cannot be written.") }
        return made
    }

    private static func random(_ count: Int) -> [UInt8] {
        var system = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &system) }
    }
}
