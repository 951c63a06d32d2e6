import RPCTestSupport
import Testing
import Wire

@testable import RPC

@Suite("Trace context", .timeLimit(.minutes(5)))
struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(
        "a traceparent that breaks the recommendation is not read",
        arguments: [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1",
            "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-what", "00-\(trace)-\(span)-011",
            "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-01", "000-\(trace)-\(span)-01", "FF-\(trace)-\(span)-01",
            "0x-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01what", "cc-\(trace)-\(span)-01.what",
            "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span.uppercased())-01", "00-\(trace)-\(span)-0A",
            "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
            "00-\(trace.dropLast())-\(span)-01", "00-\(trace)0-\(span)-01", "00-\(trace)-\(span)0-01",
            "00_\(trace)_\(span)_01", " 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01 ",
            "00-\(trace.dropLast())ä-\(span)-01",
        ]
    )
    func malformed(_ text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test(
        "versions to come are read as far as this one is known",
        arguments: [
            "01-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01-what the future will be like", "fe-\(trace)-\(span)-01-",
        ]
    )
    func newerVersion(_ text: String) throws {
        let context = try #require(TraceContext(traceparent: text))
        #expect(context.traceparent == "00-\(Self.trace)-\(Self.span)-01")
    }

    @Test(
        "flags with a meaning are kept, others are not passed on",
        arguments: [("00", "00"), ("01", "01"), ("02", "02"), ("03", "03"), ("04", "00"), ("ff", "03"), ("f1", "01")]
    )
    func flags(_ received: String, _ sent: String) throws {
        let parent = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-\(received)"))
        var random = TraceRandom()
        let child = parent.child(using: &random)
        #expect(child.traceID == Self.trace)
        #expect(child.spanID != Self.span)
        #expect(child.traceparent == "00-\(Self.trace)-\(child.spanID)-\(sent)")
        #expect(child.isSampled == sent.hasSuffix("1") || sent == "03")
    }

    @Test("new traces are valid and differ")
    func new() throws {
        let traces = (0..<1_000).map { _ in TraceContext() }
        #expect(Set(traces.map(\.traceID)).count == 1_000)
        for trace in traces { #expect(TraceContext(traceparent: trace.traceparent) == trace) }
        var random = TraceRandom()
        #expect(TraceContext(identifier: (0, 0), using: &random).traceID != String(repeating: "0", count: 32))
        #expect(TraceContext(identifier: (1, 2), using: &random).traceID == "00000000000000010000000000000002")
    }

    @Test("a traceparent that is there twice, or as bytes, starts a new trace")
    func repeated() {
        var metadata = Metadata()
        #expect(TraceContext(parentIn: metadata) == nil)
        metadata.add("traceparent", "00-\(Self.trace)-\(Self.span)-01")
        #expect(TraceContext(parentIn: metadata)?.traceID == Self.trace)
        metadata.add("traceparent", "00-\(Self.trace)-\(Self.span)-01")
        #expect(TraceContext(parentIn: metadata) == nil)
    }

    // MARK: tracestate

    @Test(
        "a tracestate that breaks the recommendation is left out as a whole",
        arguments: [
            "a", "a=", "=1", "A=1", "a=1,b", "a=1,a=2", "a=1=2", "a@=1", "@a=1", "a@b@c=1", "ä=1", "a=ä", "a b=1",
            "a=1,_b=2", "\(String(repeating: "a", count: 257))=1", "a=\(String(repeating: "b", count: 257))",
            "\(String(repeating: "a", count: 242))@b=1", "a@\(String(repeating: "b", count: 15))=1",
            (0..<33).map { "k\($0)=1" }.joined(separator: ","), ",", " ", "",
        ]
    )
    func malformedState(_ list: String) {
        #expect(TraceState.forwarded(list) == nil)
    }

    @Test(
        "a valid tracestate is passed on as it came",
        arguments: [
            "a=1", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "fw529a3039@dt=FfQ.1-/;,0z=!", "a=1, b=2 ,c=3",
            "a=1,,b=2",
            "a=x y", "a_-*/1=1", (0..<32).map { "k\($0)=1" }.joined(separator: ","),
            "a=\(String(repeating: "b", count: 256)),c=\(String(repeating: "d", count: 251))",
        ]
    )
    func validState(_ list: String) {
        #expect(TraceState.forwarded(list) == list)
    }

    @Test("over 512 characters, long members go first, then the last ones, never a part of one")
    func longState() throws {
        let long = "long=\(String(repeating: "x", count: 200))"
        let short = (0..<20).map { "key\($0)=\(String(repeating: "y", count: 14))" }
        #expect(TraceState.forwarded("\(long),\(short.joined(separator: ","))") == short.joined(separator: ","))
        let many = (0..<32).map { "key\($0)=\(String(repeating: "y", count: 30))" }
        let kept = try #require(TraceState.forwarded(many.joined(separator: ",")))
        #expect(kept.utf8.count <= 512)
        #expect(many.joined(separator: ",").hasPrefix(kept + ","))
    }

    @Test("entries of one tracestate belong together, in order")
    func splitState() {
        var metadata = Metadata()
        metadata.add("tracestate", "a=1")
        metadata.add("tracestate", "b=2,c=3")
        #expect(TraceState.value(in: metadata) == "a=1,b=2,c=3")
        metadata.add("tracestate", "a=4")
        #expect(TraceState.value(in: metadata) == nil)
    }

    // MARK: Over calls

    private let outer = TestMethods.unary("Outer")
    private let inner = TestMethods.unary("Inner")

    /// The contexts that a handler and the handler that it calls see.
    private func contexts(_ metadata: Metadata) async throws -> (outer: CallContext, inner: CallContext) {
        let seen = Recorder<CallContext>()
        let inner = inner
        let innerHandler = MethodHandler.unary(inner) { (request: Echo, context) in
            seen.record(context)
            return request
        }
        return try await withPeers([innerHandler]) { innerChannel, _ in
            let outerHandler = MethodHandler.unary(outer) { (request: Echo, context) in
                seen.record(context)
                return try await innerChannel.unary(inner, request, options: CallOptions()) as Echo
            }
            return try await withPeers([outerHandler]) { channel, _ in
                try await channel.call(outer, CallOptions(metadata: metadata))
                return (seen.values[0], seen.values[1])
            }
        }
    }

    @Test("trace, flags and state go from call to call, each a step of its own")
    func overCalls() async throws {
        var metadata = Metadata()
        metadata.add("traceparent", "00-\(Self.trace)-\(Self.span)-03")
        metadata.add("tracestate", "a=1, b=2")
        metadata.add("tracestate", "c=3")
        let (outer, inner) = try await contexts(metadata)
        #expect(outer.trace.traceID == Self.trace)
        #expect(inner.trace.traceID == Self.trace)
        #expect(inner.metadata[text: "traceparent"] == "00-\(Self.trace)-\(outer.trace.spanID)-03")
        #expect(Set([Self.span, outer.trace.spanID, inner.trace.spanID]).count == 3)
        #expect(inner.metadata[text: "tracestate"] == "a=1, b=2,c=3")
    }

    @Test("a malformed parent starts a new trace without the state of the old one")
    func malformedOverCalls() async throws {
        var metadata = Metadata()
        metadata.add("traceparent", "00-\(Self.trace)-\(Self.span)-0")
        metadata.add("tracestate", "a=1")
        let (outer, inner) = try await contexts(metadata)
        #expect(outer.trace.traceID != Self.trace)
        #expect(inner.trace.traceID == outer.trace.traceID)
        #expect(inner.metadata[text: "tracestate"] == nil)
    }

    @Test("a malformed state is left out, and the trace goes on")
    func malformedStateOverCalls() async throws {
        var metadata = Metadata()
        metadata.add("traceparent", "00-\(Self.trace)-\(Self.span)-01")
        metadata.add("tracestate", "a=1,a=2")
        let (_, inner) = try await contexts(metadata)
        #expect(inner.trace.traceID == Self.trace)
        #expect(inner.metadata[text: "tracestate"] == nil)
    }

    @Test("calls of work that no call has asked for belong to its trace, and without any to none")
    func background() async throws {
        let seen = Recorder<CallContext>()
        let handler = MethodHandler.unary(inner) { (request: Echo, context) in
            seen.record(context)
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let work = TraceContext()
            try await work.during {
                #expect(TraceContext.current == work)
                try await channel.call(inner)
            }
            #expect(TraceContext.current == nil)
            try await channel.call(inner)
            #expect(seen.values[0].metadata[text: "traceparent"] == work.traceparent)
            #expect(seen.values[1].metadata[text: "traceparent"] == nil)
            #expect(seen.values[1].trace.traceID != work.traceID)
        }
    }
}
