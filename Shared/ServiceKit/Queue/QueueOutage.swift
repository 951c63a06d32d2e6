import Foundation
import Foundations

/// Reports work as failing once its queue has been unreadable for a while.
struct QueueOutage {
    /// How long a queue may be unreadable before that is reported: shorter outages pass.
    static let tolerance = Duration.seconds(10)

    /// What the report calls the queue.
    private let name: String
    private let status: WorkStatus?
    private var beginning: Date?
    private var isReported = false

    /// No outage yet.
    init(of name: String, reportingTo status: WorkStatus?) {
        self.name = name
        self.status = status
    }

    /// The queue couldn't be read.
    mutating func fail(at time: Date) {
        let beginning = beginning ?? time
        self.beginning = beginning
        guard time >= beginning.addingTimeInterval(Self.tolerance.inSeconds), !isReported else { return }
        isReported = true
        status?.fail("the queue \(name) can't be read", part: name)
    }

    /// The queue could be read.
    mutating func end() {
        if isReported { status?.succeed(part: name) }
        (beginning, isReported) = (nil, false)
    }
}
