import FoundationEssentials
import Foundations
import Glibc
import SystemPackage

/// A file for its owner alone: mode 0600 from creation on, replaced as a whole.
package struct PrivateFile {
    let path: String

    /// The file at a path.
    package init(path: String) { self.path = path }

    /// The maximum size; larger files are not credentials.
    private static let maximumSize = 1 << 20

    /// The content; nil when there is no file.
    /// - Throws: ``LocalFileError``, also when others than the owner can read it.
    func read() throws(LocalFileError) -> [UInt8]? {
        do {
            let file = try FileDescriptor.open(
                FilePath(path),
                .readOnly,
                options: [.closeOnExec, .noFollow, .withoutWaiting]
            )
            return try file.closeAfter {
                let size = try checkedSize(of: file)
                return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                    count = 0
                    while count < size {
                        let read = try file.read(into: .init(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
                        if read == 0 { break }
                        count += read
                    }
                }
            }
        } catch let error as LocalFileError {
            throw error
        } catch let error as Errno {
            if error == .noSuchFileOrDirectory { return nil }
            throw LocalFileError(
                path: path,
                .client.fileUnreadableBecause(path: path, cause: SystemErrorText.text(of: error))
            )
        } catch {
            throw LocalFileError(path: path, .client.fileUnreadable(path: path))
        }
    }

    private func checkedSize(of file: FileDescriptor) throws -> Int {
        var info = stat()
        guard fstat(file.rawValue, &info) == 0 else { throw Errno(rawValue: errno) }
        guard info.st_mode & S_IFMT == S_IFREG, info.st_size <= PrivateFile.maximumSize else {
            throw LocalFileError(path: path, .client.fileForeign(path: path))
        }
        guard info.st_uid == geteuid() else {
            throw LocalFileError(path: path, .client.fileOwner(path: path))
        }
        guard info.st_mode & 0o077 == 0 else {
            let mode = String(info.st_mode & 0o777, radix: 8)
            throw LocalFileError(
                path: path,
                .client.fileReadable(path: path, mode: mode, command: "chmod 600 \(path)")
            )
        }
        return Int(info.st_size)
    }

    /// Writes a new file and renames it over the old one.
    /// - Parameter makesFolder: whether a missing folder is created, accessible to its owner alone.
    /// - Throws: ``LocalFileError``; the old file is unchanged then.
    package func replace(with bytes: [UInt8], makesFolder: Bool = true) throws(LocalFileError) {
        if makesFolder { try PrivateFile.makeFolder(of: path) }
        let new = "\(path).\(UUID().canonical.prefix(13)).new"
        do {
            let file = try FileDescriptor.open(
                FilePath(new),
                .writeOnly,
                options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite
            )
            try file.closeAfter {
                try file.writeAll(bytes)
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard rename(new, path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(new)
            throw LocalFileError(path: path, .client.fileUnwritable(path: path, cause: SystemErrorText.text(of: error)))
        }
    }

    /// Writes a new file piece by piece, and renames it over the old one once all of it is there.
    /// - Parameter body: Appends the pieces.
    /// - Returns: The size in bytes.
    /// - Throws: ``LocalFileError`` when it can't be written, and what `body` throws; the old file is unchanged then.
    @discardableResult
    package func replace(
        _ body: (_ append: ([UInt8]) throws(LocalFileError) -> Void) async throws -> Void
    ) async throws -> Int {
        let new = "\(path).\(UUID().canonical.prefix(13)).new"
        var size = 0
        func writing<Value>(_ work: () throws -> Value) throws(LocalFileError) -> Value {
            do { return try work() } catch {
                throw LocalFileError(
                    path: path,
                    .client.fileUnwritable(path: path, cause: SystemErrorText.text(of: error))
                )
            }
        }
        let file = try writing {
            try FileDescriptor.open(
                FilePath(new),
                .writeOnly,
                options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite
            )
        }
        do {
            defer { try? file.close() }
            try await body { bytes throws(LocalFileError) in
                try writing { _ = try file.writeAll(bytes) }
                size += bytes.count
            }
            try writing {
                guard fsync(file.rawValue) == 0, rename(new, path) == 0 else { throw Errno(rawValue: errno) }
            }
        } catch {
            unlink(new)
            throw error
        }
        return size
    }

    /// Creates the folder of a file, accessible to its owner alone; an existing folder is unchanged.
    static func makeFolder(of path: String) throws(LocalFileError) {
        let folder = FilePath(path).removingLastComponent().string
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw LocalFileError(path: folder, .client.folderUncreatable(path: folder))
        }
    }
}

extension FileDescriptor.OpenOptions {
    /// Opening does not block, as it would for a named pipe. No effect on regular files.
    static var withoutWaiting: Self { Self(rawValue: Glibc.O_NONBLOCK) }
}
