// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since a fuzzer's executable has libFuzzer's main and links only with its flags; see fuzz.sh.
let package = Package(
    name: "LarderFuzz",
    dependencies: [.package(name: "Larder", path: "../..")],
    targets: [
        .executableTarget(
            name: "larder-fuzz",
            dependencies: [.product(name: "FuzzTargets", package: "Larder")],
            path: "Driver",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)
