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
        .target(name: "ReceiptUnderstanding", path: "Services/OCR/Understanding", swiftSettings: settings),
        .executableTarget(name: "experiment", dependencies: ["ReceiptUnderstanding"], path: "Services/OCR/Experiment", swiftSettings: settings),
    ]
)
