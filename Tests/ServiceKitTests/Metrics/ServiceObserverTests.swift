import CoreMetrics
import Logging
import NIOCore
import RPC
import RPCTestSupport
import Testing
import Wire

@testable import ServiceKit

@Suite("Observing the calls of a program")
struct ServiceObserverTests {
    private let registry = PrometheusRegistry()
    private let lines = Recorder<String>()

    private var observer: ServiceObserver {
        ServiceObserver(factory: registry, log: CallLog(log: RecordingLogHandler.logger(lines)))
    }

    private func read() throws -> Exposition { try Exposition(String(buffer: registry.text())) }

    @Test("methods that a server does not have are one, however many names there are")
    func unknownMethods() throws {
        for index in 0..<50 {
            let other = try #require(observer.serverMethod("made.up/Name\(index)", isKnown: false))
            other.started()
            other.ended(.unimplemented, duration: .microseconds(1), sentBytes: 0, receivedBytes: 0)
        }
        let exposition = try read()
        #expect(exposition.value("grpc_server_call_started_total", ["grpc_method": "other"]) == 50)
        #expect(exposition.families["grpc_server_call_started_total"]?.samples.count == 1)
        let labels = ["grpc_method": "other", "grpc_status": "UNIMPLEMENTED"]
        #expect(exposition.value("grpc_server_call_duration_seconds_count", labels) == 50)
    }

    @Test("a served call is counted when it comes, and by its code when it ends", arguments: StatusCode.allCases)
    func servedCalls(_ code: StatusCode) throws {
        let method = try #require(observer.serverMethod("larder.test.v1.Test/Do", isKnown: true))
        method.started()
        method.started()
        method.ended(code, duration: .milliseconds(3), sentBytes: 2_000, receivedBytes: 5)
        let exposition = try read()
        #expect(exposition.value("grpc_server_call_started_total", ["grpc_method": "larder.test.v1.Test/Do"]) == 2)
        let labels = ["grpc_method": "larder.test.v1.Test/Do", "grpc_status": code.name]
        #expect(exposition.value("grpc_server_call_duration_seconds_count", labels) == 1)
        #expect(exposition.value("grpc_server_call_duration_seconds_sum", labels) == 0.003)
        #expect(exposition.value("grpc_server_call_sent_total_compressed_message_size_bytes_sum", labels) == 2_000)
        #expect(exposition.value("grpc_server_call_rcvd_total_compressed_message_size_bytes_sum", labels) == 5)
    }

    @Test("a call that is made is counted by attempt and as a whole, repetitions only when there are any")
    func madeCalls() throws {
        let channel = try #require(observer.client(target: "budget"))
        let method = channel.method("larder.test.v1.Test/Do")
        for code in [StatusCode.unavailable, .ok] {
            method.attemptStarted()
            method.attemptEnded(code, duration: .milliseconds(1), sentBytes: 10, receivedBytes: code == .ok ? 20 : 0)
        }
        method.callEnded(.ok, duration: .milliseconds(7), repetition: .init(retries: 1, delay: .milliseconds(5)))
        method.callEnded(.ok, duration: .milliseconds(1), repetition: nil)
        let exposition = try read()
        let target = ["grpc_method": "larder.test.v1.Test/Do", "grpc_target": "budget"]
        func with(_ code: String) -> [String: String] { target.merging(["grpc_status": code]) { $1 } }
        #expect(exposition.value("grpc_client_attempt_started_total", target) == 2)
        #expect(exposition.value("grpc_client_attempt_duration_seconds_count", with("UNAVAILABLE")) == 1)
        #expect(
            exposition.value("grpc_client_attempt_sent_total_compressed_message_size_bytes_sum", with("OK")) == 10
        )
        #expect(
            exposition.value("grpc_client_attempt_rcvd_total_compressed_message_size_bytes_sum", with("OK")) == 20
        )
        #expect(exposition.value("grpc_client_call_duration_seconds_count", with("OK")) == 2)
        #expect(exposition.value("grpc_client_call_retries_sum", target) == 1)
        #expect(exposition.value("grpc_client_call_retries_count", target) == 1)
        #expect(exposition.value("grpc_client_call_hedges_count", target) == 0)
        #expect(exposition.value("grpc_client_call_transparent_retries_count", target) == 0)
        #expect(exposition.value("grpc_client_call_retry_delay_seconds_sum", target) == 0.005)
    }

    @Test("endless rejected calls get some lines, which count those that had none")
    func refusedCalls() throws {
        let method = try #require(observer.serverMethod("made.up/Name", isKnown: false))
        let record = ServerCallRecord(
            method: "made.up/Name",
            code: .unimplemented,
            duration: .zero,
            trace: TraceContext(),
            wasRejected: true
        )
        for _ in 0..<10_000 where method.wantsRecord(ofRejected: .unimplemented) { method.record(record) }
        // Time passes meanwhile, in which there may be a few more.
        #expect(lines.count >= 50 && lines.count < 1_000)
        while !method.wantsRecord(ofRejected: .unimplemented) {}
        method.record(record)
        #expect(lines.values.last?.contains("unlogged=") == true)
        #expect(lines.values.first?.contains("unlogged=") == false)
    }

    @Test("connections and ejections of a channel are counted")
    func connections() throws {
        let channel = try #require(observer.client(target: "budget"))
        channel.connectionOpened()
        channel.connectionOpened()
        channel.connectionAttemptFailed()
        channel.connectionEnded(.goAway)
        channel.ejected(isEnforced: true)
        channel.ejected(isEnforced: false)
        let exposition = try read()
        let target = ["grpc_target": "budget"]
        #expect(exposition.value("grpc_subchannel_open_connections", target) == 1)
        #expect(exposition.value("grpc_subchannel_connection_attempts_succeeded_total", target) == 2)
        #expect(exposition.value("grpc_subchannel_connection_attempts_failed_total", target) == 1)
        let ended = target.merging(["grpc_disconnect_error": "GOAWAY"]) { $1 }
        #expect(exposition.value("grpc_subchannel_disconnections_total", ended) == 1)
        #expect(exposition.value("grpc_lb_outlier_detection_ejections_enforced_total", target) == 1)
        #expect(exposition.value("grpc_lb_outlier_detection_ejections_unenforced_total", target) == 1)
    }

    @Test("connections of a server are counted")
    func serverConnections() throws {
        let connections = try #require(observer.serverConnections())
        connections.opened()
        connections.opened()
        connections.ended()
        connections.rejected()
        let exposition = try read()
        #expect(exposition.value("larder_server_connections") == 1)
        #expect(exposition.value("larder_server_connections_accepted_total") == 2)
        #expect(exposition.value("larder_server_connections_refused_total") == 1)
    }

    @Test("every recorded metric has a description")
    func descriptions() throws {
        try servedCalls(.ok)
        try madeCalls()
        try connections()
        try serverConnections()
        ProcessMetrics.register(with: registry)
        for (name, family) in try read().families { #expect(family.help.hasSuffix("."), "\(name)") }
    }
}
