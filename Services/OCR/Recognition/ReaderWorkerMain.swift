import CProcess
import Glibc

/// The main loop of a worker process, which reads one image at a time.
package enum ReaderWorkerMain {
    /// Serves requests until the input ends.
    /// - Returns: the process's exit code; 0 when the supervisor closed the connection.
    package static func run(
        input: Int32 = 0,
        output: Int32 = 1,
        limits: WorkerLimits? = WorkerLimits(),
        makeReader: () throws -> any Reader
    ) -> Int32 {
        limits?.apply()
        guard let reader = try? makeReader() else { return 2 }
        limits?.close()
        guard send(.ready(missing: reader.missing), to: output) else { return 0 }
        var decoder = WorkerMessageDecoder()
        while true {
            do {
                while let message = try decoder.next() {
                    guard case .request(let id, let image) = message else { return 3 }
                    guard answer(id, image, reader, output) else { return 0 }
                    larder_return_freed_memory()
                }
            } catch {
                return 3
            }
            guard let bytes = receive(from: input) else { return 0 }
            decoder.append(bytes)
        }
    }

    private static func answer(_ id: UInt64, _ image: [UInt8], _ reader: any Reader, _ output: Int32) -> Bool {
        var last = 0
        do throws(ReadingError) {
            let page = try reader.read(image) { percent in
                let percent = min(100, max(0, percent))
                guard percent >= last + 5 else { return }
                last = percent
                _ = send(.progress(id: id, percent: UInt8(percent)), to: output)
            }
            return send(.page(id: id, page), to: output)
        } catch {
            return send(.failure(id: id, error), to: output)
        }
    }

    private static func receive(from descriptor: Int32) -> [UInt8]? {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, initialized in
                count = read(descriptor, buffer.baseAddress, buffer.count)
                initialized = max(0, count)
            }
            if count > 0 { return bytes }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private static func send(_ message: WorkerMessage, to descriptor: Int32) -> Bool {
        guard var rest = try? message.encoded()[...] else { return false }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }
}
