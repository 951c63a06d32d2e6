import CProcess
import Glibc
import Synchronization

/// How a process that carries messages deals with memory.
public enum ProcessMemory {
    /// Free bytes kept at the end of a heap: a few large messages.
    private static let kept: Int32 = 8 << 20
    /// Larger blocks come from the system and go back to it.
    private static let mapped: Int32 = 2 << 20

    /// Has the C library keep the memory of messages for those that follow. Call it once, when the program begins.
    ///
    /// Without this, each message of a megabyte takes its memory anew from the system, page by page: nearly half of the
    /// time of a server that gets many.
    public static func keepForMessages() {
        // A C library that doesn't know how is slower, no more.
        _ = larder_keep_freed_memory(kept, mapped)
    }

    /// Gives freed memory back to the system when more of it has come together since the last time than messages that
    /// follow need. Call it now and then; it takes milliseconds where there is much.
    ///
    /// The C library gives back what lies at the end of a heap alone, so that without this a program stays as large as it was
    /// under its heaviest load.
    public static func returnIdle() {
        let allocated = larder_allocated_memory()
        guard allocated > 0, let resident = residentBytes else { return }
        let idle = resident - allocated
        let isMuch = leastIdle.withLock { least in
            least = min(least, idle)
            return idle > least + max(leastReturned, resident / 16)
        }
        guard isMuch else { return }
        larder_return_freed_memory()
        guard let rest = residentBytes else { return }
        leastIdle.withLock { $0 = rest - larder_allocated_memory() }
    }

    /// Less than this is left where it is.
    private static let leastReturned = 2 << 20

    /// Memory that is in use or free, but not of stacks, code and files, when it was least; this changes little.
    private static let leastIdle = Mutex(Int.max / 2)

    /// Memory that the process takes of the machine, without the files that it maps.
    package static var residentBytes: Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 256)
        let count = read(file, &text, text.count)
        let pages = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ").map { Int($0) }
        guard pages.count > 2, let resident = pages[1], let shared = pages[2] else { return nil }
        return (resident - shared) * Int(getpagesize())
    }
}
