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
        .target(
            name: "CProtobuf",
            path: "Shared/CLibraries/CProtobuf",
            linkerSettings: [.linkedLibrary("protobuf-c")]
        ),
        .target(
            name: "MessageCoding",
            dependencies: ["CProtobuf", .product(name: "NIOCore", package: "swift-nio")],
            path: "Shared/MessageCoding",
            swiftSettings: settings
        ),
        .target(
            name: "CDescriptorMessages",
            dependencies: ["CProtobuf"],
            path: "Shared/MessageGenerator/DescriptorMessages"
        ),
        .target(
            name: "CPluginMessages",
            dependencies: ["CProtobuf", "CDescriptorMessages"],
            path: "Shared/MessageGenerator/PluginMessages",
            exclude: ["google/protobuf/compiler/plugin.proto"]
        ),
        .executableTarget(
            name: "protoc-gen-larder",
            dependencies: ["CProtobuf", "CDescriptorMessages", "CPluginMessages"],
            path: "Shared/MessageGenerator",
            exclude: ["DescriptorMessages", "PluginMessages", "generate.sh"],
            swiftSettings: settings
        ),
        .target(
            name: "CMessages",
            dependencies: ["CProtobuf", "CDescriptorMessages"],
            path: "Shared/Messages/C"
        ),
        .target(
            name: "Messages",
            dependencies: ["CProtobuf", "CMessages", "MessageCoding"],
            path: "Shared/Messages/Values",
            swiftSettings: settings
        ),
        .testTarget(
            name: "MessageCodingTests",
            dependencies: [
                "CProtobuf", "MessageCoding", "Messages", .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/MessageCodingTests",
            swiftSettings: settings
        ),
        .testTarget(
            name: "MessageGeneratorTests",
            dependencies: ["protoc-gen-larder"],
            path: "Tests/MessageGeneratorTests",
            swiftSettings: settings
        ),
    ]
)
