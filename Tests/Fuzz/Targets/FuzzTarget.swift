/// Something that is fed with any bytes and checks more than that it survives them.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Frame headers, varints, and that the cut of the bytes changes nothing of what a connection makes of them.
    case frames
    /// One side of a connection whose peer and application do what the input says.
    case connection
    /// Two honest sides that talk through any cuts.
    case link
    /// Metadata of calls.
    case metadata
    /// Decoding and encoding of every type of message within its budget.
    case messages
    /// JSON to message and back.
    case json
    /// Compressed messages.
    case decompression

    /// Runs the target on one input.
    /// - Throws: ``FuzzFinding`` when the code breaks a promise.
    public func run(_ input: [UInt8]) throws(FuzzFinding) {
        var input = FuzzInput(input)
        switch self {
        case .frames: try fuzzFrames(&input)
        case .connection: try fuzzConnection(&input)
        case .link: try fuzzLink(&input)
        case .metadata: try fuzzMetadata(&input)
        case .messages: try fuzzMessages(&input)
        case .json: try fuzzJSON(&input)
        case .decompression: try fuzzDecompression(&input)
        }
    }
}

/// A promise that an input broke.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// The promise, and how it was broken.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Stops the run with a finding when something does not hold.
@inline(__always)
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) throws(FuzzFinding) {
    if !holds { throw FuzzFinding(promise()) }
}
