import CTesseract
import Foundation
import Glibc
import ImageFiles
import Logging
import ReceiptReaders
import ReceiptRecognition
import ReceiptUnderstanding
import Testing

@Suite("Malicious images", .serialized, .timeLimit(.minutes(15)))
struct HostileImageTests {
    private static var readers: [String] { FetchedModels.exist ? ["Tesseract", "all readers"] : ["Tesseract"] }

    private func configuration(_ readers: String) -> WorkerSupervisor.Configuration {
        var configuration = WorkerExecutable.configuration
        configuration.arguments = readers == "Tesseract" ? [] : [FetchedModels.folder.path]
        return configuration
    }

    /// The peak memory of a process, in bytes.
    private func peak(_ process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    @Test("each is read or rejected with a sentence, in one worker that stays within its memory", arguments: readers)
    func corpus(_ readers: String) async throws {
        let configuration = configuration(readers)
        let supervisor = WorkerSupervisor(
            configuration: configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let images = HostileImage.all
        #expect(images.count > 40)
        var workers: Set<Int32> = []
        for image in images {
            do {
                _ = try await supervisor.read(image.bytes)
            } catch let error as ReadingError {
                #expect([.undecodable, .timedOut, .outgrew].contains(error.kind), "\(image): \(error)")
                #expect(error.message.contains("lease"), "\(image): \(error) says what to do")
            }
            let worker = supervisor.workerProcessIDs.first
            if let worker { workers.insert(worker) }
            #expect(worker.map { peak($0) < configuration.residentCeiling } ?? true, "\(image)")
        }
        #expect(workers.count <= 2, "no image ends a worker but by taking too long")
        let page = try await supervisor.read(SampleReceipt.image())
        #expect(ReadingCombination.draft(of: page).sumsAgree == true)
        await supervisor.stop()
    }

    @Test("images that can never be read are rejected by their header")
    func headers() throws {
        let decoded = ["a PNG that ends in nothing"]
        for image in try HostileImage.refused() + HostileImage.foreign() where !decoded.contains(image.description) {
            let rejection = #expect(throws: ImageRejection.self, "\(image)") { try ImageHeader.inspect(image.bytes) }
            #expect(rejection?.description.contains("lease") == true, "\(image): \(rejection?.description ?? "")")
        }
    }

    @Test(
        "CMYK, 16-bit and progressive files are read like any other",
        arguments: ["CMYK", "16 bits", "progressive"]
    )
    func unusual(_ kind: String) throws {
        let image =
            switch kind {
            case "CMYK": try InkImage.encoded(SampleReceipt.image())
            case "16 bits":
                try Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { source in
                    var grey = pixConvertTo8(source, 0)
                    defer { pixDestroy(&grey) }
                    return pixConvert8To16(grey, 8)
                }
            default: try Pictures.progressive(SampleReceipt.image())
            }
        let page = try ReceiptReaders(.tesseract, models: nil).read(image) { _ in }
        let total = ReadingCombination.draft(of: page).total?.value
        #expect(total == SampleReceipt.cents(try SampleReceipt.data().total))
    }

    @Test("a JPEG file with some bad bytes inside is read; one whose end is missing is not")
    func slightlyDamaged() throws {
        let photo = try SampleReceipt.image()
        let readers = try ReceiptReaders(.tesseract, models: nil)
        // Below the last row of print, so that everything above is as it was taken.
        var damaged = photo
        for index in stride(from: photo.count * 97 / 100, to: photo.count * 98 / 100, by: 40) { damaged[index] = 0x11 }
        #expect(damaged != photo)
        let page = try readers.read(damaged) { _ in }
        #expect(ReadingCombination.draft(of: page).total?.value == SampleReceipt.cents(try SampleReceipt.data().total))
        let withoutEnd = try readers.read(photo.dropLast(2)) { _ in }
        #expect(ReadingCombination.draft(of: withoutEnd).sumsAgree == true)
        // Half a picture, with an end marker and without one.
        let half = photo.prefix(photo.count / 2)
        for cut in [Array(half), half + [0xFF, 0xD9]] {
            let error = #expect(throws: ReadingError.self) { try readers.read(cut) { _ in } }
            #expect(error?.kind == .undecodable)
        }
        // Every scan of a progressive file covers the whole picture, coarsely at first.
        let progressive = try Pictures.progressive(photo)
        #expect(throws: ImageRejection.truncated) {
            try ImageHeader.inspect(Array(progressive.prefix(progressive.count / 2)))
        }
    }

    @Test("a worker that exceeds its memory limit is killed, and only the image fails")
    func ceiling() async throws {
        var configuration = configuration("Tesseract")
        configuration.residentCeiling = 1 << 20
        let supervisor = WorkerSupervisor(
            configuration: configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let error = await #expect(throws: ReadingError.self) {
            try await supervisor.read(HostileImage.decodable()[2].bytes)
        }
        #expect(error?.kind == .outgrew)
        #expect(error?.message.contains("smaller") == true)
        await supervisor.stop()
    }
}

@Suite("Isolation of a worker", .timeLimit(.minutes(5)))
struct ConfinementTests {
    private static let attempts = [
        "opening a connection", "connecting to local services", "opening a file", "starting a program",
        "executing another program", "writing a file", "creating a hard link", "making a folder",
        "making a link", "moving a file", "removing a file", "changing a file's permissions",
        "changing a file's owner", "calling what newer kernels have", "sending a signal to its parent",
        "sending a signal to a thread of its parent",
        "lowering its parent's priority", "setting its parent's limits", "creating shared memory",
        "injecting terminal input",
        "raising its limits", "allocating more memory than its limit",
        "having a descriptor signal its parent", "choosing a descriptor's signal", "having a descriptor send signals",
        "having a socket signal its parent", "having a socket's group signalled",
        "calling clone for a process", "calling ptrace", "calling process_vm_readv", "calling execve", "calling setsid",
        "calling prctl", "calling mount", "calling unshare", "calling keyctl", "calling bpf", "calling perf_event_open",
        "calling userfaultfd", "calling io_setup", "calling timer_create", "calling pipe2", "calling seccomp",
    ]

    @Test("it reaches no network, file, program or process, and no more memory than its limit")
    func refused() throws {
        let process = Process()
        process.executableURL = URL(filePath: WorkerExecutable.path)
        process.arguments = ["--check-confinement"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let denied = text.split(separator: "\n").filter { $0.hasSuffix(": denied") }.map { $0.dropLast(8) }
        for attempt in Self.attempts { #expect(denied.contains { $0 == attempt }, "\(attempt)") }
        let signals = text.split(separator: "\n").first { $0.hasPrefix("signalling its parent but for the filter: ") }
        #expect(["denied", "the kernel cannot deny it"].contains { signals?.hasSuffix(": \($0)") == true })
        #expect(!text.contains("possible"), "\(text)")
        #expect(process.terminationStatus == 0)
    }

    @Test("the kernel enforces it while it reads")
    func filtered() async throws {
        let supervisor = WorkerSupervisor(
            configuration: WorkerExecutable.configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        _ = try? await supervisor.read(ImageBytes.png(600, 800))
        let worker = try #require(supervisor.workerProcessIDs.first)
        let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
        func value(_ name: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix("\(name):") }?.split(separator: "\t").last.map(
                String.init
            )
        }
        #expect(value("NoNewPrivs") == "1")
        #expect(value("Seccomp") == "2")
        // As root it may read what is to be loaded, and no more.
        #expect(["0000000000000000", "0000000000000004"].contains(value("CapEff")))
        await supervisor.stop()
    }
}
