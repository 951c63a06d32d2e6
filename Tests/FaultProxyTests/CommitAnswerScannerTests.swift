import FaultTestSupport
import NIOCore
import Testing

@Suite("The scanner for answers to COMMIT")
struct CommitAnswerScannerTests {
    private static func message(_ type: Character, _ content: [UInt8]) -> [UInt8] {
        [type.asciiValue ?? 0] + withUnsafeBytes(of: UInt32(content.count + 4).bigEndian, Array.init) + content
    }

    private static func command(_ tag: String) -> [UInt8] { message("C", Array((tag + "\0").utf8)) }

    /// Rows whose content looks like an answer, and other commands.
    private static let before =
        message("R", [0, 0, 0, 0]) + command("BEGIN") + message("D", command("COMMIT")) + command("INSERT 0 1")
        + command("COMMIT PREPARED") + message("Z", [UInt8(ascii: "T")])
    private static let answer = command("COMMIT")
    private static let after = message("Z", [UInt8(ascii: "I")])

    /// What a scanner passes on of bytes that come in two parts, and whether it drops an answer.
    private func take(
        _ bytes: [UInt8],
        splitAt index: Int,
        drops: Bool
    ) -> (passed: [UInt8], isDropped: Bool, asked: Int) {
        var scanner = CommitAnswerScanner()
        var (passed, asked): ([UInt8], Int) = ([], 0)
        for part in [bytes[..<index], bytes[index...]] {
            let outcome = scanner.take(ByteBuffer(bytes: part)) {
                asked += 1
                return drops
            }
            passed += Array(outcome.passed.readableBytesView)
            if outcome.isDropped { return (passed, true, asked) }
        }
        return (passed, false, asked)
    }

    @Test("drops the answer whole and nothing before it, however the bytes are split")
    func drops() {
        let bytes = Self.before + Self.answer + Self.after
        for index in 0...bytes.count {
            let outcome = take(bytes, splitAt: index, drops: true)
            #expect(outcome.isDropped && outcome.asked == 1, "\(index)")
            #expect(outcome.passed == Self.before, "\(index)")
        }
    }

    @Test("passes all bytes on unchanged when nothing is to be dropped, however they are split")
    func passes() {
        let bytes = Self.before + Self.answer + Self.after
        for index in 0...bytes.count {
            let outcome = take(bytes, splitAt: index, drops: false)
            #expect(!outcome.isDropped && outcome.asked == 1 && outcome.passed == bytes, "\(index)")
        }
    }

    @Test("takes no other command for COMMIT, nor the content of a row")
    func others() {
        let outcome = take(Self.before + Self.command("ROLLBACK"), splitAt: 0, drops: true)
        #expect(!outcome.isDropped && outcome.asked == 0)
    }
}
