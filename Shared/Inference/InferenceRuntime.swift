import CInference

/// The error of a network that cannot be loaded or run, for operators.
package struct InferenceError: Error, Hashable, CustomStringConvertible {
    /// The reason, for operators.
    package var description: String

    /// The reason written by a C function.
    fileprivate init(_ reason: UnsafeBufferPointer<CChar>) {
        let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        description = String(decoding: bytes, as: UTF8.self)
    }

    /// Runs a function that returns nil and writes a reason on failure.
    fileprivate static func unwrapping<Pointer>(
        _ body: (UnsafeMutablePointer<CChar>?) -> Pointer?
    ) throws(InferenceError) -> Pointer {
        let size = LARDER_INFERENCE_REASON_SIZE
        let outcome: Result<Pointer, InferenceError> = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
            $0.initialize(repeating: 0)
            if let pointer = body($0.baseAddress) { return .success(pointer) }
            return .failure(InferenceError(UnsafeBufferPointer($0)))
        }
        return try outcome.get()
    }
}

/// The inference library (OpenVINO), loaded on first use.
package final class InferenceRuntime {
    fileprivate let handle: OpaquePointer

    /// Loads the library.
    /// - Parameter library: the path of `libopenvino_c.so`; its dependencies are in the same folder.
    package init(library: String) throws(InferenceError) {
        handle = try InferenceError.unwrapping { larder_inference_open(library, $0) }
    }

    deinit { larder_inference_close(handle) }
}

/// A neural network with one input and one output of floats. Not thread-safe.
package final class Network {
    private let runtime: InferenceRuntime
    private let handle: OpaquePointer

    /// Loads a network.
    /// - Parameters:
    ///   - model: the path of an ONNX file.
    ///   - threads: the number of threads of one run.
    ///   - cachedShapes: the number of kernels cached for input sizes seen before.
    package init(_ runtime: InferenceRuntime, model: String, threads: Int = 1, cachedShapes: Int) throws(InferenceError)
    {
        self.runtime = runtime
        handle = try InferenceError.unwrapping {
            larder_network_open(runtime.handle, model, Int32(threads), Int32(cachedShapes), $0)
        }
    }

    deinit { larder_network_close(handle) }

    /// Runs the network once.
    /// - Parameters:
    ///   - shape: the input's dimensions.
    ///   - fill: writes the input, which initially holds that of the last run.
    ///   - use: receives the output and its dimensions, which are only valid inside.
    package func run<Result>(
        shape: [Int],
        fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        use: (UnsafeBufferPointer<Float>, [Int]) -> Result
    ) throws(InferenceError) -> Result {
        let input = try InferenceError.unwrapping {
            larder_network_input(handle, shape.map(Int64.init), shape.count, $0)
        }
        fill(UnsafeMutableBufferPointer(start: input, count: shape.reduce(1, *)))
        var dimensions = [Int64](repeating: 0, count: LARDER_INFERENCE_MOST_DIMENSIONS)
        var count = 0
        let output = try InferenceError.unwrapping { larder_network_run(handle, &dimensions, &count, $0) }
        let outputShape = dimensions.prefix(count).map(Int.init)
        return use(UnsafeBufferPointer(start: output, count: outputShape.reduce(1, *)), outputShape)
    }
}
