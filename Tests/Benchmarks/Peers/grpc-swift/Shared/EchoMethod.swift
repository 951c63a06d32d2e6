public import GRPCCore
public import NIOCore

/// The method that is called.
public let unaryEcho = MethodDescriptor(fullyQualifiedService: "larder.rpc.v1.Echo", method: "UnaryEcho", type: .unary)

/// Messages as the bytes they are, which costs less than any encoding.
public struct RawBytes: MessageSerializer, MessageDeserializer {
    public init() {}

    public func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

    public func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        bytes.withUnsafeBytes { Array($0) }
    }
}

/// Runs tasks on the event loop of the connections, which saves this library more than any other setting.
public final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    public init(_ loop: any EventLoop) { self.loop = loop }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        loop.execute { job.runSynchronously(on: executor) }
    }
}
