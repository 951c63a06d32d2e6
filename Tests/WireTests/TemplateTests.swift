import NIOCore
import Testing

@testable import Wire

@Suite("Call templates")
struct TemplateTests {
    @Test("are sent once, then named by a number and received as the same object")
    func reuse() throws {
        let link = Link()
        link.records = true
        var metadata = Metadata()
        metadata.add("user-agent", "test")
        let template = CallTemplate(method: "larder.budget.v1.Spending/Record", metadata: metadata)
        for _ in 0..<3 { _ = try link.client.startCall(CallHeader(template: template)) }
        link.run()
        let received = link.serverEvents.compactMap(\.call).map(\.header.template)
        #expect(received.count == 3)
        #expect(received.allSatisfy { $0 === received[0] && $0.method == template.method && $0.metadata == metadata })
        let sent = frames(in: link.sentByClient)
        #expect(sent[0].flags == .define)
        #expect(sent[1].payload == [1, 0, 0] && sent[1].flags == [])
    }

    @Test("that are not to be kept are sent whole each time")
    func unremembered() throws {
        let link = Link()
        link.records = true
        let template = CallTemplate(method: "a.B/C")
        for _ in 0..<2 { _ = try link.client.startCall(CallHeader(template: template, remembersTemplate: false)) }
        link.run()
        #expect(frames(in: link.sentByClient).map(\.payload) == [callPayload(), callPayload()])
        #expect(link.server.templates.count == 0)
    }

    @Test("replace one another in turn when there are more than the server keeps", arguments: Cut.allCases)
    func replacement(cut: Cut) throws {
        let link = Link(server: Settings(maximumTemplates: 9), cut: cut)
        let templates = (0..<20).map { CallTemplate(method: "a.B/M\($0)") }
        var generator = SeededGenerator(seed: 3)
        var expected: [String] = []
        for _ in 0..<300 {
            let template = templates.randomElement(using: &generator)!
            let stream = try link.client.startCall(CallHeader(template: template))
            expected.append("call \(stream) \(template.method)")
            link.run()
            link.client.cancel(stream)
            link.run()
            link.server.release(stream)
        }
        #expect(link.serverEvents.filter { $0.call != nil }.map(\.line) == expected)
        #expect(link.server.templates.count == 9 && link.client.templates.count == 9)
    }

    @Test("are numbered within what is assumed before the settings come, and within the settings after")
    func growth() throws {
        let link = Link(server: Settings(maximumTemplates: 16), opens: false)
        let templates = (0..<40).map { CallTemplate(method: "a.B/M\($0)") }
        for template in templates.prefix(11) { _ = try link.client.startCall(CallHeader(template: template)) }
        #expect(link.client.templates.count == 8)
        link.run()
        for template in templates { _ = try link.client.startCall(CallHeader(template: template)) }
        link.run()
        #expect(link.client.templates.count == 16)
        let methods = link.serverEvents.compactMap(\.call).map(\.header.template.method)
        #expect(methods == templates.prefix(11).map(\.method) + templates.map(\.method))
        #expect(link.server.hasFailed == false)
    }

    @Test("over the limit are not kept and leave no older one in their place")
    func oversize() {
        var server = ConnectionStateMachine.opened(.server, settings: Settings(maximumMetadataSize: 8_192))
        server.receive(frame(.call, .define, 1, [1] + callPayload().dropFirst()))
        #expect(events(of: &server).map(\.line) == ["call 1 a.B/C"])
        let value = [UInt8](repeating: 0x61, count: 9_000)
        let large = [1, 5] + Array("x.Y/Z".utf8) + [1, 1, 0x61, 0xA8, 0x46] + value + [0, 0]
        server.receive(frame(.call, .define, 2, large))
        #expect(events(of: &server).isEmpty)
        #expect(frames(in: output(of: &server)).map(\.type) == [.status])
        server.receive(frame(.call, [], 3, [1, 0, 0]))
        let reason = "a CALL frame names an unknown template"
        #expect(events(of: &server).compactMap(\.violation) == [WireViolation(.protocolError, reason)])
    }

    @Test("with more than twice the limit in all are not kept, count as stored, and their calls are served")
    func oversizeTogether() {
        var server = ConnectionStateMachine.opened(.server, settings: Settings(maximumMetadataSize: 8_192))
        let value = [UInt8](repeating: 0x61, count: 8_000)
        let definition = [5] + Array("x.Y/Z".utf8) + [1, 1, 0x61, 0xC0, 0x3E] + value + [0, 0]
        for number in 1...3 as ClosedRange<UInt8> {
            server.receive(frame(.call, .define, StreamID(number), [number] + definition))
        }
        #expect(events(of: &server).map(\.line) == (1...3).map { "call \($0) x.Y/Z" })
        #expect(server.storedBytes == 2 * 8_005)
        // A smaller one in place of another makes room.
        server.receive(frame(.call, .define, 4, [1] + callPayload().dropFirst()))
        server.receive(frame(.call, .define, 5, [3] + definition))
        server.receive(frame(.call, [], 6, [3, 0, 0]))
        #expect(events(of: &server).count == 3 && server.storedBytes == 2 * 8_005)
        server.receive(frame(.call, .define, 7, [1] + definition) + frame(.call, [], 8, [1, 0, 0]))
        let reason = "a CALL frame names an unknown template"
        #expect(events(of: &server).compactMap(\.violation) == [WireViolation(.protocolError, reason)])
    }

    @Test("are kept even when the call that brought them is rejected")
    func definedByRefusedCall() throws {
        let link = Link(server: Settings(maximumConcurrentStreams: 1))
        link.client.remote.maximumConcurrentStreams = 10
        let template = CallTemplate(method: "a.B/Kept")
        let first = try link.start()
        _ = try link.client.startCall(CallHeader(template: template))
        link.run()
        link.server.sendStatus(CallStatus(.aborted), on: first)
        link.run()
        _ = try link.client.startCall(CallHeader(template: template))
        link.run()
        #expect(link.serverEvents.compactMap(\.call).last?.header.template.method == "a.B/Kept")
    }

    @Test("that gave their number to another are sent again, also the one that was used last")
    func evictedLast() throws {
        let link = Link(server: Settings(maximumTemplates: 16))
        let templates = (0..<17).map { CallTemplate(method: "a.B/M\($0)") }
        var expected: [String] = []
        func call(_ index: Int) throws {
            _ = try link.client.startCall(CallHeader(template: templates[index]))
            expected.append(templates[index].method)
        }
        for index in 0..<16 { try call(index) }
        for _ in 0..<3 { try call(0) }
        // Takes the number of the first, which was the last to be used.
        try call(16)
        for index in [16, 0, 0, 1, 16, 0, 2, 1] { try call(index) }
        for round in 0..<3 { for index in templates.indices { for _ in 0...round { try call(index) } } }
        link.run()
        #expect(link.serverEvents.compactMap(\.call).map(\.header.template.method) == expected)
        #expect(link.server.hasFailed == false)
    }
}
