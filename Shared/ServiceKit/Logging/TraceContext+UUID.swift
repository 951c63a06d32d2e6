package import Foundation
package import RPC

extension TraceContext {
    /// A step of the trace that bears the identifier of a thing, so that all work on the thing is one trace, whichever
    /// process does it and when.
    package init(workOn thing: UUID) {
        let (high, low) = withUnsafeBytes(of: thing.uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        var random = TraceRandom()
        self.init(identifier: (high, low), using: &random)
    }
}
