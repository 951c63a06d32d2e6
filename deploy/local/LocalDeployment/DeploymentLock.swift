package import Foundation

/// Keeps a second Larder from running on the same data. The operating system lets go of it when the process ends. The file
/// holds the number of that process, for sending it signals.
package final class DeploymentLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    /// - Throws: ``DeploymentError`` when another process has it.
    package init(_ file: URL) throws {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DeploymentError("The file \(file.path) cannot be written.") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw DeploymentError("Larder already runs on \(file.deletingLastPathComponent().path).")
        }
        let number = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, write(descriptor, number, number.count) == number.count else {
            close(descriptor)
            throw DeploymentError("The file \(file.path) cannot be written.")
        }
        // Last, since from here on `deinit` closes it, even when an error is thrown.
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
