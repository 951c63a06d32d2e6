// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let larder: Target.Dependency = .product(name: "LarderRPC", package: "Larder")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

// A package of its own, so that what is measured beside Larder never becomes a dependency of Larder.
let package = Package(
    name: "LarderBenchmarks",
    dependencies: [
        .package(name: "Larder", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    ],
    targets: [
        .target(name: "Measuring", path: "Larder/Measuring", swiftSettings: settings),
        .executableTarget(
            name: "larder-echo-server",
            dependencies: ["Measuring", larder, logging, nioCore, nioPosix],
            path: "Larder/EchoServer",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "larder-echo-client",
            dependencies: ["Measuring", larder, logging, nioCore, nioPosix],
            path: "Larder/EchoClient",
            swiftSettings: settings
        ),
    ]
)
