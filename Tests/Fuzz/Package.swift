// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since its program links only with libFuzzer; fuzz.sh builds it with the flags for that.
let package = Package(
    name: "LarderFuzz",
    dependencies: [.package(name: "Larder", path: "../..")],
    targets: [
        .target(name: "LibFuzzer", path: "Driver/LibFuzzer"),
        .executableTarget(
            name: "larder-fuzz",
            dependencies: ["LibFuzzer", .product(name: "FuzzTargets", package: "Larder")],
            path: "Driver/Program",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
    ]
)
