// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let measuring: Target.Dependency = .product(name: "Measuring", package: "Measuring")
let larder: Target.Dependency = .product(name: "LarderRPC", package: "Larder")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

func client(_ name: String, path: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["EchoConnections", measuring, larder],
        path: path,
        swiftSettings: settings
    )
}

// A package of its own, so that what is measured beside Larder never becomes a dependency of Larder.
let package = Package(
    name: "LarderBenchmarks",
    dependencies: [
        .package(name: "Larder", path: "../.."),
        .package(path: "Measuring"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    ],
    targets: [
        .executableTarget(
            name: "larder-echo-server",
            dependencies: [measuring, larder, logging, nioCore, nioPosix],
            path: "Larder/EchoServer",
            swiftSettings: settings
        ),
        .target(
            name: "EchoConnections",
            dependencies: [measuring, larder, logging, nioCore, nioPosix],
            path: "Larder/EchoConnections",
            swiftSettings: settings
        ),
        client("larder-echo-client", path: "Larder/EchoClient"),
        client("larder-idle-client", path: "Larder/IdleClient"),
        client("larder-upload-client", path: "Larder/UploadClient"),
        client("larder-fairness-client", path: "Larder/FairnessClient"),
    ]
)
