import ArgumentParser
import LarderClient
import Testing

@testable import larder

@Suite("Exit statuses")
struct ExitStatusTests {
    @Test("Every status of a call has its exit status", arguments: StatusCode.allCases)
    func everyCode(code: StatusCode) {
        let expected: [StatusCode: Int32] = [
            .ok: 0, .cancelled: 130, .unknown: 70, .invalidArgument: 65, .deadlineExceeded: 80, .notFound: 66,
            .alreadyExists: 73, .permissionDenied: 79, .resourceExhausted: 75, .failedPrecondition: 73, .aborted: 73,
            .outOfRange: 65, .unimplemented: 76, .internalError: 70, .unavailable: 69, .dataLoss: 70,
            .unauthenticated: 77,
        ]
        #expect(ExitStatus(code).rawValue == expected[code])
    }

    @Test("Every exit status is in the help")
    func documented() {
        let help = LarderCommand.helpMessage(for: ExitCodesCommand.self, columns: 200)
        for status in ExitStatus.allCases { #expect(help.contains("\(status.rawValue)  \(status.meaning.shown)")) }
    }
}
