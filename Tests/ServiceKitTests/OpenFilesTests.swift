import Glibc
import Testing

@testable import ServiceKit

@Suite("Open files")
struct OpenFilesTests {
    @Test("may be as many as the system allows, and leave room for what is no connection")
    func limit() throws {
        let raised = try #require(OpenFiles.raiseLimit())
        var limit = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        #expect(limit.rlim_cur == limit.rlim_max && raised == Int(clamping: limit.rlim_cur))
        #expect(OpenFiles.connections(within: 1_024) == 768 && OpenFiles.connections(within: 100) == 64)
        #expect(OpenFiles.connections(within: 1_048_576) == 786_432)
    }
}
