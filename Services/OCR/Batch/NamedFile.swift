import Foundation
import Glibc

/// Files and folders that the user named; errors contain the path and the system's reason.
enum NamedFile {
    /// The content of a file, which may be a pipe.
    static func read(_ path: String) throws(BatchFailure) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, "read") }
        defer { close(descriptor) }
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            if count > 0 {
                content.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw failure(path, "read")
            }
        }
    }

    /// Writes a file or replaces its content.
    static func write(_ content: Data, to path: String) throws(BatchFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path, "written") }
        defer { close(descriptor) }
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw failure(path, "written") }
        }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) throws(BatchFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, "removed") }
    }

    /// Creates a folder with those above it, unless it exists, and checks that it can be written to.
    static func createFolder(_ path: String) throws(BatchFailure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part
            guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw failure(path, "created") }
            made += "/"
        }
        try checkFolder(path, access: W_OK | X_OK, "written to")
    }

    /// Checks that a path leads to a folder that can be read.
    static func checkFolder(_ path: String) throws(BatchFailure) {
        try checkFolder(path, access: R_OK | X_OK, "read")
    }

    private static func checkFolder(_ path: String, access mode: Int32, _ action: String) throws(BatchFailure) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure(path, action) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw BatchFailure("\(path) is not a folder.") }
        guard access(path, mode) == 0 else { throw failure(path, action) }
    }

    /// The failure of the last system call.
    private static func failure(_ path: String, _ action: String) -> BatchFailure {
        let reason = String(cString: strerror(errno))
        return BatchFailure("\(path) cannot be \(action): \(reason).")
    }
}
