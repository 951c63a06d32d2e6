import NIOCore
import Testing

@testable import Wire

/// What must have happened on one call, told by what the two applications did and nothing else.
private struct ModelCall {
    var sentByClient: [ByteBuffer] = []
    var gotByServer: [ByteBuffer] = []
    var sentByServer: [ByteBuffer] = []
    var gotByClient: [ByteBuffer] = []
    var clientEnded = false
    var serverSawEnd = false
    var serverEnded: StatusCode?
    var clientSawEnd: StatusCode?
    var cancelled = false
    var serverSawCancel = false
    var unusedByServer = 0
    var unusedByClient = 0
}

/// Random applications on both ends of a link, with a model of what each call has to look like.
private final class RandomApplications {
    let link: Link
    var generator: SeededGenerator
    var calls: [StreamID: ModelCall] = [:]
    let templates = (0..<24).map { CallTemplate(method: "a.B/M\($0)") }
    var nextMark: UInt64 = 0

    init(seed: UInt64, cut: Cut) {
        generator = SeededGenerator(seed: seed)
        func settings(_ generator: inout SeededGenerator) -> Settings {
            Settings(
                maximumFrameSize: [16_384, 20_000, 1_048_576].randomElement(using: &generator)!,
                initialStreamWindow: [65_536, 100_000, 262_144].randomElement(using: &generator)!,
                connectionWindow: [65_536, 150_000, 1_048_576].randomElement(using: &generator)!,
                maximumConcurrentStreams: [3, 20, 1_000].randomElement(using: &generator)!,
                maximumMessageSize: 400_000,
                maximumTemplates: Int.random(in: 8...64, using: &generator)
            )
        }
        let limits = FrameRateLimits(burst: 1_000_000, perSecond: 1)
        link = Link(
            client: settings(&generator),
            server: settings(&generator),
            cut: cut,
            seed: seed,
            frameRateLimits: limits
        )
        link.onServer = { [unowned self] _, event in self.serverSaw(event) }
        link.onClient = { [unowned self] _, event in self.clientSaw(event) }
    }

    func serverSaw(_ event: ConnectionStateMachine.Event) {
        switch event {
        case .call(let stream, let header):
            #expect(calls[stream] != nil && header.template.method == templates[Int(stream) % 24].method)
        case .message(let stream, let bytes, _, let end):
            calls[stream]!.gotByServer.append(bytes)
            calls[stream]!.unusedByServer += bytes.readableBytes
            calls[stream]!.serverSawEnd = calls[stream]!.serverSawEnd || end
        case .halfClose(let stream): calls[stream]!.serverSawEnd = true
        case .cancelled(let stream, let code):
            let call = calls[stream]!
            #expect(call.cancelled || code == .resourceExhausted)
            calls[stream]!.serverSawCancel = true
        case .violation(let violation): Issue.record("\(violation)")
        default: break
        }
    }

    func clientSaw(_ event: ConnectionStateMachine.Event) {
        switch event {
        case .message(let stream, let bytes, _, _):
            calls[stream]!.gotByClient.append(bytes)
            calls[stream]!.unusedByClient += bytes.readableBytes
        case .status(let stream, let status):
            #expect(calls[stream]!.clientSawEnd == nil && !calls[stream]!.cancelled)
            calls[stream]!.clientSawEnd = status.code
        case .violation(let violation): Issue.record("\(violation)")
        default: break
        }
    }

    func message(largest: Int = 400_000) -> ByteBuffer {
        let size =
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: 0
            case 1...6: Int.random(in: 0...200, using: &generator)
            case 7, 8: Int.random(in: 0...40_000, using: &generator)
            default: Int.random(in: 0...largest, using: &generator)
            }
        var bytes = ByteBuffer(filler: size)
        nextMark += 1
        // Marks the message so that a swap or a loss shows.
        if size >= 16 {
            bytes.setInteger(nextMark, at: 0)
            bytes.setInteger(nextMark, at: size - 8)
        }
        return bytes
    }

    func start() {
        guard link.client.acceptsCalls else { return }
        let id = link.client.lastStream + 1
        calls[id] = ModelCall()
        let header = CallHeader(
            template: templates[Int(id) % 24],
            remembersTemplate: generator.chance(3, of: 4)
        )
        #expect((try? link.client.startCall(header)) == id)
    }

    func step() {
        let action = Int.random(in: 0..<20, using: &generator)
        if action < 4 { return start() }
        if action == 4 { return link.run() }
        if action == 5 { return link.moveToServer() ? () : () }
        if action == 6 { return link.moveToClient() ? () : () }
        guard let stream = calls.keys.sorted().suffix(40).randomElement(using: &generator) else { return }
        if action < 12 { clientStep(stream, action) } else { serverStep(stream, action) }
    }

    private func clientStep(_ stream: StreamID, _ action: Int) {
        let call = calls[stream]!
        let isOpen = link.client.streams[stream] != nil
        switch action {
        case 7, 8:
            guard isOpen, !call.clientEnded else { return }
            let bytes = message(largest: generator.chance(1, of: 30) ? 500_000 : 400_000)
            let end = generator.chance(1, of: 5)
            calls[stream]!.sentByClient.append(bytes)
            calls[stream]!.clientEnded = end
            link.client.sendMessage(bytes, on: stream, end: end)
        case 9:
            calls[stream]!.clientEnded = true
            link.client.endSending(stream)
        case 10 where generator.chance(1, of: 3):
            if isOpen { calls[stream]!.cancelled = true }
            link.client.cancel(stream)
        default:
            let used = generator.chance(1, of: 2) ? call.unusedByClient : call.unusedByClient / 2
            calls[stream]!.unusedByClient -= used
            link.client.consumed(used, on: stream)
        }
    }

    private func serverStep(_ stream: StreamID, _ action: Int) {
        let call = calls[stream]!
        guard link.server.streams[stream] != nil else { return }
        switch action {
        case 12, 13:
            guard call.serverEnded == nil else { return }
            let bytes = message()
            let end = generator.chance(1, of: 5)
            calls[stream]!.sentByServer.append(bytes)
            if end { calls[stream]!.serverEnded = .ok }
            link.server.sendMessage(bytes, on: stream, end: end)
        case 14, 15:
            let code: StatusCode = generator.chance(1, of: 2) ? .ok : .aborted
            if call.serverEnded == nil { calls[stream]!.serverEnded = code }
            link.server.sendStatus(CallStatus(code), on: stream)
        case 16: if call.serverSawCancel { link.server.release(stream) }
        default:
            let used = generator.chance(1, of: 2) ? call.unusedByServer : call.unusedByServer / 2
            calls[stream]!.unusedByServer -= used
            link.server.consumed(used, on: stream)
        }
    }

    /// Uses everything, ends everything and lets it settle.
    func finish() {
        for _ in 0..<10_000 {
            link.run()
            for (stream, call) in calls {
                link.server.consumed(call.unusedByServer, on: stream)
                link.client.consumed(call.unusedByClient, on: stream)
                calls[stream]!.unusedByServer = 0
                calls[stream]!.unusedByClient = 0
                if let state = link.server.streams[stream], state.phase.canSend || state.phase.isCancelled {
                    if call.serverEnded == nil { calls[stream]!.serverEnded = .ok }
                    link.server.sendStatus(CallStatus(.ok), on: stream)
                }
            }
            if !link.client.hasOutput, !link.server.hasOutput, link.client.streams.isEmpty, link.server.streams.isEmpty
            {
                return
            }
        }
        Issue.record("the calls do not come to an end")
    }

    func check() {
        for (stream, call) in calls {
            #expect(call.gotByServer.elementsEqual(call.sentByClient.prefix(call.gotByServer.count)), "call \(stream)")
            #expect(call.gotByClient.elementsEqual(call.sentByServer.prefix(call.gotByClient.count)), "call \(stream)")
            #expect(call.cancelled || call.clientSawEnd != nil, "call \(stream) has an end")
            if call.clientSawEnd == .ok {
                #expect(call.serverEnded == .ok)
                #expect(call.gotByClient.count == call.sentByServer.count, "OK on \(stream) only after all messages")
            }
            if call.clientSawEnd == .aborted { #expect(call.serverEnded == .aborted) }
        }
    }
}

@Suite("Random calls")
struct RandomCallsTests {
    @Test("look as the model says and give all credit back", arguments: 0..<24 as Range<UInt64>)
    func model(seed: UInt64) {
        let cut: Cut = seed % 3 == 0 ? .random : .whole
        let applications = RandomApplications(seed: seed, cut: cut)
        for step in 0..<2_500 {
            applications.step()
            if step % 100 == 99 {
                applications.link.run()
                expectFullCredit(applications.link)
            }
            guard !applications.link.client.hasFailed, !applications.link.server.hasFailed else { break }
        }
        applications.finish()
        applications.check()
        expectFullCredit(applications.link)
        #expect(applications.calls.count > 20)
    }
}
