import LocalDeployment

/// Starts programs again that end by themselves.
struct Supervisor: Sendable {
    let deployment: LocalDeployment
    let say: @Sendable (String) -> Void

    func run(until stop: StopSignal) async {
        let (ends, report) = AsyncStream.makeStream(of: String.self)
        Task {
            await stop.wait()
            report.finish()
        }
        for program in LocalDeployment.programs { watch(program, report) }
        for await program in ends where !stop.isAsked {
            say("\(program) has ended and is started again; why is in its log.")
            // A program that cannot start must not keep the machine busy.
            try? await Task.sleep(for: .seconds(1))
            if !stop.isAsked, (try? deployment.start(program)) != nil { watch(program, report) }
        }
    }

    /// Reports the end of a program whenever it comes, which is after the watching when the launcher stops them all.
    private func watch(_ program: String, _ report: AsyncStream<String>.Continuation) {
        guard let process = deployment.process(program) else { return }
        Task {
            _ = await process.waitForExit()
            report.yield(program)
        }
    }
}
