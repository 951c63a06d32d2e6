import Foundation
import Glibc

/// Records what happens to the files of a folder, by inotify(7).
final class FolderWatch {
    struct Event {
        var name: String
        /// `IN_CREATE` and so on.
        var mask: UInt32
    }

    private let descriptor: Int32

    init(_ folder: URL) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, folder.path, 0xFFF) >= 0 else {
            throw CocoaError(.fileReadUnknown)
        }
    }

    deinit { close(descriptor) }

    /// What has happened so far, in order.
    func events() -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        var events: [Event] = []
        var offset = 0
        while offset < count {
            // struct inotify_event: wd, mask, cookie, len, name.
            func field(_ index: Int) -> UInt32 {
                bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self) }
            }
            let name = bytes[(offset + 16)..<(offset + 16 + Int(field(3)))].prefix { $0 != 0 }
            events.append(Event(name: String(decoding: name, as: UTF8.self), mask: field(1)))
            offset += 16 + Int(field(3))
        }
        return events
    }
}
