import LocalDeployment
import UnixSignals

/// Starts programs again that end by themselves, and does what the operator asks for with signals: SIGUSR1 restarts all
/// programs in turn, SIGUSR2 gives them new certificates.
struct Supervisor: Sendable {
    private enum Event {
        case ended(ProgramInstance, ServiceProcess)
        case asked(UnixSignal)
    }

    let deployment: LocalDeployment
    /// SIGUSR1 and SIGUSR2.
    let signals: UnixSignalsSequence
    let say: @Sendable (String) -> Void

    func run(until stop: StopSignal) async {
        let (events, report) = AsyncStream.makeStream(of: Event.self)
        Task {
            await stop.wait()
            report.finish()
        }
        let listening = Task { for await signal in signals { report.yield(.asked(signal)) } }
        defer { listening.cancel() }
        for instance in deployment.instances { watch(instance, report) }
        for await event in events where !stop.isAsked {
            switch event {
            case .ended(let instance, let process): await revive(instance, process, report, stop)
            case .asked(.sigusr1): await restartAll(report, stop)
            case .asked: await renewCertificates()
            }
        }
    }

    /// Reports the end of an instance whenever it comes, which is after the watching when the launcher stops them all.
    private func watch(_ instance: ProgramInstance, _ report: AsyncStream<Event>.Continuation) {
        guard let process = deployment.process(instance) else { return }
        Task {
            _ = await process.waitForExit()
            report.yield(.ended(instance, process))
        }
    }

    private func revive(
        _ instance: ProgramInstance,
        _ process: ServiceProcess,
        _ report: AsyncStream<Event>.Continuation,
        _ stop: StopSignal
    ) async {
        // One that was asked to end has its successor already.
        guard deployment.process(instance) === process else { return }
        say("\(instance) has ended and is started again; why is in its log.")
        // A program that cannot start must not keep the machine busy.
        try? await Task.sleep(for: .seconds(1))
        if !stop.isAsked, (try? deployment.start(instance)) != nil { watch(instance, report) }
    }

    private func restartAll(_ report: AsyncStream<Event>.Continuation, _ stop: StopSignal) async {
        say("Restarting all programs, one instance after the other …")
        do {
            for program in LocalDeployment.programs where !stop.isAsked {
                try await deployment.restartInTurn([program]) { instance in
                    say("\(instance) has been restarted.")
                    watch(instance, report)
                }
            }
            if !stop.isAsked { say("All programs have been restarted.") }
        } catch {
            say("The restart has been given up: \(error)")
            for instance in deployment.instances { watch(instance, report) }
        }
    }

    private func renewCertificates() async {
        do {
            try await deployment.renewCertificates()
            say("All programs have new certificates.")
        } catch {
            say("\(error)")
        }
    }
}
