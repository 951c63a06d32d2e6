import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import larder_gateway

@Suite("Compressed messages across the gateway", .timeLimit(.minutes(5)))
struct CompressionTests {
    private let large = Echo(payload: [UInt8](repeating: 7, count: 20_000))
    private let always = CallOptions(compression: .always)

    /// Echoes requests, and records which ones arrived compressed.
    private func handlers(_ seen: Recorder<Bool>) -> [MethodHandler] {
        [
            .unary(BackendService.get) { (request: Echo, context) in
                seen.record(context.wasRequestCompressed)
                return request
            },
            .clientStreaming(BackendService.upload) { (requests: MessageStream<Echo>, _) -> Echo in
                var last = Echo()
                for try await request in requests { last = request }
                return last
            },
            .serverStreaming(BackendService.watch) { (request: Echo, responses: MessageWriter<Echo>, context) in
                seen.record(context.wasRequestCompressed)
                try await responses.write(request, compression: .always)
                try await responses.write(request, compression: .off)
            },
        ]
    }

    @Test("a request and its response arrive in the form in which they were sent")
    func unary() async throws {
        let (seen, record) = (Recorder<Bool>(), ResponseRecord())
        try await withGateway(handlers(seen), configure: { $0.responseCompression = .automatic }) { channel, _ in
            for (message, options, request, response) in [
                (large, CallOptions(), false, true), (large, always, true, true), (Echo(), always, true, false),
            ] {
                var options = options
                options.record = record
                let answer = try await channel.call(BackendService.get, message, options)
                #expect(answer == message)
                #expect(seen.values.last == request && record.wereCompressed.last == response)
            }
        }
    }

    @Test("each message of a stream arrives in the form in which it was sent")
    func streams() async throws {
        let (seen, record) = (Recorder<Bool>(), ResponseRecord())
        try await withGateway(handlers(seen), configure: { $0.responseCompression = .off }) { channel, _ in
            let answer: Echo = try await channel.clientStreaming(BackendService.upload, options: always) { writer in
                try await writer.write(Echo())
                try await writer.write(large)
            }
            #expect(answer == large)
            var options = always
            options.record = record
            let count = try await channel.serverStreaming(BackendService.watch, large, options: options) {
                (responses: MessageStream<Echo>) in
                var count = 0
                for try await response in responses {
                    #expect(response == large)
                    count += 1
                }
                return count
            }
            #expect(count == 2 && seen.values == [true] && record.wereCompressed == [true, false])
        }
    }
}
