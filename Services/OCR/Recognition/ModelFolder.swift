/// Where the models of readers lie that Larder does not come with. Each may be missing.
package struct ModelFolder: Sendable, Hashable {
    package var path: String

    package init(_ path: String) { self.path = path }

    /// The library that runs neural networks.
    package var inferenceLibrary: String { "\(path)/openvino/libopenvino_c.so" }
    /// Finds lines of text.
    package var textDetection: String { "\(path)/pp-ocr/detection.onnx" }
    /// Tells a line from an upside-down one.
    package var lineDirection: String { "\(path)/pp-ocr/angle.onnx" }
    /// Reads a line; its characters are in its metadata.
    package var textRecognition: String { "\(path)/pp-ocr/recognition.onnx" }
    /// Where Tesseract's `eng.traineddata` lies.
    package var tesseractData: String { "\(path)/tesseract" }
}
