// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Larder",
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    ],
    targets: [
        .systemLibrary(name: "CTesseract", path: "Shared/CLibraries/CTesseract", pkgConfig: "tesseract"),
        .target(name: "CProcess", path: "Shared/CLibraries/CProcess"),
        .target(name: "ReceiptUnderstanding", path: "Services/OCR/Understanding", swiftSettings: settings),
        .target(
            name: "ReceiptRecognition",
            dependencies: ["ReceiptUnderstanding", "CProcess", .product(name: "Logging", package: "swift-log")],
            path: "Services/OCR/Recognition",
            swiftSettings: settings
        ),
        .target(
            name: "TesseractReading",
            dependencies: ["CTesseract", "ReceiptRecognition", "ReceiptUnderstanding"],
            path: "Services/OCR/Tesseract",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "larder-receipt-reader",
            dependencies: ["ReceiptRecognition", "TesseractReading"],
            path: "Services/OCR/ReaderWorker",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "experiment",
            dependencies: ["ReceiptUnderstanding", "ReceiptRecognition", "TesseractReading"],
            path: "Services/OCR/Experiment",
            swiftSettings: settings
        ),
    ]
)
