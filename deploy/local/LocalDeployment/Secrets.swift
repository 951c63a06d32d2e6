import Foundation
import Foundations
import Glibc

/// Secrets of a local Larder, made once and kept in files that only their owner can read.
struct Secrets {
    private let folder: URL

    init(folder: URL) { self.folder = folder }

    /// The password of a database role.
    func password(of role: String) throws -> String {
        try text("\(role).password") { Secrets.random(24).map { String(format: "%02x", $0) }.joined() }
    }

    /// The file with the key that wraps all other keys of a service: lines of `id:base64`, the first one in force. Each service
    /// has its own.
    func masterKeyFile(of service: String) throws -> URL {
        let name = service == "auth" ? "master.key" : "\(service).master.key"
        _ = try text(name) { "1:" + Data(Secrets.random(32)).base64EncodedString() + "\n" }
        return folder.appending(path: name)
    }

    private func text(_ name: String, _ make: () -> String) throws -> String {
        let url = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: url.path) { return try known(url) }
        let made = make()
        // Another program may have been faster; then both use its secret.
        return try create(url, made) ? made : known(url)
    }

    /// A secret that is there. It is never replaced: everything encrypted with it would be lost.
    private func known(_ url: URL) throws -> String {
        guard let known = try? String(contentsOf: url, encoding: .utf8), !known.isEmpty else {
            throw DeploymentError("The secret \(url.path) cannot be read or is empty.")
        }
        return known
    }

    /// Creates a file that is complete and on the disk before it has its name: what is encrypted with a secret must not
    /// outlive it when the machine loses power.
    /// - Returns: Whether it was created; false when there is one.
    private func create(_ url: URL, _ text: String) throws -> Bool {
        let new = "\(url.path).\(UUID().canonical).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(url) }
        defer { unlink(new) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
            try file.close()
        } catch { throw failure(url) }
        guard link(new, url.path) == 0 else {
            if errno == EEXIST { return false }
            throw failure(url)
        }
        let folder = open(self.folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        guard folder >= 0, fsync(folder) == 0 else { throw failure(url) }
        return true
    }

    private func failure(_ url: URL) -> DeploymentError {
        DeploymentError("The secret \(url.path) cannot be written: \(String(cString: strerror(errno))).")
    }

    private static func random(_ count: Int) -> [UInt8] {
        var system = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &system) }
    }
}
