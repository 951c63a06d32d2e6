/// A folder with optional models that are not shipped with Larder; each may be missing.
package struct ModelFolder: Sendable, Hashable {
    /// The path of the folder.
    package var path: String

    /// The folder at a path.
    package init(_ path: String) { self.path = path }

    /// The inference library.
    package var inferenceLibrary: String { "\(path)/openvino/libopenvino_c.so" }
    /// The network that detects lines of text.
    package var textDetection: String { "\(path)/pp-ocr/detection.onnx" }
    /// The network that distinguishes a line from an upside-down one.
    package var lineDirection: String { "\(path)/pp-ocr/angle.onnx" }
    /// The network that recognizes a line; its metadata list the characters.
    package var textRecognition: String { "\(path)/pp-ocr/recognition.onnx" }
    /// The folder of Tesseract's `eng.traineddata`.
    package var tesseractData: String { "\(path)/tesseract" }
}
