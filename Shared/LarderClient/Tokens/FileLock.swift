import Glibc
import SystemPackage

/// A lock among processes, held on a file of its own. The system releases it when its holder ends.
struct FileLock {
    private let file: FileDescriptor

    /// Waits until the lock is free and takes it.
    /// - Throws: ``LocalFileError`` when the file can't be made, or when somebody else has held the lock for longer than
    ///   `lockTimeout`.
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
            throw LocalFileError(path: path, "The file \(path) cannot be made: \(error).")
        }
        do {
            try await FileLock.take(file, path: path, until: .now + lockTimeout)
        } catch {
            try? file.close()
            throw error
        }
    }

    // A lock that is taken in short tries can be given up, unlike one that a thread blocks on.
    private static func take(_ file: FileDescriptor, path: String, until end: ContinuousClock.Instant) async throws {
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
            let error = Errno(rawValue: errno)
            guard error == .wouldBlock || error == .interrupted else {
                throw LocalFileError(path: path, "The file \(path) cannot be locked: \(error).")
            }
            guard ContinuousClock.now < end else {
                throw LocalFileError(path: path, "Another program has been renewing the sign-in for too long.")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Lets the next one take it.
    func release() { try? file.close() }
}
