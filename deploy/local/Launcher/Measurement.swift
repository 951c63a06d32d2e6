import Foundation
import LocalDeployment
import Messages
import RPC
import ServiceStubs

/// Measures what the product promises, on the running programs and through the gateway, as a user's program would.
struct Measurement {
    let deployment: LocalDeployment
    let photo: [UInt8]
    let rounds: Int
    let say: (String) -> Void

    /// Prints the figures beside their bars.
    func run(timeToHealth: Duration) async throws {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let memory = residentMegabytes()
        let token = try await signUp(channel)
        let client = OCR.ReceiptsClient(channel: channel)
        var acknowledged: [Double] = []
        var recorded: [Double] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            let receipt = try await upload(client, token)
            acknowledged.append((ContinuousClock.now - start) / .milliseconds(1))
            try await waitForPurchase(receipt, client, token)
            recorded.append((ContinuousClock.now - start) / .seconds(1))
        }
        line("upload acknowledged", acknowledged, "ms", bar: "300 ms")
        line("receipt in the purchase log", recorded, "s", bar: "5 s")
        say(row("all programs healthy after start", text(timeToHealth / .seconds(1)) + " s", "10 s"))
        report("resident when idle after start", memory)
        report("resident when idle after \(rounds) receipts", residentMegabytes())
    }

    private func report(_ name: String, _ memory: [String: Double]) {
        say(row(name, text(memory.values.reduce(0, +)) + " MB, workers included", "400 MB"))
        let programs = memory.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }
        say("    " + programs.joined(separator: ", "))
    }

    private func signUp(_ channel: RPCChannel) async throws -> String {
        let name = "bench" + String(UInt32.random(in: .min ... .max), radix: 36)
        let password = "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        let accounts = Auth.AccountsClient(channel: channel)
        let terms = try await accounts.getTerms(.init())
        _ = try await accounts.register(
            .init(username: name, email: "\(name)@example.org", password: password, acceptedTermsVersion: terms.version)
        )
        return try await Auth.SessionsClient(channel: channel)
            .signIn(.init(name: name, password: password, device: "bench")).accessToken
    }

    private func upload(_ client: OCR.ReceiptsClient, _ token: String) async throws -> String {
        let options = CallOptions(timeout: .seconds(30), accessToken: token)
        return try await client.uploadReceipt(options: options) { writer in
            let header = OCR.UploadHeader(size: Int64(photo.count), timeZone: "America/Vancouver")
            try await writer.write(.init(part: .header(header)))
            for start in stride(from: 0, to: photo.count, by: 131_072) {
                try await writer.write(.init(part: .chunk(Array(photo[start..<min(start + 131_072, photo.count)]))))
            }
        }.receiptID
    }

    private func waitForPurchase(_ receipt: String, _ client: OCR.ReceiptsClient, _ token: String) async throws {
        let options = CallOptions(timeout: .seconds(60), accessToken: token)
        let last = try await client.watchReceipt(.init(receiptID: receipt), options: options) { stream in
            var last: OCR.ReceiptProgress?
            for try await progress in stream { last = progress }
            return last
        }
        guard last?.state == .done else {
            throw DeploymentError("The receipt did not become a purchase: \(last?.failure ?? "no answer").")
        }
    }

    /// Resident memory of each program with its children, in MB.
    private func residentMegabytes() -> [String: Double] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init) ?? []
        var result: [String: Double] = [:]
        for instance in deployment.instances {
            guard let parent = deployment.process(instance)?.identifier else { continue }
            let family = [parent] + processes.filter { Self.status($0)["PPid"] == String(parent) }
            result["\(instance)"] = family.map(Self.residentMegabytes).reduce(0, +)
        }
        return result
    }

    private static func residentMegabytes(_ process: Int32) -> Double {
        let kilobytes = status(process)["VmRSS"]?.split(separator: " ").first.flatMap { Double($0) } ?? 0
        return kilobytes / 1_024
    }

    private static func status(_ process: Int32) -> [String: String] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
    }

    private func line(_ name: String, _ values: [Double], _ unit: String, bar: String) {
        let sorted = values.sorted()
        let median = sorted[sorted.count / 2]
        let figures = "median \(text(median)), worst \(text(sorted.last ?? 0)) \(unit) of \(sorted.count)"
        say(row(name, figures, bar))
    }

    private func row(_ name: String, _ figure: String, _ bar: String) -> String {
        name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + figure.padding(toLength: 40, withPad: " ", startingAt: 0) + "bar \(bar)"
    }

    private func text(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(1)).grouping(.never))
    }
}
