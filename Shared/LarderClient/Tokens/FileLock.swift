import Glibc
import SystemPackage

/// A lock among processes, held on a file; the system releases it when a process exits.
struct FileLock {
    private let file: FileDescriptor

    /// Waits for the lock and acquires it.
    /// - Throws: ``LocalFileError`` when the file cannot be created, or the lock is held for longer than `lockTimeout`.
    init(path: String, lockTimeout: Duration) async throws {
        try PrivateFile.makeFolder(of: path)
        do {
            file = try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite
            )
        } catch {
            throw LocalFileError(
                path: path,
                .client.fileUncreatable(path: path, cause: SystemErrorText.text(of: error))
            )
        }
        do {
            try await FileLock.take(file, path: path, until: .now + lockTimeout)
        } catch {
            try? file.close()
            throw error
        }
    }

    // Polling can be cancelled, unlike a blocking lock.
    private static func take(_ file: FileDescriptor, path: String, until end: ContinuousClock.Instant) async throws {
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
            let error = Errno(rawValue: errno)
            guard error == .wouldBlock || error == .interrupted else {
                throw LocalFileError(
                    path: path,
                    .client.fileUnlockable(path: path, cause: SystemErrorText.text(of: error))
                )
            }
            guard ContinuousClock.now < end else {
                throw LocalFileError(path: path, .client.sessionLocked)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Releases the lock.
    func release() { try? file.close() }
}
