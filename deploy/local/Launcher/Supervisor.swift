import LocalDeployment

/// Starts programs again that end by themselves.
struct Supervisor {
    let deployment: LocalDeployment
    let say: (String) -> Void

    func run(until stop: StopSignal) async {
        await withTaskGroup(of: String?.self) { group in
            group.addTask {
                await stop.wait()
                return nil
            }
            for program in LocalDeployment.programs { watch(program, in: &group) }
            while let ended = await group.next(), let program = ended, !stop.isAsked {
                say("\(program) has ended and is started again; why is in its log.")
                // A program that cannot start must not keep the machine busy.
                try? await Task.sleep(for: .seconds(1))
                if !stop.isAsked, (try? deployment.start(program)) != nil { watch(program, in: &group) }
            }
            group.cancelAll()
        }
    }

    private func watch(_ program: String, in group: inout TaskGroup<String?>) {
        guard let process = deployment.process(program) else { return }
        group.addTask {
            _ = await process.waitForExit()
            return program
        }
    }
}
