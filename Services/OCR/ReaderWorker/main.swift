import Glibc
import ReceiptReaders
import ReceiptRecognition

// Started by the ocr service, which talks to it over standard input and output. The first argument names the folder of
// models; `--check-confinement` instead tells whether a worker is cut off from the rest of this machine.
let argument = CommandLine.arguments.dropFirst().first
if argument == "--check-confinement" { exit(ConfinementCheck.run()) }
exit(ReaderWorkerMain.run { try ReceiptReaders(.all, models: argument.map { ModelFolder($0) }) })
