import Glibc
import ReceiptReaders
import ReceiptRecognition

// Started by the ocr service, which talks to it over standard input and output. The first argument names the folder of
// models.
let models = CommandLine.arguments.dropFirst().first.map { ModelFolder($0) }
exit(ReaderWorkerMain.run { try ReceiptReaders(.all, models: models) })
