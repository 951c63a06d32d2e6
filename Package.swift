// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // An asynchronous function stays where its caller is: what runs on an event loop never leaves it by itself.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

// For what every call passes through. Debug builds, and so all tests, stop at accesses that overlap; release builds leave that
// check out, which took a sixth of a server's time.
let callPathSettings = settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")

let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let lifecycleTesting: Target.Dependency = .product(
    name: "ServiceLifecycleTestKit",
    package: "swift-service-lifecycle"
)
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let jwt: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")

let libraries: [Target] = [
    .systemLibrary(
        name: "CPostgres",
        path: "Shared/CLibraries/CPostgres",
        pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"])]
    ),
    .systemLibrary(
        name: "COpenSSL",
        path: "Shared/CLibraries/COpenSSL",
        pkgConfig: "libssl",
        providers: [.apt(["libssl-dev"])]
    ),
    .systemLibrary(
        name: "CZlib",
        path: "Shared/CLibraries/CZlib",
        pkgConfig: "zlib",
        providers: [.apt(["zlib1g-dev"])]
    ),
    .systemLibrary(
        name: "CTesseract",
        path: "Shared/CLibraries/CTesseract",
        pkgConfig: "tesseract",
        providers: [.apt(["libtesseract-dev"])]
    ),
    .target(name: "CProcess", path: "Shared/CLibraries/CProcess"),
    .target(
        name: "CInference",
        path: "Shared/CLibraries/CInference",
        linkerSettings: [.linkedLibrary("dl")]
    ),
    .target(
        name: "CProtobuf",
        path: "Shared/CLibraries/CProtobuf",
        linkerSettings: [.linkedLibrary("protobuf-c")]
    ),
]

let messages: [Target] = [
    .target(
        name: "MessageCoding",
        dependencies: ["CProtobuf", "Foundations", nioCore],
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
        dependencies: ["CDescriptorMessages", "CProtobuf"],
        path: "Shared/MessageGenerator/PluginMessages",
        exclude: ["google/protobuf/compiler/plugin.proto"]
    ),
    .executableTarget(
        name: "protoc-gen-larder",
        dependencies: ["CDescriptorMessages", "CPluginMessages", "CProtobuf"],
        path: "Shared/MessageGenerator",
        exclude: ["DescriptorMessages", "PluginMessages", "generate.sh"],
        swiftSettings: settings
    ),
]

/// The areas `larder.<area>.v1` of `proto/`, each with the areas whose messages its own contain. What the generator writes
/// for an area is a C module and a Swift module with its values and service stubs.
let areas: [(name: String, imports: [String], hasServices: Bool)] = [
    ("Auth", imports: ["Common"], hasServices: true),
    ("Budget", imports: ["Common"], hasServices: true),
    ("Catalog", imports: ["Common"], hasServices: true),
    ("Common", imports: [], hasServices: false),
    ("Events", imports: ["Auth", "Common"], hasServices: true),
    ("Notifications", imports: ["Common"], hasServices: true),
    ("OCR", imports: ["Common"], hasServices: true),
    ("Orders", imports: ["Common"], hasServices: true),
]

let areaMessages: [Target] = areas.flatMap { area, imports, hasServices -> [Target] in
    let path = "Shared/Messages/\(area)"
    func modules(_ prefix: String) -> [Target.Dependency] { imports.map { .target(name: "\(prefix)\($0)Messages") } }
    return [
        .target(name: "C\(area)Messages", dependencies: ["CProtobuf"] + modules("C"), path: "\(path)/C"),
        .target(
            name: "\(area)Messages",
            dependencies: ["CProtobuf", .target(name: "C\(area)Messages"), "MessageCoding"] + modules("")
                + (hasServices ? ["RPC"] : []),
            path: path,
            exclude: ["C"],
            swiftSettings: settings
        ),
    ]
}

/// The transport's own package: its values are below RPC, its service stubs above. `AllServices` lists what all have.
let transportMessages: [Target] = [
    .target(name: "CRPCMessages", dependencies: ["CProtobuf", "CDescriptorMessages"], path: "Shared/Messages/RPC/C"),
    .target(
        name: "RPCValues",
        dependencies: ["CProtobuf", "CRPCMessages", "MessageCoding"],
        path: "Shared/Messages/RPC/Values",
        swiftSettings: settings
    ),
    .target(
        name: "RPCStubs",
        dependencies: ["RPC", "RPCValues"],
        path: "Shared/Messages/RPC/Stubs",
        swiftSettings: settings
    ),
    .target(
        name: "AllServices",
        dependencies: ["MessageCoding", "RPC", "RPCStubs", "RPCValues"]
            + areas.map { .target(name: "\($0.name)Messages") },
        path: "Shared/Messages/AllServices",
        swiftSettings: settings
    ),
]

let transport: [Target] = [
    .target(name: "Wire", dependencies: [nioCore], path: "Shared/Wire", swiftSettings: callPathSettings),
    .target(
        name: "TLS",
        dependencies: ["COpenSSL", nioCore, logging],
        path: "Shared/TLS",
        swiftSettings: callPathSettings
    ),
    .target(
        name: "RPC",
        dependencies: [
            "CProcess", "CZlib", "Foundations", "MessageCoding", "RPCValues", "TLS", "Wire", nioCore, nioPosix,
            logging,
        ],
        path: "Shared/RPC",
        exclude: ["README.md"],
        swiftSettings: callPathSettings
    ),
]

let foundation: [Target] = [
    .target(
        name: "Foundations",
        path: "Shared/Foundations",
        exclude: ["README.md"],
        swiftSettings: settings
    ),
    .target(
        name: "ServiceManifest",
        path: "Services/Manifest",
        resources: [.embedInCode("services.json")],
        swiftSettings: settings
    ),
    .target(
        name: "CatalogLookup",
        dependencies: ["CatalogMessages", "RPC"],
        path: "Shared/CatalogLookup",
        swiftSettings: settings
    ),
    .target(name: "Geography", path: "Shared/Geography", swiftSettings: settings),
    .target(name: "Inference", dependencies: ["CInference"], path: "Shared/Inference", swiftSettings: settings),
    .target(
        name: "Postgres",
        dependencies: ["CPostgres", "Foundations", logging],
        path: "Shared/Postgres",
        swiftSettings: settings
    ),
    .target(
        name: "ServiceKit",
        dependencies: [
            "AuthMessages", "CommonMessages", "EventsMessages", "Foundations", "Geography", "MessageCoding",
            "Postgres", "RPC", "RPCStubs", "RPCValues", "ServiceManifest", "TLS", "Wire", configuration, crypto, jwt,
            lifecycle, logging, metrics, nioCore, nioHTTP1, nioPosix, unixSignals,
        ],
        path: "Shared/ServiceKit",
        exclude: ["README.md"],
        swiftSettings: settings
    ),
]

/// Shared by all services; each adds what it needs.
let serviceDependencies: [Target.Dependency] = [
    "AllServices", "Foundations", "MessageCoding", "Postgres", "RPC", "ServiceKit", logging,
]

let services: [Target] = [
    .executableTarget(
        name: "larder-gateway",
        dependencies: serviceDependencies + ["RPCStubs", "RPCValues", "TLS", "Wire", nioCore],
        path: "Services/Gateway",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-auth",
        dependencies: serviceDependencies + [
            "AuthMessages", "CommonMessages", "EventsMessages", crypto, cryptoExtras, jwt, nioCore, nioPosix,
        ],
        path: "Services/Auth",
        resources: [.copy("Migrations"), .copy("Terms")],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-ocr",
        dependencies: serviceDependencies + [
            "AuthMessages", "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "CZlib",
            "EventsMessages", "OCRMessages", "ReceiptRecognition", "ReceiptUnderstanding", configuration, crypto,
            nioCore,
        ],
        path: "Services/OCR/Service",
        resources: [.copy("Migrations")],
        swiftSettings: settings
    ),
    .target(
        name: "ReceiptUnderstanding",
        dependencies: ["Foundations"],
        path: "Services/OCR/Understanding",
        swiftSettings: settings
    ),
    .target(
        name: "ReceiptRecognition",
        dependencies: ["CProcess", "ReceiptUnderstanding", logging],
        path: "Services/OCR/Recognition",
        swiftSettings: settings
    ),
    .target(
        name: "ReceiptImaging",
        dependencies: ["CTesseract", "ReceiptRecognition", "ReceiptUnderstanding"],
        path: "Services/OCR/Imaging",
        swiftSettings: settings
    ),
    .target(
        name: "TesseractReading",
        dependencies: ["CTesseract", "ReceiptImaging", "ReceiptRecognition", "ReceiptUnderstanding"],
        path: "Services/OCR/Tesseract",
        swiftSettings: settings
    ),
    .target(
        name: "PaddleReading",
        dependencies: ["Inference", "ReceiptImaging", "ReceiptRecognition", "ReceiptUnderstanding"],
        path: "Services/OCR/PaddleOCR",
        swiftSettings: settings
    ),
    .target(
        name: "ReceiptReaders",
        dependencies: [
            "PaddleReading", "ReceiptImaging", "ReceiptRecognition", "ReceiptUnderstanding", "TesseractReading",
        ],
        path: "Services/OCR/Readers",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-receipt-reader",
        dependencies: ["ReceiptReaders", "ReceiptRecognition"],
        path: "Services/OCR/ReaderWorker",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-receipts",
        dependencies: [
            "Foundations", "ReceiptReaders", "ReceiptRecognition", "ReceiptUnderstanding", argumentParser, logging,
        ],
        path: "Services/OCR/Batch",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-catalog",
        dependencies: serviceDependencies + [
            "CatalogDomain", "CatalogMessages", "CommonMessages", "EventsMessages", "Geography", crypto, metrics,
        ],
        path: "Services/Catalog",
        exclude: ["Domain"],
        resources: [.copy("Migrations"), .copy("ReferenceData")],
        swiftSettings: settings
    ),
    .target(
        name: "CatalogDomain",
        dependencies: ["Foundations", "Geography"],
        path: "Services/Catalog/Domain",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-budget",
        dependencies: serviceDependencies + [
            "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "EventsMessages", nioCore,
        ],
        path: "Services/Budget",
        resources: [.copy("Migrations")],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-orders",
        dependencies: serviceDependencies + ["CatalogMessages", "CommonMessages", "Geography", "OrdersMessages"],
        path: "Services/Orders",
        resources: [.copy("Migrations")],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-notifications",
        dependencies: serviceDependencies + ["CommonMessages", "EventsMessages", "NotificationsMessages"],
        path: "Services/Notifications",
        resources: [.copy("Migrations")],
        swiftSettings: settings
    ),
    .target(
        name: "LarderClient",
        dependencies: [
            "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "Foundations", "MessageCoding",
            "NotificationsMessages", "OCRMessages", "OrdersMessages", "RPC", "RPCStubs", "RPCValues", "TLS", "Wire",
            logging, nioCore, nioPosix, systemPackage,
        ],
        path: "Shared/LarderClient",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder",
        dependencies: [
            "AllServices", "EventsMessages", "Foundations", "LarderClient", "MessageCoding", "RPC", "RPCStubs",
            "RPCValues", "TLS", "Wire", argumentParser, logging, nioCore, nioPosix, unixSignals,
        ],
        path: "Services/CLI",
        swiftSettings: settings
    ),
]

let deployment: [Target] = [
    .target(
        name: "LocalDeployment",
        dependencies: [
            "Foundations", "Postgres", "RPC", "RPCStubs", "RPCValues", "ServiceManifest", "TLS", logging, nioPosix,
            unixSignals,
        ],
        path: "deploy/local/LocalDeployment",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-local",
        dependencies: ["LocalDeployment", unixSignals],
        path: "deploy/local/Launcher",
        swiftSettings: settings
    ),
    // Starts a deployment of its own and measures it.
    .executableTarget(
        name: "deployment-benchmark",
        dependencies: [
            "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "Foundations", "LocalDeployment",
            "NotificationsMessages", "OCRMessages", "OrdersMessages", "Postgres", "RPC", "RPCStubs", "RPCValues",
            argumentParser, logging,
        ],
        path: "Tests/DeploymentBenchmark",
        swiftSettings: settings
    ),
]

/// Both sides of Larder for programs in other languages to be tried against.
let conformance: [Target] = [
    .executableTarget(
        name: "larder-conformance-server",
        dependencies: [
            "RPC", "RPCStubs", "RPCValues", "TLS", "Wire", argumentParser, logging, nioCore, nioPosix, unixSignals,
        ],
        path: "Tests/Conformance/Server",
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-conformance-client",
        dependencies: ["RPC", "RPCStubs", "RPCValues", "TLS", "Wire", argumentParser, logging, nioCore, nioPosix],
        path: "Tests/Conformance/ClientUnderTest",
        swiftSettings: settings
    ),
    .testTarget(
        name: "ConformanceTests",
        dependencies: ["RPCTestSupport", "TLS", "larder-conformance-client", "larder-conformance-server"],
        path: "Tests/Conformance/Tests",
        swiftSettings: settings
    ),
]

let tests: [Target] = [
    .testTarget(
        name: "ReceiptUnderstandingTests",
        dependencies: ["Foundations", "ReceiptUnderstanding"],
        path: "Tests/ReceiptUnderstandingTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "ReceiptRecognitionTests",
        dependencies: [
            "CTesseract", "Inference", "PaddleReading", "ReceiptImaging", "ReceiptReaders", "ReceiptRecognition",
            "ReceiptUnderstanding", "TesseractReading", "larder-receipt-reader", logging,
        ],
        path: "Tests/ReceiptRecognitionTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "ReceiptReportTests",
        dependencies: ["larder-receipts"],
        path: "Tests/Receipts/Tests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "Foundations", "LocalDeployment",
            "NotificationsMessages", "OCRMessages", "OrdersMessages", "Postgres", "PostgresTestSupport", "RPC", "TLS",
            "larder", "larder-gateway", "larder-auth", "larder-ocr", "larder-receipt-reader", "larder-catalog",
            "larder-budget", "larder-orders", "larder-notifications", logging, nioCore, nioPosix, logging, nioCore,
            nioPosix,
        ],
        path: "Tests/EndToEnd",
        swiftSettings: settings
    ),
    .target(
        name: "FuzzTargets",
        dependencies: ["AllServices", "CProtobuf", "MessageCoding", "RPC", "Wire", nioCore],
        path: "Tests/Fuzz/Targets",
        swiftSettings: settings
    ),
    .testTarget(
        name: "FuzzTests",
        dependencies: ["FuzzTargets"],
        path: "Tests/Fuzz/Replay",
        swiftSettings: settings
    ),
    .target(name: "ProtocolTestSupport", path: "Tests/ProtocolTestSupport", swiftSettings: settings),
    .testTarget(
        name: "WireTests",
        dependencies: ["ProtocolTestSupport", "Wire", nioCore],
        path: "Tests/WireTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "MessageCodingTests",
        dependencies: [
            "AllServices", "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "CProtobuf",
            "EventsMessages", "MessageCoding", "OCRMessages", "RPCValues", nioCore,
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
    .testTarget(
        name: "GeographyTests",
        dependencies: ["Geography"],
        path: "Tests/GeographyTests",
        swiftSettings: settings
    ),
    .target(
        name: "CatalogEvaluation",
        dependencies: ["CatalogDomain"],
        path: "Tests/CatalogEvaluation",
        swiftSettings: settings
    ),
    .testTarget(
        name: "CatalogTests",
        dependencies: ["CatalogDomain", "CatalogEvaluation", "Geography"],
        path: "Tests/CatalogTests",
        exclude: [
            "Products/printed_lines.csv", "Products/real_lines.csv", "Products/shelf_names.csv",
            "Products/unseen_names.csv",
            "Products/search_queries.csv",
        ],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "catalog-benchmark",
        dependencies: ["CatalogDomain", "CatalogEvaluation", argumentParser],
        path: "Tests/CatalogBenchmark",
        exclude: ["README.md", "figures"],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "reads-benchmark",
        dependencies: [
            "AuthMessages", "BudgetMessages", "LocalDeployment", "Postgres", "RPC", argumentParser, logging,
        ],
        path: "Tests/ReadsBenchmark",
        exclude: ["README.md", "get_purchase.sql"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "CatalogServiceTests",
        dependencies: [
            "CatalogDomain", "CatalogMessages", "CommonMessages", "EventsMessages", "Foundations",
            "FoundationsTestSupport", "Postgres", "PostgresTestSupport", "RPC", "RPCTestSupport", "ServiceKit",
            "larder-catalog", logging, nioCore,
        ],
        path: "Tests/CatalogServiceTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "OrdersTests",
        dependencies: [
            "CatalogMessages", "CommonMessages", "Foundations", "FoundationsTestSupport", "OrdersMessages", "Postgres",
            "PostgresTestSupport", "RPC", "ServiceKit", "TLS", "larder-catalog", "larder-orders", logging, nioCore,
            nioPosix,
        ],
        path: "Tests/OrdersTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "TLSTests",
        dependencies: ["TLS", nioCore, nioEmbedded, nioPosix],
        path: "Tests/TLSTests",
        swiftSettings: settings
    ),
    .target(
        name: "FoundationsTestSupport",
        dependencies: ["Foundations"],
        path: "Tests/FoundationsTestSupport",
        swiftSettings: settings
    ),
    .testTarget(
        name: "FoundationsTests",
        dependencies: ["Foundations", "FoundationsTestSupport"],
        path: "Tests/FoundationsTests",
        swiftSettings: settings
    ),
    .target(name: "ConcurrencyTestSupport", path: "Tests/ConcurrencyTestSupport", swiftSettings: settings),
    .target(
        name: "PostgresTestSupport",
        dependencies: ["Foundations", "Postgres", logging],
        path: "Tests/PostgresTestSupport",
        swiftSettings: settings
    ),
    .testTarget(
        name: "PostgresTests",
        dependencies: [
            "ConcurrencyTestSupport", "Foundations", "FoundationsTestSupport", "Postgres", "PostgresTestSupport",
            logging,
        ],
        path: "Tests/PostgresTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "AuthTests",
        dependencies: serviceDependencies + [
            "AuthMessages", "CommonMessages", "ConcurrencyTestSupport", "EventsMessages", "FoundationsTestSupport",
            "PostgresTestSupport", "TLS", "Wire", "larder-auth", crypto, jwt, nioCore, nioPosix,
        ],
        path: "Tests/AuthTests",
        swiftSettings: settings
    ),
    .target(
        name: "RPCTestSupport",
        dependencies: ["ConcurrencyTestSupport", "Foundations", "RPC", "TLS", "Wire", nioCore, nioPosix, logging],
        path: "Tests/RPCTestSupport",
        swiftSettings: settings
    ),
    .testTarget(
        name: "BudgetTests",
        dependencies: serviceDependencies + [
            "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "EventsMessages",
            "FoundationsTestSupport", "NotificationsMessages", "PostgresTestSupport", "RPCTestSupport", "TLS",
            "larder-budget", "larder-notifications", nioCore,
        ],
        path: "Tests/BudgetTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "NotificationsTests",
        dependencies: serviceDependencies + [
            "CommonMessages", "EventsMessages", "FoundationsTestSupport", "NotificationsMessages",
            "PostgresTestSupport", "larder-notifications",
        ],
        path: "Tests/NotificationsTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "RPCTests",
        dependencies: [
            "AllServices", "BudgetMessages", "MessageCoding", "ProtocolTestSupport", "RPC", "RPCStubs",
            "RPCTestSupport", "RPCValues", "ServiceKit", "TLS", "Wire", "larder-conformance-server",
            "larder-rpc-example", nioCore, nioPosix, logging,
        ],
        path: "Tests/RPCTests",
        swiftSettings: settings
    ),
    // What the page of the RPC layer shows, built as somebody else's program is: without package access.
    .executableTarget(
        name: "larder-rpc-example",
        dependencies: ["RPC", "RPCStubs", "RPCValues", "TLS", "Wire", logging, nioPosix],
        path: "Tests/RPCExamples/Program",
        packageAccess: false,
        swiftSettings: settings
    ),
    .testTarget(
        name: "RPCExampleTests",
        dependencies: ["MessageCoding", "RPC", "RPCStubs", "RPCValues", "Wire", logging, nioPosix],
        path: "Tests/RPCExamples/Tests",
        packageAccess: false,
        swiftSettings: settings
    ),
    .target(
        name: "LarderClientTestSupport",
        dependencies: [
            "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "NotificationsMessages",
            "OCRMessages", "OrdersMessages", "RPC", "RPCStubs", "RPCTestSupport", "RPCValues", "ServiceKit",
        ],
        path: "Tests/LarderClientTestSupport",
        swiftSettings: settings
    ),
    .testTarget(
        name: "LarderClientTests",
        dependencies: [
            "Foundations", "FoundationsTestSupport", "LarderClient", "LarderClientTestSupport", "RPCTestSupport",
            logging, nioPosix,
        ],
        path: "Tests/LarderClientTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "CLITests",
        dependencies: [
            "CatalogMessages", "CommonMessages", "EventsMessages", "LarderClient", "LarderClientTestSupport", "RPC",
            "RPCStubs", "RPCTestSupport", "RPCValues", "ServiceKit", "TLS", "larder", argumentParser,
        ],
        path: "Tests/CLITests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "OCRServiceTests",
        dependencies: serviceDependencies + [
            "AuthMessages", "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "CTesseract",
            "EventsMessages", "OCRMessages", "PostgresTestSupport", "ReceiptRecognition", "ReceiptUnderstanding",
            "RPCTestSupport", "Wire", "larder-ocr", nioCore, nioPosix,
        ],
        path: "Tests/OCRServiceTests",
        exclude: ["Photos"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "ServiceKitTests",
        dependencies: serviceDependencies + [
            "BudgetMessages", "CatalogMessages", "CommonMessages", "EventsMessages", "FoundationsTestSupport",
            "PostgresTestSupport", "RPCStubs", "RPCTestSupport", "RPCValues", "TLS", "Wire", crypto, jwt,
            lifecycleTesting, metrics, nioCore, nioPosix,
        ],
        path: "Tests/ServiceKitTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "LocalDeploymentTests",
        dependencies: [
            "ConcurrencyTestSupport", "Foundations", "LocalDeployment", "PostgresTestSupport", "ServiceKit",
            "ServiceManifest", "larder-local",
        ],
        path: "Tests/LocalDeploymentTests",
        swiftSettings: settings
    ),
    .testTarget(
        name: "GatewayTests",
        dependencies: [
            "AllServices", "MessageCoding", "RPC", "RPCStubs", "RPCTestSupport", "RPCValues", "ServiceKit", "TLS",
            "Wire", "larder-gateway", crypto, jwt, logging, nioCore, nioPosix,
        ],
        path: "Tests/GatewayTests",
        swiftSettings: settings
    ),
]

/// The service that CONTRIBUTING explains: its messages, its program and its tests. It is no part of the platform.
let serviceTemplate: [Target] = [
    .target(
        name: "CTodoMessages",
        dependencies: ["CCommonMessages", "CProtobuf"],
        path: "Tests/ServiceTemplate/Messages/C"
    ),
    .target(
        name: "TodoMessages",
        dependencies: ["CProtobuf", "CTodoMessages", "CommonMessages", "MessageCoding", "RPC"],
        path: "Tests/ServiceTemplate/Messages",
        exclude: ["C"],
        swiftSettings: settings
    ),
    .executableTarget(
        name: "larder-todo",
        dependencies: serviceDependencies + ["AllServices", "EventsMessages", "TodoMessages", nioCore],
        path: "Tests/ServiceTemplate/Service",
        resources: [.copy("Migrations")],
        swiftSettings: settings
    ),
    .testTarget(
        name: "ServiceTemplateTests",
        dependencies: serviceDependencies + [
            "AuthMessages", "CommonMessages", "ConcurrencyTestSupport", "EventsMessages", "LocalDeployment",
            "PostgresTestSupport", "RPCStubs", "RPCTestSupport", "RPCValues", "TLS", "TodoMessages", "larder-todo",
            crypto, jwt,
        ],
        path: "Tests/ServiceTemplate/Tests",
        swiftSettings: settings
    ),
]

/// `LARDER_TESTS=WireTests,RPCTests swift test` builds and runs these test targets alone.
let chosenTests = Context.environment["LARDER_TESTS"].map { Set($0.split(separator: ",").map(String.init)) }

let package = Package(
    name: "Larder",
    products: [
        .library(name: "LarderClient", targets: ["LarderClient"]),
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
        .library(
            name: "LarderRPC",
            targets: ["Foundations", "RPC", "TLS", "Wire", "MessageCoding", "RPCStubs", "RPCValues"]
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.5.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.0"),
    ],
    targets: (libraries + messages + areaMessages + transportMessages + transport + foundation + services + deployment
        + conformance + serviceTemplate + tests)
        .filter { $0.type != .test || chosenTests?.contains($0.name) ?? true }
)
