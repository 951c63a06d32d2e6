public import FoundationEssentials
import Glibc
import NIOPosix
import SystemPackage

/// A photo of a receipt: JPEG, PNG or WebP up to 20 MB.
public struct ReceiptPhoto: Sendable {
    /// The maximum size of a photo, in bytes.
    public static let maximumSize: Int64 = 20 << 20

    enum Source: Sendable {
        case file(String)
        case bytes([UInt8])
    }

    let source: Source

    /// A photo in a file, which is read while it is sent.
    public static func file(at url: URL) -> ReceiptPhoto { ReceiptPhoto(source: .file(url.path)) }

    /// A photo in memory.
    public static func bytes(_ bytes: [UInt8]) -> ReceiptPhoto { ReceiptPhoto(source: .bytes(bytes)) }

    /// Checks the photo before anything is sent.
    /// - Throws: INVALID_ARGUMENT for an empty or too large photo; ``LocalFileError`` when the file cannot be read.
    func open() throws -> PhotoReader {
        switch source {
        case .bytes(let bytes):
            try ReceiptPhoto.check(size: Int64(bytes.count))
            return PhotoReader(size: Int64(bytes.count), input: .bytes(bytes))
        case .file(let path): return try ReceiptPhoto.openFile(path)
        }
    }

    private static func openFile(_ path: String) throws -> PhotoReader {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .withoutWaiting])
        } catch let error as Errno where error == .noSuchFileOrDirectory {
            throw LocalFileError(path: path, .client.fileMissing(path: path))
        } catch {
            throw LocalFileError(
                path: path,
                .client.fileUnreadableBecause(path: path, cause: SystemErrorText.text(of: error))
            )
        }
        do {
            var info = stat()
            guard fstat(file.rawValue, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
                throw LocalFileError(path: path, .client.fileNone(path: path))
            }
            try check(size: Int64(info.st_size))
            return PhotoReader(size: Int64(info.st_size), input: .file(file, path: path))
        } catch {
            try? file.close()
            throw error
        }
    }

    private static func check(size: Int64) throws {
        guard size > 0 else { throw Status(.invalidArgument, .client.photoEmpty, reason: .photoEmpty) }
        guard size <= maximumSize else {
            throw Status(
                .invalidArgument,
                .client.photoTooLarge,
                reason: .photoTooLarge
            )
        }
    }
}

/// Reads a photo in chunks.
struct PhotoReader: Sendable {
    enum Input: Sendable {
        case file(FileDescriptor, path: String)
        case bytes([UInt8])
    }

    let size: Int64
    let input: Input

    /// The bytes from `offset` on, at most `count` of them.
    /// - Throws: ``LocalFileError``, also when the file has become shorter.
    func read(at offset: Int64, count: Int) async throws -> [UInt8] {
        let count = min(count, Int(size - offset))
        switch input {
        case .bytes(let bytes): return Array(bytes[Int(offset)..<Int(offset) + count])
        case .file(let file, let path):
            // A disk or network folder may be slow; no thread of the task pool waits for it.
            return try await NIOThreadPool.singleton.runIfActive {
                try PhotoReader.read(file, path: path, at: offset, count: count)
            }
        }
    }

    private static func read(_ file: FileDescriptor, path: String, at offset: Int64, count: Int) throws -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = 0
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    let read = try file.read(fromAbsoluteOffset: offset + Int64(filled), into: rest)
                    guard read > 0 else {
                        throw LocalFileError(path: path, .client.fileChanged(path: path))
                    }
                    filled += read
                }
            }
        } catch let error as Errno {
            throw LocalFileError(
                path: path,
                .client.fileUnreadableBecause(path: path, cause: SystemErrorText.text(of: error))
            )
        }
    }

    func close() {
        if case .file(let file, _) = input { try? file.close() }
    }
}

extension StatusReason {
    /// The photo is over the limit of an upload.
    static let photoTooLarge: StatusReason = "PHOTO_TOO_LARGE"
}
