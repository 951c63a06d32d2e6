import Foundation
import Glibc
import Texts

/// Why a file is not trusted: somebody other than the user and root could have written it.
struct UntrustedFile: Error, Equatable {
    /// The reason, without a full stop.
    var reason: LocalizedText
}

/// Reads files that nobody but the user and root can have written, or put in their place.
enum TrustedFile {
    private static let maximumSize = 1 << 20

    /// The content of a file; nil when there is none.
    ///
    /// The file and its folder must not be symbolic links, must belong to the user or root, and must not be writable for
    /// others. The folders above must belong to them too, and are writable for others only if those cannot rename what is
    /// not theirs: a folder with the sticky bit, such as `/tmp`.
    static func content(of name: String, in folder: String) throws(UntrustedFile) -> Data? {
        let folderDescriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folderDescriptor >= 0 else { return nil }
        defer { close(folderDescriptor) }
        let file = openat(folderDescriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        let number = errno
        defer { if file >= 0 { close(file) } }
        if file < 0 && number == ENOENT { return nil }
        try check(folder, folderDescriptor)
        guard file >= 0 else {
            throw UntrustedFile(reason: number == ELOOP ? .cli.profileReasonLink : .cli.profileReasonUnreadable)
        }
        return try content(of: file, "\(folder)/\(name)")
    }

    private static func check(_ folder: String, _ descriptor: Int32) throws(UntrustedFile) {
        var link = stat()
        guard lstat(folder, &link) == 0, link.st_mode & S_IFMT == S_IFDIR else {
            throw UntrustedFile(reason: .cli.profileReasonFolderLink(path: folder))
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_ino == link.st_ino, status.st_dev == link.st_dev else {
            throw UntrustedFile(reason: .cli.profileReasonFolderChanged(path: folder))
        }
        try check(folder, status, writable: S_IWGRP | S_IWOTH)
        var above = URL(filePath: folder).deletingLastPathComponent()
        while true {
            guard stat(above.path, &status) == 0 else {
                throw UntrustedFile(reason: .cli.profileReasonFolderUnreadable(path: above.path))
            }
            try check(above.path, status, writable: status.st_mode & S_ISVTX == 0 ? S_IWOTH : 0)
            guard above.path != "/" else { return }
            above.deleteLastPathComponent()
        }
    }

    /// - Parameter writable: the permissions that it must not grant.
    private static func check(_ path: String, _ status: stat, writable: mode_t) throws(UntrustedFile) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw UntrustedFile(reason: .cli.profileReasonOwner(path: path))
        }
        guard status.st_mode & writable == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw UntrustedFile(reason: .cli.profileReasonWritable(path: path, mode: mode))
        }
    }

    private static func content(of file: Int32, _ path: String) throws(UntrustedFile) -> Data {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize else {
            throw UntrustedFile(reason: .cli.profileReasonNoFile)
        }
        try check(path, status, writable: S_IWGRP | S_IWOTH)
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard let content = try? handle.read(upToCount: maximumSize) else { return Data() }
        return content
    }
}
