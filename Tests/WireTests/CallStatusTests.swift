import Testing

@testable import Wire

@Suite("How a call ended")
struct CallStatusTests {
    private static var metadata: Metadata {
        var metadata = Metadata()
        metadata.add("a", "1")
        return metadata
    }

    private static let different = [
        CallStatus(.ok), CallStatus(.aborted), CallStatus(.aborted, "a"), CallStatus(.aborted, "b"),
        CallStatus(.aborted, details: [1]), CallStatus(.aborted, details: [2]),
        CallStatus(.aborted, metadata: metadata),
        CallStatus(.aborted, isUnprocessed: true), CallStatus(.aborted, "a", isUnprocessed: true),
    ]

    @Test("differs from every other in any of its parts")
    func distinct() {
        #expect(Set(Self.different).count == Self.different.count)
        for (index, status) in Self.different.enumerated() {
            for (other, theirs) in Self.different.enumerated() { #expect((status == theirs) == (index == other)) }
        }
    }

    @Test("is the same however it came to be")
    func same() {
        #expect(CallStatus(.ok) == .plainOK && CallStatus(.ok).hashValue == CallStatus.plainOK.hashValue)
        var status = CallStatus(.aborted, "a", details: [1], metadata: Self.metadata, isUnprocessed: true)
        #expect(status == CallStatus(.aborted, "a", details: [1], metadata: Self.metadata, isUnprocessed: true))
        (status.message, status.details, status.metadata) = ("", [], Metadata())
        status.isUnprocessed = false
        #expect(status == CallStatus(.aborted))
        #expect(status.hashValue == CallStatus(.aborted).hashValue)
        status.code = .ok
        #expect(status == .plainOK)
    }

    @Test("a copy that is changed leaves the other as it was")
    func copies() {
        let status = CallStatus(.aborted, "a")
        var copy = status
        copy.message = "b"
        copy.isUnprocessed = true
        #expect(status == CallStatus(.aborted, "a"))
        #expect(copy == CallStatus(.aborted, "b", isUnprocessed: true))
    }
}
