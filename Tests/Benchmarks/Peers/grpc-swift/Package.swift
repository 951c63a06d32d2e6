// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]
let measuring: Target.Dependency = .product(name: "Measuring", package: "Measuring")
let grpc: [Target.Dependency] = [
    .product(name: "GRPCCore", package: "grpc-swift-2"),
    .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

let package = Package(
    name: "GRPCSwiftPeer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../../Measuring"),
        .package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", exact: "2.9.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    ],
    targets: [
        .target(name: "EchoMethod", dependencies: grpc, path: "Shared", swiftSettings: settings),
        .executableTarget(
            name: "grpc-swift-server",
            dependencies: grpc + [measuring, "EchoMethod"],
            path: "Server",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "grpc-swift-client",
            dependencies: grpc + [measuring, "EchoMethod"],
            path: "Client",
            swiftSettings: settings
        ),
    ]
)
