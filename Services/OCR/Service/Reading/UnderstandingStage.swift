import Foundation
import Foundations
import Logging
import MessageCoding
import NIOCore
import OCRMessages
import Postgres
import RPC
import ReceiptRecognition
import ReceiptUnderstanding
import Texts

/// The stage from photo to reading: recognizes the words, then interprets them.
///
/// Each result is stored before the next step.
struct UnderstandingStage: Sendable {
    let queue: ReceiptQueue
    let supervisor: WorkerSupervisor
    let probe: ReaderProbe
    let log: Logger
    /// Dates of receipts are at most a day later than its time.
    var clock: any WallClock = SystemWallClock()

    /// The number of times a photo may make the reader fail.
    private static let attemptLimit = 3
    /// The number of timeouts allowed: a photo that takes too long will do so again, unless the machine was busy.
    private static let timeoutLimit = 2
    /// The number of times a receipt may be begun; more means that it crashes the service.
    private static let beginningLimit = 8

    func perform(_ claim: Claim) async throws {
        guard claim.attempt <= UnderstandingStage.beginningLimit else {
            throw StageFailure.failed(.neverFinished)
        }
        let page: RecognizedPage
        if claim.state == .parsing {
            // A former release stored pages in another form.
            guard let stored = try await queue.page(claim),
                let known = try? RecognizedPage(packed: ByteBuffer(bytes: stored))
            else {
                throw StageFailure.restarted
            }
            page = known
        } else {
            page = try await read(claim)
            try await queue.storePage(Array(page.packed().readableBytesView), claim)
        }
        try await parse(page, claim)
    }

    private func parse(_ page: RecognizedPage, _ claim: Claim) async throws {
        // In no time zone is the date later than tomorrow's in UTC.
        let tomorrow = clock.now.addingTimeInterval(86_400).formatted(.iso8601.year().month().day())
        let hints = ReceiptHints(currency: try await queue.usualCurrency(claim), latestDay: tomorrow)
        let draft = ReadingCombination.draft(of: page, hints: hints)
        if let problem = ImageQualityDiagnosis.problem(of: page, draft) { throw StageFailure.failed(problem) }
        var reading = OCR.Reading(draft, of: page)
        reading.photoWidth = Int32(clamping: page.shownSize.width)
        reading.photoHeight = Int32(clamping: page.shownSize.height)
        reading.quarterTurns = Int32(page.quarterTurns)
        try await queue.storeReading(
            Array(try reading.encoded().readableBytesView),
            rawText: reading.rawText,
            currency: draft.currency.flatMap { $0.needsReview ? nil : $0.value },
            claim
        )
    }

    private func read(_ claim: Claim) async throws -> RecognizedPage {
        let images = try await queue.images(claim)
        guard !images.isEmpty else {
            throw StageFailure.failed(.notStored)
        }
        var pages: [RecognizedPage] = []
        for (number, image) in images.enumerated() {
            let share: @Sendable (Int) -> Int = { percent in (number * 100 + percent) / images.count }
            pages.append(try await read(image, claim, share))
        }
        return PageJoin.joined(pages)
    }

    private func read(
        _ image: [UInt8],
        _ claim: Claim,
        _ share: @escaping @Sendable (Int) -> Int
    ) async throws -> RecognizedPage {
        let (percents, report) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        do {
            return try await withThrowingTaskGroup(of: RecognizedPage?.self) { group in
                group.addTask {
                    try await publish(percents, claim)
                    return nil
                }
                group.addTask {
                    defer { report.finish() }
                    return try await supervisor.read(image) { report.yield(share($0)) }
                }
                defer { group.cancelAll() }
                var page: RecognizedPage?
                for try await result in group { page = page ?? result }
                guard let page else { throw CancellationError() }
                return page
            }
        } catch let error as ReadingError {
            throw try await stageFailure(error, claim)
        }
    }

    /// Stores the reader's progress, every tenth or 300 ms.
    private func publish(_ percents: AsyncStream<Int>, _ claim: Claim) async throws {
        var last = 0
        var lastTime = ContinuousClock.now
        for await percent in percents where percent > last && percent < 100 {
            let now = ContinuousClock.now
            guard percent >= last + 10 || now - lastTime >= .milliseconds(300) else { continue }
            (last, lastTime) = (percent, now)
            try await queue.setPercent(percent, claim)
        }
    }

    /// How the stage fails after an error of the reader.
    private func stageFailure(_ error: ReadingError, _ claim: Claim) async throws -> any Error {
        switch error.kind {
        case .undecodable, .outgrew: return StageFailure.failed(error.cause)
        case .stopped: return CancellationError()
        case .unavailable: return StageFailure.postponed(.seconds(1), isCounted: false)
        default:
            // A reader that cannot work at all is not the photo's fault.
            if let problem = await probe.verify() {
                log.error("receipt readers cannot start", metadata: ["why": "\(problem)"])
                return StageFailure.postponed(.seconds(2), isCounted: false)
            }
            let isTimeout = error.kind == .timedOut
            let limit = isTimeout ? UnderstandingStage.timeoutLimit : UnderstandingStage.attemptLimit
            guard claim.attempt < limit else { return StageFailure.failed(error.cause, retryMayHelp: true) }
            return StageFailure.putBehind
        }
    }
}

extension ReadingError {
    /// The cause that is stored for a receipt that failed with it.
    fileprivate var cause: ReceiptFailure {
        switch kind {
        case .undecodable: .damaged
        case .outgrew: .needsTooMuchMemory
        case .timedOut: .tookTooLong
        default: .readingFailed
        }
    }
}
