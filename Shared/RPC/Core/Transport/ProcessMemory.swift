import CProcess

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
}
