import Foundation
import Glibc
import Logging
import ReceiptRecognition
import ReceiptUnderstanding
import Synchronization
import Testing

@Suite("Worker processes", .serialized, .timeLimit(.minutes(5)))
struct WorkerSupervisorTests {
    private func withSupervisor<Result>(
        _ configuration: WorkerSupervisor.Configuration = WorkerExecutable.configuration,
        _ body: (WorkerSupervisor) async throws -> Result
    ) async throws -> Result {
        let supervisor = WorkerSupervisor(
            configuration: configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            let result = try await body(supervisor)
            await supervisor.stop()
            return result
        } catch {
            await supervisor.stop()
            throw error
        }
    }

    private func failure(_ body: () async throws -> RecognizedPage) async -> ReadingError.Kind? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? ReadingError)?.kind
        }
    }

    private func exists(_ processID: Int32) -> Bool { kill(processID, 0) == 0 }

    @Test("a missing executable makes reading unavailable")
    func missingExecutable() async throws {
        var configuration = WorkerExecutable.configuration
        configuration.executable = "/nowhere/larder-receipt-reader"
        try await withSupervisor(configuration) { supervisor in
            #expect(await failure { try await supervisor.read([1]) } == .unavailable)
            #expect(supervisor.workerProcessIDs.isEmpty)
        }
    }

    @Test("an executable that exits at once fails the image, not the service")
    func crashingExecutable() async throws {
        var configuration = WorkerExecutable.configuration
        configuration.executable = "/bin/false"
        try await withSupervisor(configuration) { supervisor in
            #expect(await failure { try await supervisor.read([1]) } == .workerDied)
            #expect(await failure { try await supervisor.read([1]) } == .workerDied)
        }
    }

    /// A worker in which a stranger runs: it sends some messages over and over and reads nothing.
    private func withStranger(_ messages: [WorkerMessage], _ body: (WorkerSupervisor) async throws -> Void) async throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "larder-worker-\(UUID())")
        try Data(messages.flatMap { try $0.encoded() }).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var configuration = WorkerExecutable.configuration
        configuration.executable = "/bin/sh"
        configuration.arguments = ["-c", "while cat '\(file.path)'; do :; done"]
        try await withSupervisor(configuration, body)
    }

    @Test("a worker that answers before it has the whole image, or is ready twice, fails that image")
    func prematureAnswer() async throws {
        let image = [UInt8](repeating: 1, count: 4 << 20)
        let page = RecognizedPage(width: 10, height: 10, words: [])
        let pages = (0...8).map { WorkerMessage.page(id: $0, page) }
        try await withStranger(pages) { supervisor in
            #expect(await failure { try await supervisor.read(image) } == .workerDied)
        }
        try await withStranger([.ready(missing: [])]) { supervisor in
            #expect(await failure { try await supervisor.read(image) } == .workerDied)
        }
    }

    @Test("a worker that talks without end while idle is ended, and keeps nobody from stopping")
    func idleTalk() async throws {
        try await withStranger([.progress(id: 1, percent: 1)]) { supervisor in
            var first: Int32?
            while first == nil {
                first = supervisor.workerProcessIDs.first
                await Task.yield()
            }
            while first.map(exists) == true { await Task.yield() }
        }
    }

    @Test("a worker killed while it reads fails that image, leaves no zombie, and the next image is read")
    func killed() async throws {
        let image = try SampleReceipt.image()
        try await withSupervisor { supervisor in
            let victim = Mutex<Int32>(0)
            let kind = await failure {
                try await supervisor.read(image) { _ in
                    guard let processID = supervisor.workerProcessIDs.first else { return }
                    victim.withLock { $0 = processID }
                    kill(processID, SIGKILL)
                }
            }
            #expect(kind == .workerDied)
            let dead = victim.withLock { $0 }
            #expect(dead > 0)
            #expect(!exists(dead))
            let page = try await supervisor.read(image)
            #expect(!page.words.isEmpty)
        }
    }

    @Test("an image that exceeds its processor time fails and its worker is killed")
    func processorTimeLimit() async throws {
        var configuration = WorkerExecutable.configuration
        configuration.timeLimit = .milliseconds(1)
        let image = try SampleReceipt.image()
        try await withSupervisor(configuration) { supervisor in
            let before = supervisor.workerProcessIDs
            #expect(await failure { try await supervisor.read(image) } == .timedOut)
            for processID in before { #expect(!exists(processID)) }
        }
    }

    @Test("a worker that hangs without using the processor is killed after the elapsed time")
    func hanging() async throws {
        var configuration = WorkerExecutable.configuration
        (configuration.executable, configuration.arguments) = ("/bin/sleep", ["infinity"])
        configuration.hangLimit = .milliseconds(20)
        try await withSupervisor(configuration) { supervisor in
            #expect(await failure { try await supervisor.read([1]) } == .timedOut)
            #expect(await failure { try await supervisor.read([1]) } == .timedOut)
        }
    }

    @Test("garbage behind a valid header fails that image alone, in the same worker")
    func garbage() async throws {
        let image = try SampleReceipt.image()
        try await withSupervisor { supervisor in
            #expect(await failure { try await supervisor.read(ImageBytes.png(600, 800)) } == .undecodable)
            let worker = supervisor.workerProcessIDs
            #expect(worker.count == 1)
            #expect(await failure { try await supervisor.read(Array("not an image at all".utf8)) } == .undecodable)
            let page = try await supervisor.read(image)
            #expect(!page.words.isEmpty)
            #expect(supervisor.workerProcessIDs == worker)
        }
    }

    @Test("a cancelled task ends the reading")
    func cancelled() async throws {
        let image = try SampleReceipt.image()
        try await withSupervisor { supervisor in
            let (started, begin) = AsyncStream<Void>.makeStream()
            let task = Task { try await supervisor.read(image) { _ in begin.yield() } }
            for await _ in started { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let page = try await supervisor.read(image)
            #expect(!page.words.isEmpty)
        }
    }

    @Test("stopping fails running and waiting images, and ends every worker")
    func stopping() async throws {
        let image = try SampleReceipt.image()
        let supervisor = WorkerSupervisor(
            configuration: WorkerExecutable.configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let (started, begin) = AsyncStream<Void>.makeStream()
        async let first = failure { try await supervisor.read(image) { _ in begin.yield() } }
        for await _ in started { break }
        async let second = failure { try await supervisor.read(image) }
        let workers = supervisor.workerProcessIDs
        await supervisor.stop()
        #expect(await first == .stopped)
        #expect(await second == .stopped)
        #expect(supervisor.workerProcessIDs.isEmpty)
        for worker in workers { #expect(!exists(worker)) }
        await supervisor.stop()
        #expect(await failure { try await supervisor.read(image) } == .stopped)
    }

    @Test("a worker is replaced after its number of images")
    func replaced() async throws {
        var configuration = WorkerExecutable.configuration
        configuration.imagesPerWorker = 1
        try await withSupervisor(configuration) { supervisor in
            // The replacement follows the response, so a process id may be seen before it or after it: the third image
            // is certainly read by another process than the first.
            var seen: [[Int32]] = []
            for _ in 0..<3 {
                _ = await failure { try await supervisor.read(ImageBytes.png(600, 800)) }
                seen.append(supervisor.workerProcessIDs)
            }
            #expect(seen[0] != seen[2] || seen[0].isEmpty)
        }
    }

    @Test("several workers read in parallel and all images are returned")
    func parallel() async throws {
        var configuration = WorkerExecutable.configuration
        configuration.workers = 2
        let image = try SampleReceipt.image()
        let pages = try await withSupervisor(configuration) { supervisor in
            try await withThrowingTaskGroup(of: RecognizedPage.self) { group in
                for _ in 0..<4 { group.addTask { try await supervisor.read(image) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(pages.count == 4)
        #expect(Set(pages).count == 1)
    }

    @Test("a worker has limits, a low priority and nothing open but its connection")
    func limits() async throws {
        try await withSupervisor { supervisor in
            _ = await failure { try await supervisor.read(ImageBytes.png(600, 800)) }
            let worker = try #require(supervisor.workerProcessIDs.first)
            let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8).split(separator: "\n")
            func limit(_ name: String) -> String? {
                limits.first { $0.hasPrefix(name) }?.dropFirst(26).split(separator: " ").first.map(String.init)
            }
            #expect(limit("Max address space") == "\(2 << 30)")
            #expect(limit("Max open files") == "16")
            #expect(limit("Max core file size") == "0")
            let process = __priority_which_t(PRIO_PROCESS.rawValue)
            #expect(getpriority(process, id_t(worker)) == min(19, getpriority(process, 0) + 10))
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd").sorted()
            #expect(open.starts(with: ["0", "1", "2"]))
            // Tesseract's messages are discarded.
            for descriptor in open.dropFirst(3) {
                let file = "/proc/\(worker)/fd/\(descriptor)"
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "/dev/null")
            }
            let environment = try String(contentsOfFile: "/proc/\(worker)/environ", encoding: .utf8)
            #expect(!environment.contains("HOME="))
        }
    }

    @Test("progress rises to the end")
    func progress() async throws {
        let image = try SampleReceipt.image()
        let seen = Mutex<[Int]>([])
        _ = try await withSupervisor { supervisor in
            try await supervisor.read(image) { percent in seen.withLock { $0.append(percent) } }
        }
        let percents = seen.withLock { $0 }
        #expect(percents == percents.sorted())
        #expect(percents.last == 100)
        #expect(percents.count > 3)
    }
}
