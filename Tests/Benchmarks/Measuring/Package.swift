// swift-tools-version: 6.2
import PackageDescription

// What all Swift programs that are compared share, so that they are measured in the same way.
let package = Package(
    name: "Measuring",
    products: [.library(name: "Measuring", targets: ["Measuring"])],
    targets: [
        .target(
            name: "Measuring",
            path: "Sources",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)
