import Glibc
import ReceiptReaders
import ReceiptRecognition

// Started by the ocr service, which communicates with it over standard input and output. The first argument is the
// model folder; `--check-confinement` instead reports whether a worker is isolated from the rest of the machine.
let argument = CommandLine.arguments.dropFirst().first
if argument == "--check-confinement" { exit(ConfinementCheck.run()) }
exit(ReaderWorkerMain.run { try ReceiptReaders(.all, models: argument.map { ModelFolder($0) }) })
