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
        .systemLibrary(
            name: "CPostgres",
            path: "Shared/CLibraries/CPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]
        ),
        .target(
            name: "Postgres",
            dependencies: ["CPostgres", .product(name: "Logging", package: "swift-log")],
            path: "Shared/Postgres",
            swiftSettings: settings
        ),
        .target(
            name: "PostgresTestSupport",
            dependencies: ["Postgres", .product(name: "Logging", package: "swift-log")],
            path: "Tests/PostgresTestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "PostgresTests",
            dependencies: ["Postgres", "PostgresTestSupport", .product(name: "Logging", package: "swift-log")],
            path: "Tests/PostgresTests",
            swiftSettings: settings
        ),
    ]
)
