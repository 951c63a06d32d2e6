import Glibc
import ReceiptRecognition
import TesseractReading

// Started by the ocr service, which talks to it over standard input and output.
exit(ReaderWorkerMain.run { try TesseractReader() })
