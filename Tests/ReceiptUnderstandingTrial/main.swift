// Understands every page of a folder and writes NNN.json for the development set's scorer:
//     larder-understanding-trial PAGES PREDICTIONS
// A page is a transcript (NNN.txt) or the words of an image (NNN.json, see WordFile.swift).

import Foundation
import ReceiptUnderstanding

guard CommandLine.arguments.count == 3 else {
    print("usage: larder-understanding-trial PAGES PREDICTIONS")
    exit(64)
}
let source = URL(filePath: CommandLine.arguments[1])
let target = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
let tomorrow = Date.now.addingTimeInterval(86_400).formatted(.iso8601.year().month().day())
let interpreter = ReceiptInterpreter(hints: ReceiptHints(latestDay: tomorrow))
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
for file in try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil) {
    let page: RecognizedPage
    switch file.pathExtension {
    case "txt": page = RecognizedPage(text: try String(contentsOf: file, encoding: .utf8))
    case "json": page = try JSONDecoder().decode(WordFile.self, from: Data(contentsOf: file)).page
    default: continue
    }
    let draft = interpreter.draft(from: page)
    let name = file.deletingPathExtension().lastPathComponent
    try encoder.encode(Prediction(draft)).write(to: target.appending(path: name + ".json"))
    try draft.rawText.write(to: target.appending(path: name + ".rows"), atomically: true, encoding: .utf8)
}
