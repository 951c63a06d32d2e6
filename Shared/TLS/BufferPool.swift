import Glibc
import NIOCore

/// Buffers that the connections of one thread take turns with, so that none of them keeps any while it is idle.
///
/// A buffer goes back to the pool while its content is still on its way. If somebody holds on to that content, the
/// buffer has two owners and ``take(capacity:)`` gets fresh memory: sharing costs an allocation, never the content.
struct BufferPool {
    /// Short content gets storage of its own size: keeping a few bytes of it must not keep a large buffer alive.
    private static let smallCapacity = 4_096
    private static let largeCapacity = 131_072

    private var small = ByteBuffer()
    private var large = ByteBuffer()

    /// An empty buffer for about `capacity` bytes.
    mutating func take(capacity: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        if capacity <= Self.smallCapacity {
            swap(&buffer, &small)
        } else if capacity <= Self.largeCapacity {
            swap(&buffer, &large)
        }
        buffer.clear(minimumCapacity: capacity)
        return buffer
    }

    mutating func give(_ buffer: ByteBuffer) {
        if buffer.storageCapacity <= Self.smallCapacity {
            small = buffer
        } else if buffer.storageCapacity <= Self.largeCapacity {
            large = buffer
        }
    }
}

/// The pools of one thread, one a direction: what goes out may wait for the network while more comes in.
final class ThreadBufferPools {
    var inbound = BufferPool()
    var outbound = BufferPool()

    private static let key = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { pools in
            if let pools { Unmanaged<ThreadBufferPools>.fromOpaque(pools).release() }
        }
        precondition(status == 0, "the process has no thread-specific keys left")
        return key
    }()

    /// The pools of the calling thread.
    static var current: ThreadBufferPools {
        if let existing = pthread_getspecific(key) {
            return Unmanaged<ThreadBufferPools>.fromOpaque(existing).takeUnretainedValue()
        }
        let pools = ThreadBufferPools()
        pthread_setspecific(key, Unmanaged.passRetained(pools).toOpaque())
        return pools
    }
}
