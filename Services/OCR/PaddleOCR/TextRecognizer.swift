import Inference

/// A character recognized in a strip.
struct RecognizedCharacter: Hashable, Sendable {
    var character: Character
    /// The confidence, 0…1.
    var confidence: Float
    /// The position of its first column of output, in pixels of the strip.
    var position: Double
}

/// Recognizes lines with PP-OCR's recognition network.
struct TextRecognizer {
    private let network: Network
    private let alphabet: Alphabet

    /// The widths to which lines are padded or compressed, in pixels.
    ///
    /// The network keeps kernels of several megabytes for each width: few widths bound memory, many waste little time
    /// on padding.
    private static let widths = [96, 128, 160, 192, 224, 288, 352, 448, 544, 672, 864, 1216, LineStrip.longest]
    /// The part of its width to which a long line may be compressed to fit; stronger compression misreads narrow print.
    private static let compression = 0.85
    /// The maximum width of a line that is never compressed: an amount on its own has nothing to spare.
    private static let short = 224

    init(_ network: Network, alphabet: Alphabet) {
        self.network = network
        self.alphabet = alphabet
    }

    func characters(of strip: LineStrip) throws(InferenceError) -> [RecognizedCharacter] {
        let width = Self.inputWidth(for: strip.width)
        let input = strip.compressed(to: width)
        // The input's width in pixels of the strip.
        let span = Double(width) * Double(strip.width) / Double(input.width)
        let alphabet = alphabet
        return try network.run(shape: [1, 3, LineStrip.height, width]) {
            input.fill($0, width: width)
        } use: { output, shape in
            guard shape.count == 3, shape[2] == alphabet.classCount else { return [] }
            return Self.decode(output, steps: shape[1], width: span, alphabet)
        }
    }

    /// The width of the network's input for a strip, which is compressed if it is wider.
    static func inputWidth(for width: Int) -> Int {
        let least = width <= short ? width : Int((Double(width) * compression).rounded(.up))
        return widths.first { $0 >= least } ?? LineStrip.longest
    }

    /// Decodes the best path of connectionist temporal classification (Graves et al. 2006).
    /// - Parameters:
    ///   - output: the probability of each character at each step from left to right; the first class is the blank.
    ///   - width: the width of all steps, in pixels of the strip.
    static func decode(
        _ output: UnsafeBufferPointer<Float>,
        steps: Int,
        width: Double,
        _ alphabet: Alphabet
    ) -> [RecognizedCharacter] {
        var characters: [RecognizedCharacter] = []
        var last = 0
        for step in 0..<steps {
            let base = step * alphabet.classCount
            var best = 0
            var likelihood = output[base]
            for index in alphabet.accepted where output[base + index] > likelihood {
                best = index
                likelihood = output[base + index]
            }
            defer { last = best }
            guard best != 0, best != last, let character = alphabet.character(best) else { continue }
            let position = (Double(step) + 0.5) * width / Double(steps)
            characters.append(
                RecognizedCharacter(character: character, confidence: likelihood, position: position)
            )
        }
        return characters
    }
}
