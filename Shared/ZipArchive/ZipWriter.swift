internal import CArchive
package import Foundation

/// Writes a ZIP file piece by piece, of any size and number of files, keeping none of it but what has not been taken yet.
///
/// It is for one task at a time.
package final class ZipWriter {
    /// Whether a file is compressed.
    package enum Compression: Sendable {
        /// For texts.
        case deflate
        /// For pictures, which are compressed already.
        case stored
    }

    /// libarchive could not write; holds nothing of what was written.
    package struct Failure: Error, CustomStringConvertible {
        /// The reason for operators.
        package let description: String
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    private let archive: OpaquePointer
    private let entry: OpaquePointer
    private let output = Output()
    private let time: Date

    /// A writer of a new file.
    /// - Parameter time: When the files in it were made.
    /// - Throws: ``Failure`` when there is no memory.
    package init(at time: Date) throws {
        guard let archive = archive_write_new() else { throw Failure(description: "there is no memory for an archive") }
        guard let entry = archive_entry_new() else {
            archive_write_free(archive)
            throw Failure(description: "there is no memory for an archive")
        }
        self.archive = archive
        self.entry = entry
        self.time = time
        try check(archive_write_set_format_zip(archive))
        // In pieces as they come, without zeros at the end.
        try check(archive_write_set_bytes_per_block(archive, 0))
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(
            archive_write_open(
                archive,
                Unmanaged.passUnretained(output).toOpaque(),
                nil,
                { _, target, bytes, size in
                    guard let target, let bytes else { return -1 }
                    let output = Unmanaged<Output>.fromOpaque(target).takeUnretainedValue()
                    output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size))
                    return size
                },
                nil
            )
        )
    }

    deinit {
        archive_entry_free(entry)
        archive_write_free(archive)
    }

    /// Begins the next file.
    /// - Parameter name: Its path in the archive, of ASCII characters.
    /// - Throws: ``Failure``.
    package func begin(_ name: String, _ compression: Compression) throws {
        // A former file ends before its successor's compression is set.
        try check(archive_write_finish_entry(archive))
        switch compression {
        case .deflate: try check(archive_write_zip_set_compression_deflate(archive))
        case .stored: try check(archive_write_zip_set_compression_store(archive))
        }
        archive_entry_clear(entry)
        archive_entry_set_pathname(entry, name)
        larder_archive_entry_set_regular_file(entry)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, Int(time.timeIntervalSince1970), 0)
        try check(archive_write_header(archive, entry))
    }

    /// Appends to the file that began last.
    /// - Throws: ``Failure``.
    package func write(_ bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        guard archive_write_data(archive, bytes, bytes.count) == bytes.count else { throw failure }
    }

    /// Appends text to the file that began last.
    /// - Throws: ``Failure``.
    package func write(_ text: String) throws { try write(text.utf8) }

    /// Ends the archive: its last bytes can be taken.
    /// - Throws: ``Failure``.
    package func finish() throws { try check(archive_write_close(archive)) }

    /// How many bytes can be taken.
    package var count: Int { output.bytes.count }

    /// Takes what has been written since the last time.
    package func take() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    private func check(_ code: Int32) throws {
        guard code >= ARCHIVE_WARN else { throw failure }
    }

    private var failure: Failure {
        Failure(
            description: archive_error_string(archive).map { String(cString: $0) } ?? "the archive cannot be written"
        )
    }
}
