import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import larder_gateway

@Suite("Going on with the live stream after a break", .timeLimit(.minutes(5)))
struct LiveResumeTests {
    /// Messages in order, of which a watch gets those behind its cursor: 1, 2, 3 and on.
    private struct Log: Sendable {
        let entries = Recorder<UInt8>()

        func add(_ count: Int) { for _ in 0..<count { entries.record(UInt8(entries.count + 1)) } }

        var watch: MethodHandler {
            .serverStreaming(BackendService.watch) { (request: Echo, writer: MessageWriter<Echo>, _) in
                var cursor = Int(request.payload.first ?? 0)
                while true {
                    let entries = try await entries.wait { [cursor] in $0.count > cursor }
                    for entry in entries[cursor...] { try await writer.write(Echo(payload: [entry])) }
                    cursor = entries.count
                }
            }
        }
    }

    /// What a page has got of a topic.
    private struct Page {
        var messages: [UInt8] = []

        /// Opens the stream behind the last message.
        func open(_ client: WebClient) async throws {
            let cursor = messages.last.map { #""payload":"\#(Data([$0]).base64EncodedString())""# } ?? ""
            let body = #"{"topics":{"log":{"method":"\#(BackendService.watch.path)","request":{\#(cursor)}}}}"#
            try await client.sendHead("POST", "/live", ["Content-Type": "application/json"], length: body.utf8.count)
            try await client.send(body)
            try #require(try await client.head().status == 200)
        }

        /// Takes messages until there are so many, or the stream ends.
        mutating func take(_ client: WebClient, until count: Int = .max) async throws {
            while messages.count < count, let chunk = try await client.chunk() {
                for line in String(buffer: chunk).split(separator: "\n") {
                    guard let message = object(String(line))?["message"] as? NSDictionary,
                        let data = (message["payload"] as? String).flatMap({ Data(base64Encoded: $0) })
                    else { continue }
                    messages += Array(data)
                }
            }
        }
    }

    @Test("each message comes once over any number of connections that break off")
    func connections() async throws {
        let log = Log()
        try await WebGateway.with([log.watch]) { web in
            var page = Page()
            for round in 1...5 {
                log.add(3)
                page = try await WebClient.with(port: web.port) { [page] client in
                    var page = page
                    try await page.open(client)
                    // The last one is not taken: it comes again, since the cursor is before it.
                    try await page.take(client, until: 3 * round - 1)
                    return page
                }
            }
            // While nobody watches.
            log.add(2)
            page = try await WebClient.with(port: web.port) { [page] client in
                var page = page
                try await page.open(client)
                try await page.take(client, until: 17)
                return page
            }
            #expect(page.messages == Array(1...17))
        }
    }

    @Test("each message comes once over a gateway that stops and another one that starts")
    func gateways() async throws {
        let log = Log()
        log.add(2)
        var page = Page()
        page = try await WebGateway.with([log.watch]) { web in
            try await WebClient.with(port: web.port) { [page] client in
                var page = page
                try await page.open(client)
                try await page.take(client, until: 2)
                async let stopped: Void = web.gateway.server.stop()
                // What the gateway had on its way, until it ends the stream.
                try? await page.take(client)
                await stopped
                return page
            }
        }
        log.add(3)
        page = try await WebGateway.with([log.watch]) { web in
            try await WebClient.with(port: web.port) { [page] client in
                var page = page
                try await page.open(client)
                log.add(1)
                try await page.take(client, until: 6)
                return page
            }
        }
        #expect(page.messages == Array(1...6))
    }
}
