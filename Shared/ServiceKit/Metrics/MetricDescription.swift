/// Describes a metric beside its name.
package struct MetricDescription: Sendable {
    /// What it measures, a sentence.
    package var help: String
    /// Unit that the name ends with in Prometheus, such as "seconds"; empty for none.
    package var unit: String
    /// Of a histogram.
    package var buckets: HistogramBuckets

    /// Describes a metric.
    package init(_ help: String, unit: String = "", buckets: HistogramBuckets = .count) {
        self.help = help
        self.unit = unit
        self.buckets = buckets
    }

    /// Describes a histogram of times.
    static func seconds(_ help: String) -> MetricDescription {
        MetricDescription(help, unit: "seconds", buckets: .latency)
    }

    /// Describes a histogram of sizes.
    static func bytes(_ help: String) -> MetricDescription {
        MetricDescription(help, unit: "bytes", buckets: .size)
    }
}

/// Metrics that every program has, by the names that gRPC and OpenTelemetry give them.
enum KnownMetrics {
    /// gRPC's metrics of calls, connections and ejected endpoints (gRFCs A66, A94, A50 and A96).
    private static let calls: [String: MetricDescription] = [
        "grpc.server.call.started": .init("Calls that came in, unfinished ones included."),
        "grpc.server.call.duration": .seconds("Time from a call's first frame to its status."),
        "grpc.server.call.sent_total_compressed_message_size": .bytes("Bytes of a call's responses."),
        "grpc.server.call.rcvd_total_compressed_message_size": .bytes("Bytes of a call's requests."),
        "grpc.client.attempt.started": .init("Attempts of calls that were begun, unfinished ones included."),
        "grpc.client.attempt.duration": .seconds("Time of an attempt, the choice of a connection included."),
        "grpc.client.attempt.sent_total_compressed_message_size": .bytes("Bytes of an attempt's requests."),
        "grpc.client.attempt.rcvd_total_compressed_message_size": .bytes("Bytes of an attempt's responses."),
        "grpc.client.call.duration": .seconds("Time of a call as its caller sees it, all attempts included."),
        "grpc.client.call.retries": .init("Retries of a call that had any.", buckets: .repetitions),
        "grpc.client.call.transparent_retries": .init(
            "Attempts of a call after one that no server had processed, if there were any.",
            buckets: .repetitions
        ),
        "grpc.client.call.hedges": .init("Hedges of a call that had any.", buckets: .repetitions),
        "grpc.client.call.retry_delay": .seconds("Time of a repeated call in which no attempt was under way."),
        "grpc.subchannel.open_connections": .init("Connections that are open."),
        "grpc.subchannel.connection_attempts_succeeded": .init("Connections that were made."),
        "grpc.subchannel.connection_attempts_failed": .init("Attempts to connect that failed."),
        "grpc.subchannel.disconnections": .init("Connections that ended, by cause."),
        "grpc.lb.outlier_detection.ejections_enforced": .init("Endpoints that got no calls for a while."),
        "grpc.lb.outlier_detection.ejections_unenforced": .init(
            "Endpoints that were found to be outliers and yet got calls, since too many were out already."
        ),
    ]

    /// Metrics of our own. A program describes those of its own features, see ``ServiceProgram/metrics``.
    private static let program: [String: MetricDescription] = [
        "larder.server.connections": .init("Connections of clients that are open."),
        "larder.server.connections_accepted": .init("Connections of clients that were accepted."),
        "larder.server.connections_refused": .init("Connections that were turned away: too many or too frequent."),
        "larder.health.serving": .init("1 when the program serves, 0 when it does not."),
        "larder.event_loop.lag": .seconds("How much later than asked for an event loop runs what is due."),
        "larder.database.connections": .init("Connections to the database, by what they do."),
        "larder.database.waiting": .init("Callers that wait for a connection to the database."),
        "larder.database.permission_denied": .init("Statements that the database refused for lack of a privilege."),
        "larder.outbox.events": .init("Events that wait for delivery, and that were given up."),
        "larder.outbox.oldest_event_age": .init("Age of the oldest event that waits for delivery.", unit: "seconds"),
        "larder.storage.full_users": .init("Users who have stored as much as one may."),
        "larder.outbox.receiver.waiting": .init("Events that wait for delivery, by receiver."),
        "larder.outbox.receiver.parked": .init("Events that were given up, by receiver."),
        "larder.outbox.receiver.oldest_age": .init(
            "Age of the oldest event that waits for delivery, by receiver.",
            unit: "seconds"
        ),
        "larder.inbox.kept_events": .init("Events of unknown kinds that wait for a newer program."),
        "larder.queue.waiting": .init("Work that waits or is being done, by queue."),
        "larder.queue.parked": .init("Work that was given up and waits for an operator, by queue."),
        "larder.queue.oldest_age": .init("Age of the oldest work that waits, by queue.", unit: "seconds"),
        "larder.background_work.restarts": .init("How often background work ended unexpectedly and was restarted."),
        "larder.background_work.failing": .init("1 when background work is out of order, 0 when it is not."),
        "larder.change_feed.changes": .init("Changes that were received from the database."),
        "larder.change_feed.interruptions": .init("How often changes may have been missed, and watchers read anew."),
        "larder.blocking_pool.load": .init("Work that runs or waits in a pool of threads."),
        "larder.blocking_pool.rejections": .init("Work that was rejected since too much was waiting."),
        "larder.revisions.made": .init("Changes of records that were kept for undo, by who made them."),
        "larder.web.refused": .init("Requests of browsers that no page of this gateway makes, by reason."),
        "larder.idempotency.replays": .init("Changes that were sent again and got the answer of the first time."),
        "larder.scheduled_job.runs": .init("Runs of scheduled jobs, by outcome."),
        "larder.scheduled_job.duration": .seconds("Time that a run of a scheduled job took."),
        "larder.scheduled_job.lateness": .init(
            "How long a scheduled job has been due without being done.",
            unit: "seconds"
        ),
        "larder.metrics.series_dropped": .init("Series that are not shown since there are too many."),
    ]

    static let all = calls.merging(program) { $1 }.merging(ProcessMetrics.descriptions) { $1 }
}
