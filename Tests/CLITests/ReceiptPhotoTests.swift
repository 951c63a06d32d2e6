import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("The photo of a receipt", .timeLimit(.minutes(5)))
struct ReceiptPhotoTests {
    private static let receipt = OCR.Receipt(
        id: "receipt-1",
        queueNumber: 1,
        state: .done,
        reading: .init(
            storeName: .init(value: "Maple <Market>", confidence: 96, box: .init(x: 10, y: 20, width: 300, height: 40)),
            items: [
                .init(
                    text: "MLK 2% 4L",
                    amount: .init(minorUnits: 599, currency: "CAD"),
                    confidence: 51,
                    box: .init(x: 10, y: 80, width: 400, height: 30)
                )
            ],
            total: .init(value: .init(minorUnits: 599, currency: "CAD"), confidence: 90),
            rawText: "MLK 2% 4L 5.99"
        ),
        hasPhoto: true
    )
    private static let photo = (0..<2_500).map { UInt8(truncatingIfNeeded: $0) }

    /// Runs `body` with a signed-in user, one receipt with its photo, and a folder.
    private func with(_ body: (TestGateway, CommandRun, URL) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "larder-photos-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TestGateway.with { gateway async throws in
            gateway.state { state in
                state.receipts.listed = [Self.receipt]
                state.receipts.photos["receipt-1"] = [Self.photo]
            }
            try await body(gateway, try await CommandRun.signedIn(gateway), folder)
        }
    }

    @Test("is not saved when it was removed, arrives incomplete, or the file cannot be written")
    func failures() async throws {
        try await with { gateway, run, folder in
            let file = folder.appending(path: "out.jpg").path
            let nowhere = folder.appending(path: "none/out.jpg").path
            #expect(try await run("receipt", "show", "--image", nowhere).exit == .file)
            gateway.state { $0.receipts.missingBytes = 1 }
            let incomplete = try await run("receipt", "show", "--image", file)
            #expect(incomplete.error == "error: The photo arrived incomplete. Please try again.\n")
            #expect(try await run("receipts", "remove-photo", "receipt-1").exit == .ok)
            #expect(try await run("receipt", "show", "--image", file).exit == .notFound)
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test("is saved, with the position of each field")
    func saved() async throws {
        try await with { _, run, folder in
            let (file, page) = (folder.appending(path: "out.jpg"), folder.appending(path: "out.html"))
            let printed = try await run([
                "receipts", "show", "receipt-1", "--image", file.path, "--page", page.path, "--boxes", "--text",
            ])
            #expect(printed.exit == .ok)
            #expect(try Data(contentsOf: file) == Data(Self.photo))
            #expect(printed.out.contains("Store   Maple <Market>      96 %    10   20    300      40"))
            #expect(printed.out.contains("Total   5.99 CAD            90 %"))
            #expect(printed.out.hasSuffix("MLK 2% 4L 5.99\n"))
            let html = try String(contentsOf: page, encoding: .utf8)
            #expect(html.contains("Maple &lt;Market&gt;"))
            #expect(html.contains("viewBox=\"0 0 600 800\""))
            #expect(html.contains("<rect class=\"doubtful\" x=\"10\" y=\"80\" width=\"400\" height=\"30\">"))
            #expect(html.contains(Data(Self.photo).base64EncodedString()))
        }
    }

    @Test("is saved for its owner alone, whatever the umask and over whatever was there")
    func modes() async throws {
        try await with { _, run, folder in
            let files = ["out.jpg", "out.html"].map { folder.appending(path: $0).path }
            for file in files {
                #expect(FileManager.default.createFile(atPath: file, contents: Data("old".utf8)))
                try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
            }
            #expect(try await run("receipt", "show", "--image", files[0], "--page", files[1]).exit == .ok)
            for file in files {
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        }
    }

    @Test("of a receipt of several are all saved, with frames on the right photo")
    func several() async throws {
        try await with { gateway, run, folder in
            var receipt = Self.receipt
            receipt.photos = 3
            receipt.reading?.total?.box = .init(x: 5, y: 6, width: 70, height: 8, photo: 2)
            let photos = (0..<3).map { [UInt8]("photo \($0)".utf8) }
            gateway.state { state in
                state.receipts.listed = [receipt]
                state.receipts.photos["receipt-1"] = photos
            }
            let (file, page) = (folder.appending(path: "out.jpg"), folder.appending(path: "out.html"))
            let printed = try await run("receipt", "show", "--image", file.path, "--page", page.path, "--boxes")
            #expect(printed.exit == .ok)
            for (name, photo) in zip(["out.jpg", "out-2.jpg", "out-3.jpg"], photos) {
                #expect(try Data(contentsOf: folder.appending(path: name)) == Data(photo))
                #expect(printed.error.contains("Saved \(folder.path)/\(name)."))
            }
            #expect(printed.out.contains("3 kept"))
            let total = try #require(printed.out.split(separator: "\n").first { $0.hasPrefix("Total ") })
            #expect(total.hasSuffix(" 3"))
            let figures = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "<figure>").dropFirst()
            #expect(figures.map { $0.components(separatedBy: "<rect ").count - 1 } == [2, 0, 1])
            #expect(zip(figures, photos).allSatisfy { $0.contains(Data($1).base64EncodedString()) })
        }
    }

    @Test("is kept on request, and one that was sent before is noticed")
    func upload() async throws {
        try await with { gateway, run, folder in
            gateway.state { $0.receipts.samePhotoReceiptID = "receipt-0" }
            let photo = folder.appending(path: "photo.jpg")
            try Data([1, 2, 3]).write(to: photo)
            let printed = try await run("receipt", "add", photo.path, "--keep-photo", "--no-wait")
            #expect(printed.out.contains("You have sent this photo before: receipt receipt-0."))
            _ = try await run("receipt", "add", photo.path, "--no-wait", "--keep-photo-until-confirmed")
            _ = try await run("receipt", "add", photo.path, "--no-wait")
            let wanted = gateway.state { $0.receipts.uploads.map(\.header.keeping) }
            #expect(wanted == [.keep, .untilConfirmed, .unspecified])
        }
    }

    @Test("is found by its text")
    func search() async throws {
        try await with { _, run, _ in
            let found = try await run("receipts", "search", "MLK", "2%")
            #expect(found.out.contains("MLK 2%"))
            #expect(found.out.contains("receipt-1"))
            let json = try await run("receipts", "search", "MLK", "--json").document()
            #expect((json["matches"] as? [Any])?.count == 1)
            #expect(try await run("receipts", "search", "bread").out.contains("No receipt"))
        }
    }
}
