import FuzzTargets
import Glibc
import LibFuzzer

/// libFuzzer's program for the target that LARDER_FUZZ_TARGET names; the command line belongs to libFuzzer.
@main
struct FuzzDriver {
    static let target: FuzzTarget = {
        let name = getenv("LARDER_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            fatalError("LARDER_FUZZ_TARGET must be one of \(names)")
        }
        return target
    }()

    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, length in
                do {
                    try FuzzDriver.target.run(Array(UnsafeBufferPointer(start: start, count: length)))
                } catch {
                    fatalError("\(error)")
                }
                return 0
            }
        )
    }
}
