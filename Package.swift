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

// MARK: Modules of other packages

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdHTTP2 = Target.Dependency.product(name: "HummingbirdHTTP2", package: "hummingbird")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let lifecycleTesting = Target.Dependency.product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

// MARK: Kinds of targets

/// A C library of the system, whose module map is in `Shared/CLibraries`.
func systemLibrary(_ name: String, pkgConfig: String, debianPackage: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Shared/CLibraries/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([debianPackage])]
    )
}

/// A C library of our own, or declarations of one of the system that has no description for pkg-config.
func cLibrary(_ name: String, linking library: String? = nil) -> Target {
    .target(
        name: name,
        path: "Shared/CLibraries/\(name)",
        linkerSettings: library.map { [.linkedLibrary($0)] }
    )
}

/// A Swift module; in the folder of its name in `Shared` unless another is given.
func module(
    _ name: String,
    at path: String? = nil,
    exclude: [String] = [],
    resources: [Resource] = [],
    swiftSettings: [SwiftSetting] = settings,
    uses dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: path ?? "Shared/\(name)",
        exclude: exclude,
        resources: resources,
        swiftSettings: swiftSettings
    )
}

/// A program.
func program(
    _ name: String,
    at path: String,
    exclude: [String] = [],
    resources: [Resource] = [],
    packageAccess: Bool = true,
    uses dependencies: [Target.Dependency]
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        resources: resources,
        packageAccess: packageAccess,
        swiftSettings: settings
    )
}

/// What every service and its tests depend on.
let serviceDependencies: [Target.Dependency] = [
    "AllServices", "Foundations", "MessageCoding", "Postgres", "RPC", "ServiceKit", "Texts", logging,
]

/// The program `larder-<name>` of a service, with its migrations and other resources, in its folder in `Services`.
func service(
    _ name: String,
    at path: String? = nil,
    exclude: [String] = [],
    resources: [String] = ["Migrations"],
    uses dependencies: [Target.Dependency]
) -> Target {
    program(
        "larder-\(name.lowercased())",
        at: path ?? "Services/\(name)",
        exclude: exclude,
        resources: resources.map { .copy($0) },
        uses: serviceDependencies + dependencies
    )
}

/// Tests, in the folder of their name in `Tests` unless another is given.
func tests(
    _ name: String,
    at path: String? = nil,
    exclude: [String] = [],
    packageAccess: Bool = true,
    uses dependencies: [Target.Dependency]
) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: path ?? "Tests/\(name)",
        exclude: exclude,
        packageAccess: packageAccess,
        swiftSettings: settings
    )
}

/// What tests of several modules share, in the folder of its name in `Tests`.
func testSupport(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    module(name, at: "Tests/\(name)", uses: dependencies)
}

/// A proto package `larder.<area>.v1`, for which the generator writes a C module and a Swift module with its values and
/// service stubs.
struct Area {
    let name: String
    /// The areas whose messages its own contain.
    var imports = ["Common"]
    var hasServices = true
    /// The folder of both modules; by default the one of its name in `Shared/Messages`.
    var folder: String?

    var targets: [Target] {
        let folder = folder ?? "Shared/Messages/\(name)"
        func imported(_ prefix: String) -> [Target.Dependency] {
            imports.map { .target(name: "\(prefix)\($0)Messages") }
        }
        return [
            .target(name: "C\(name)Messages", dependencies: ["CProtobuf"] + imported("C"), path: "\(folder)/C"),
            module(
                "\(name)Messages",
                at: folder,
                exclude: ["C"],
                uses: ["CProtobuf", .target(name: "C\(name)Messages"), "MessageCoding"] + imported("")
                    + (hasServices ? ["RPC"] : [])
            ),
        ]
    }
}

// MARK: Messages

/// The areas of `proto/`.
let areas = [
    Area(name: "Auth"),
    Area(name: "Budget", imports: ["Catalog", "Common"]),
    Area(name: "Catalog"),
    Area(name: "Common", imports: [], hasServices: false),
    Area(name: "Events", imports: ["Auth", "Common"]),
    Area(name: "Notifications"),
    Area(name: "OCR"),
    Area(name: "Orders"),
    Area(name: "Personal", imports: []),
]

/// The messages of the areas whose methods users call.
let userMessages: [Target.Dependency] = [
    "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "NotificationsMessages", "OCRMessages",
    "OrdersMessages",
]

/// What the ocr service and its worker processes say to each other; no other program uses it.
let workerMessages = Area(name: "Worker", imports: [], hasServices: false, folder: "Services/OCR/Messages")

let messages: [Target] =
    (areas + [workerMessages]).flatMap(\.targets) + [
        module("MessageCoding", uses: ["CProtobuf", "Foundations", nioCore]),
        // The transport's own package: its values are below RPC, its service stubs above.
        .target(
            name: "CRPCMessages",
            dependencies: ["CProtobuf", "CDescriptorMessages"],
            path: "Shared/Messages/RPC/C"
        ),
        module("RPCValues", at: "Shared/Messages/RPC/Values", uses: ["CProtobuf", "CRPCMessages", "MessageCoding"]),
        module("RPCStubs", at: "Shared/Messages/RPC/Stubs", uses: ["RPC", "RPCValues"]),
        // Lists the services of all packages.
        module(
            "AllServices",
            at: "Shared/Messages/AllServices",
            uses: ["MessageCoding", "RPC", "RPCStubs", "RPCValues"] + areas.map { .target(name: "\($0.name)Messages") }
        ),
        // The generator of the Swift modules.
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
        program(
            "protoc-gen-larder",
            at: "Shared/MessageGenerator",
            exclude: ["DescriptorMessages", "PluginMessages", "generate.sh"],
            uses: ["CDescriptorMessages", "CPluginMessages", "CProtobuf"]
        ),
    ]

// MARK: Shared modules

let shared: [Target] = [
    systemLibrary("COpenSSL", pkgConfig: "libssl", debianPackage: "libssl-dev"),
    systemLibrary("CArchive", pkgConfig: "libarchive", debianPackage: "libarchive-dev"),
    systemLibrary("CCurl", pkgConfig: "libcurl", debianPackage: "libcurl4-openssl-dev"),
    systemLibrary("CFido", pkgConfig: "libfido2", debianPackage: "libfido2-dev"),
    systemLibrary("CPostgres", pkgConfig: "libpq", debianPackage: "libpq-dev"),
    systemLibrary("CQREncode", pkgConfig: "libqrencode", debianPackage: "libqrencode-dev"),
    systemLibrary("CSodium", pkgConfig: "libsodium", debianPackage: "libsodium-dev"),
    systemLibrary("CTesseract", pkgConfig: "tesseract", debianPackage: "libtesseract-dev"),
    systemLibrary("CZlib", pkgConfig: "zlib", debianPackage: "zlib1g-dev"),
    cLibrary("CInference", linking: "dl"),
    cLibrary("CProcess"),
    cLibrary("CProtobuf", linking: "protobuf-c"),
    module("CatalogLookup", uses: ["CatalogMessages", "RPC"]),
    module("Foundations", exclude: ["README.md"]),
    module("Geography"),
    module("ImageFiles", uses: ["CZlib"]),
    module("Mail", uses: ["CCurl", nioPosix]),
    module("MailFolder"),
    module("Inference", uses: ["CInference"]),
    module(
        "LarderClient",
        uses: userMessages + [
            "Foundations", "MessageCoding", "RPC", "RPCStubs", "RPCValues", "TLS", "Texts", "Wire", logging, nioCore,
            nioPosix, systemPackage,
        ]
    ),
    module("Postgres", uses: ["CPostgres", "Foundations", logging]),
    module("PrintedWords", uses: ["Foundations"]),
    module(
        "RPC",
        exclude: ["README.md"],
        swiftSettings: callPathSettings,
        uses: [
            "CProcess", "CZlib", "Foundations", "MessageCoding", "RPCValues", "TLS", "Texts", "Wire", logging,
            nioCore, nioPosix,
        ]
    ),
    module(
        "ServiceKit",
        exclude: ["README.md"],
        uses: [
            "AuthMessages", "CommonMessages", "EventsMessages", "Foundations", "Geography", "MessageCoding",
            "PersonalMessages", "Postgres", "RPC", "RPCStubs", "RPCValues", "ServiceManifest", "TLS", "Texts", "Wire",
            asyncHTTPClient, configuration,
            crypto,
            jwt, lifecycle, logging, metrics, nioCore, nioHTTP1, nioPosix, unixSignals,
        ]
    ),
    module("TLS", swiftSettings: callPathSettings, uses: ["COpenSSL", logging, nioCore]),
    module("Texts", exclude: ["Catalogues", "areas.toml", "generate.py"]),
    module("ZipArchive", uses: ["CArchive"]),
    module("Wire", swiftSettings: callPathSettings, uses: [nioCore]),
]

// MARK: Services and programs

let services: [Target] = [
    module("ServiceManifest", at: "Services/Manifest", resources: [.embedInCode("services.json")]),
    service(
        "Gateway",
        resources: [],
        uses: [
            "AuthMessages", "CommonMessages", "MailFolder", "NotificationsMessages", "OCRMessages",
            "RPCStubs", "RPCValues", "TLS", "Wire", crypto, httpTypes,
            hummingbird, hummingbirdHTTP2, lifecycle, logging, metrics, nioCore, nioHTTP1, nioHTTPTypes,
        ]
    ),
    service(
        "Auth",
        exclude: ["Passwords/generate-common.py"],
        resources: ["Migrations", "Passwords/Common", "Terms"],
        uses: [
            "AuthMessages", "CFido", "COpenSSL", "CQREncode", "CSodium", "CommonMessages", "EventsMessages",
            "ImageFiles", "NotificationsMessages", "PersonalMessages", "ServiceManifest", "ZipArchive",
            crypto, jwt, metrics, nioCore, nioPosix,
        ]
    ),
    service(
        "Budget",
        uses: [
            "AuthMessages", "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "EventsMessages",
            "PrintedWords", metrics, nioCore,
        ]
    ),
    service(
        "Catalog",
        exclude: ["Domain"],
        resources: ["Migrations", "ReferenceData"],
        uses: [
            "AuthMessages", "CatalogDomain", "CatalogMessages", "CommonMessages", "EventsMessages", "Geography",
            "PrintedWords", crypto, metrics, nioCore,
        ]
    ),
    module("CatalogDomain", at: "Services/Catalog/Domain", uses: ["Foundations", "Geography", "PrintedWords"]),
    service(
        "Notifications",
        uses: [
            "AuthMessages", "BudgetMessages", "CommonMessages", "EventsMessages", "CCurl", "Mail",
            "NotificationsMessages", crypto, jwt, metrics, nioCore, nioPosix,
        ]
    ),
    service("Orders", uses: ["CatalogMessages", "CommonMessages", "Geography", "OrdersMessages"]),
    service(
        "OCR",
        at: "Services/OCR/Service",
        uses: [
            "AuthMessages", "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages",
            "EventsMessages", "ImageFiles", "OCRMessages", "ReceiptRecognition", "ReceiptUnderstanding", configuration,
            crypto,
            nioCore,
        ]
    ),
    program(
        "larder-receipt-reader",
        at: "Services/OCR/ReaderWorker",
        uses: ["ReceiptReaders", "ReceiptRecognition"]
    ),
    program(
        "larder-receipts",
        at: "Services/OCR/Batch",
        uses: [
            "Foundations", "ReceiptReaders", "ReceiptRecognition", "ReceiptUnderstanding", argumentParser, logging,
        ]
    ),
    module("ReceiptUnderstanding", at: "Services/OCR/Understanding", uses: ["Foundations"]),
    module(
        "ReceiptRecognition",
        at: "Services/OCR/Recognition",
        uses: [
            "CProcess", "ImageFiles", "MessageCoding", "ReceiptUnderstanding", "WorkerMessages", logging, nioCore,
        ]
    ),
    module(
        "ReceiptImaging",
        at: "Services/OCR/Imaging",
        uses: ["CTesseract", "ImageFiles", "ReceiptRecognition", "ReceiptUnderstanding"]
    ),
    module(
        "TesseractReading",
        at: "Services/OCR/Tesseract",
        uses: ["CTesseract", "ReceiptImaging", "ReceiptRecognition", "ReceiptUnderstanding"]
    ),
    module(
        "PaddleReading",
        at: "Services/OCR/PaddleOCR",
        uses: ["Inference", "ReceiptImaging", "ReceiptRecognition", "ReceiptUnderstanding"]
    ),
    module(
        "ReceiptReaders",
        at: "Services/OCR/Readers",
        uses: ["PaddleReading", "ReceiptImaging", "ReceiptRecognition", "ReceiptUnderstanding", "TesseractReading"]
    ),
    program(
        "larder",
        at: "Services/CLI",
        uses: [
            "AllServices", "EventsMessages", "Foundations", "LarderClient", "MailFolder", "MessageCoding", "RPC",
            "RPCStubs", "RPCValues", "TLS", "Texts", "Wire", argumentParser, logging, nioCore, nioPosix, unixSignals,
        ]
    ),
    module(
        "LocalDeployment",
        at: "deploy/local/LocalDeployment",
        uses: [
            "AuthMessages", "Foundations", "MailFolder", "Postgres", "RPC", "RPCStubs", "RPCValues", "ServiceManifest",
            "TLS", logging, nioPosix,
            unixSignals,
        ]
    ),
    program("larder-local", at: "deploy/local/Launcher", uses: ["LocalDeployment", "MailFolder", unixSignals]),
]

// MARK: Tests of shared modules

let sharedTests: [Target] = [
    testSupport("ConcurrencyTestSupport"),
    testSupport("FaultTestSupport", uses: [nioCore, nioPosix]),
    testSupport("FoundationsTestSupport", uses: ["Foundations"]),
    testSupport("OutsideTestSupport", uses: [nioCore, nioHTTP1, nioPosix]),
    testSupport("PostgresTestSupport", uses: ["Foundations", "Postgres", logging]),
    testSupport(
        "PersonalDataTestSupport",
        uses: [
            "EventsMessages", "Foundations", "MessageCoding", "PersonalMessages", "Postgres", "PostgresTestSupport",
            "ServiceKit", "Texts", logging, nioCore,
        ]
    ),
    testSupport("ProtocolTestSupport"),
    testSupport(
        "RPCTestSupport",
        uses: ["ConcurrencyTestSupport", "Foundations", "RPC", "TLS", "Wire", logging, nioCore, nioPosix]
    ),
    tests(
        "FaultProxyTests",
        uses: [
            "FaultTestSupport", "Foundations", "FoundationsTestSupport", "Postgres", "PostgresTestSupport", logging,
            nioCore, nioEmbedded, nioPosix,
        ]
    ),
    tests("FoundationsTests", uses: ["Foundations", "FoundationsTestSupport"]),
    tests("PrintedWordsTests", uses: ["PrintedWords"]),
    tests("GeographyTests", uses: ["Geography"]),
    tests(
        "MailTests",
        exclude: ["delivered.py", "opensmtpd.sh", "requirements.txt", "server.py", "server.sh"],
        uses: ["Mail", "MailFolder", "RPCTestSupport", "TLS"]
    ),
    tests(
        "MessageCodingTests",
        uses: [
            "AllServices", "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "CProtobuf",
            "EventsMessages", "MessageCoding", "OCRMessages", "RPCValues", nioCore,
        ]
    ),
    tests("MessageGeneratorTests", uses: ["protoc-gen-larder"]),
    tests(
        "PostgresTests",
        uses: [
            "ConcurrencyTestSupport", "Foundations", "FoundationsTestSupport", "Postgres", "PostgresTestSupport",
            logging,
        ]
    ),
    tests(
        "RPCTests",
        uses: [
            "AllServices", "BudgetMessages", "FoundationsTestSupport", "MessageCoding", "ProtocolTestSupport", "RPC",
            "RPCStubs", "RPCTestSupport", "RPCValues", "ServiceKit", "TLS", "Wire", "larder-conformance-server",
            "larder-rpc-example", logging, nioCore, nioEmbedded, nioPosix,
        ]
    ),
    tests(
        "ServiceKitTests",
        uses: serviceDependencies + [
            "AuthMessages", "BudgetMessages", "CatalogMessages", "CommonMessages", "EventsMessages",
            "FoundationsTestSupport", "Geography", "OutsideTestSupport", "PersonalMessages", "PostgresTestSupport",
            "RPCStubs",
            "RPCTestSupport",
            "RPCValues", "TLS", "Wire",
            crypto, jwt, lifecycleTesting, metrics, nioCore, nioPosix,
        ]
    ),
    tests("TextsTests", uses: ["Texts"]),
    tests("TLSTests", uses: ["TLS", nioCore, nioEmbedded, nioPosix]),
    tests("WireTests", uses: ["ProtocolTestSupport", "Wire", nioCore]),
    // What the page of the RPC layer shows, built as somebody else's program is: without package access.
    program(
        "larder-rpc-example",
        at: "Tests/RPCExamples/Program",
        packageAccess: false,
        uses: ["RPC", "RPCStubs", "RPCValues", "TLS", "Wire", logging, nioPosix]
    ),
    tests(
        "RPCExampleTests",
        at: "Tests/RPCExamples/Tests",
        packageAccess: false,
        uses: ["MessageCoding", "RPC", "RPCStubs", "RPCValues", "Wire", logging, nioPosix]
    ),
    // Both sides of Larder for programs in other languages to be tried against.
    program(
        "larder-conformance-server",
        at: "Tests/Conformance/Server",
        uses: [
            "RPC", "RPCStubs", "RPCValues", "TLS", "Texts", "Wire", argumentParser, logging, nioCore, nioPosix,
            unixSignals,
        ]
    ),
    program(
        "larder-conformance-client",
        at: "Tests/Conformance/ClientUnderTest",
        uses: ["RPC", "RPCStubs", "RPCValues", "TLS", "Wire", argumentParser, logging, nioCore, nioPosix]
    ),
    tests(
        "ConformanceTests",
        at: "Tests/Conformance/Tests",
        uses: ["RPCTestSupport", "TLS", "larder-conformance-client", "larder-conformance-server"]
    ),
    module(
        "FuzzTargets",
        at: "Tests/Fuzz/Targets",
        uses: ["AllServices", "CProtobuf", "MessageCoding", "RPC", "Wire", nioCore]
    ),
    tests("FuzzTests", at: "Tests/Fuzz/Replay", uses: ["FuzzTargets"]),
]

// MARK: Tests of services and programs

let serviceTests: [Target] = [
    testSupport(
        "LarderClientTestSupport",
        uses: userMessages + ["MessageCoding", "RPC", "RPCStubs", "RPCTestSupport", "RPCValues", "ServiceKit"]
    ),
    tests(
        "AuthTests",
        exclude: ["Factors/Authenticator"],
        uses: serviceDependencies + [
            "AuthMessages", "CommonMessages", "ConcurrencyTestSupport", "EventsMessages", "FoundationsTestSupport",
            "LarderClient", "NotificationsMessages", "PersonalDataTestSupport", "PersonalMessages",
            "PostgresTestSupport", "RPCTestSupport", "TLS", "Wire",
            "larder-auth",
            crypto, jwt, nioCore, nioPosix,
        ]
    ),
    tests(
        "BudgetTests",
        uses: serviceDependencies + [
            "AuthMessages", "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "EventsMessages",
            "FoundationsTestSupport", "NotificationsMessages", "PersonalDataTestSupport", "PersonalMessages",
            "PostgresTestSupport", "RPCTestSupport", "TLS",
            "larder-budget", "larder-notifications", metrics, nioCore,
        ]
    ),
    testSupport("CatalogEvaluation", uses: ["CatalogDomain"]),
    tests(
        "CatalogTests",
        exclude: [
            "Products/printed_lines.csv", "Products/real_lines.csv", "Products/search_queries.csv",
            "Products/shelf_names.csv", "Products/unseen_names.csv",
        ],
        uses: [
            "CatalogDomain", "CatalogEvaluation", "Foundations", "FoundationsTestSupport", "Geography", "PrintedWords",
        ]
    ),
    tests(
        "CatalogServiceTests",
        uses: [
            "AuthMessages", "CatalogDomain", "CatalogMessages", "CommonMessages", "EventsMessages", "Foundations",
            "FoundationsTestSupport", "Geography", "OutsideTestSupport", "Postgres", "PersonalDataTestSupport",
            "PersonalMessages", "PostgresTestSupport",
            "RPC", "RPCTestSupport", "ServiceKit", "Texts",
            "larder-catalog", logging, metrics, nioCore,
        ]
    ),
    tests(
        "CLITests",
        uses: [
            "AuthMessages", "CatalogMessages", "CommonMessages", "ConcurrencyTestSupport", "EventsMessages",
            "Foundations", "LarderClient", "LarderClientTestSupport", "RPC", "RPCStubs", "RPCTestSupport", "RPCValues",
            "ServiceKit", "TLS", "Texts",
            "larder", argumentParser,
        ]
    ),
    tests(
        "GatewayTests",
        uses: [
            "AllServices", "AuthMessages", "ConcurrencyTestSupport", "FoundationsTestSupport", "MailFolder",
            "MessageCoding", "NotificationsMessages", "OCRMessages", "ProtocolTestSupport", "RPC", "RPCStubs",
            "RPCTestSupport",
            "RPCValues", "ServiceKit", "TLS", "Wire", "larder-gateway", crypto, jwt, httpTypes, logging, nioCore,
            nioEmbedded, nioHTTPTypes, nioPosix,
        ]
    ),
    tests(
        "LarderClientTests",
        uses: [
            "Foundations", "FoundationsTestSupport", "LarderClient", "LarderClientTestSupport", "RPCTestSupport",
            logging, nioPosix,
        ]
    ),
    tests(
        "LocalDeploymentTests",
        uses: [
            "ConcurrencyTestSupport", "Foundations", "LocalDeployment", "PostgresTestSupport", "ServiceKit",
            "ServiceManifest", "deployment-benchmark", "larder-local",
        ]
    ),
    tests(
        "NotificationsTests",
        exclude: ["PushService"],
        uses: serviceDependencies + [
            "AuthMessages", "CommonMessages", "ConcurrencyTestSupport", "EventsMessages", "FoundationsTestSupport",
            "Mail", "NotificationsMessages", "PersonalDataTestSupport", "PersonalMessages", "PostgresTestSupport",
            "RPCTestSupport", "TLS", "larder-notifications", crypto, nioCore,
        ]
    ),
    tests(
        "OCRServiceTests",
        exclude: ["Photos"],
        uses: serviceDependencies + [
            "AuthMessages", "BudgetMessages", "CatalogLookup", "CatalogMessages", "CommonMessages", "CTesseract",
            "EventsMessages", "FoundationsTestSupport", "ImageFiles", "OCRMessages", "PersonalDataTestSupport",
            "PersonalMessages", "PostgresTestSupport", "RPCTestSupport",
            "ReceiptRecognition", "ReceiptUnderstanding", "Wire", "larder-ocr", nioCore, nioPosix,
        ]
    ),
    tests(
        "OrdersTests",
        uses: [
            "CatalogMessages", "CommonMessages", "Foundations", "FoundationsTestSupport", "OrdersMessages", "Postgres",
            "PersonalDataTestSupport", "PersonalMessages", "PostgresTestSupport", "RPC", "RPCTestSupport", "ServiceKit",
            "TLS", "larder-catalog", "larder-orders",
            logging, nioCore, nioPosix,
        ]
    ),
    tests(
        "ReceiptRecognitionTests",
        uses: [
            "CTesseract", "ImageFiles", "Inference", "PaddleReading", "ReceiptImaging", "ReceiptReaders",
            "ReceiptRecognition",
            "MessageCoding", "ReceiptUnderstanding", "TesseractReading", "WorkerMessages", "larder-receipt-reader",
            logging, nioCore,
        ]
    ),
    tests("ReceiptReportTests", at: "Tests/Receipts/Tests", uses: ["larder-receipts"]),
    tests("ReceiptUnderstandingTests", uses: ["Foundations", "ReceiptUnderstanding"]),
    tests(
        "EndToEndTests",
        at: "Tests/EndToEnd",
        uses: userMessages + [
            "AllServices", "EventsMessages", "FaultTestSupport", "Foundations", "LocalDeployment", "MailFolder",
            "MessageCoding", "PersonalMessages", "Postgres", "PostgresTestSupport",
            "RPC", "RPCStubs", "RPCTestSupport", "RPCValues", "ServiceKit", "TLS", "Wire", "larder", "larder-auth",
            "larder-budget", "larder-catalog", "larder-gateway", "larder-notifications", "larder-ocr", "larder-orders",
            "larder-receipt-reader", crypto, jwt, logging, nioCore, nioPosix,
        ]
    ),
]

// MARK: Benchmarks

let benchmarks: [Target] = [
    // Starts a deployment of its own and measures it.
    program(
        "auth-benchmark",
        at: "Tests/AuthBenchmark",
        exclude: ["README.md"],
        uses: [
            "AuthMessages", "CommonMessages", "EventsMessages", "Foundations", "LocalDeployment", "MessageCoding",
            "NotificationsMessages", "Postgres", "RPC", "ServiceKit", argumentParser, logging, nioCore,
        ]
    ),
    program(
        "catalog-benchmark",
        at: "Tests/CatalogBenchmark",
        exclude: ["README.md", "figures"],
        uses: ["CatalogDomain", "CatalogEvaluation", argumentParser]
    ),
    // Starts a deployment of its own and measures it.
    program(
        "deployment-benchmark",
        at: "Tests/DeploymentBenchmark",
        uses: userMessages + [
            "Foundations", "LocalDeployment", "Postgres", "RPC", "RPCStubs", "RPCValues", "ServiceKit", argumentParser,
            logging,
        ]
    ),
    program(
        "reads-benchmark",
        at: "Tests/ReadsBenchmark",
        exclude: ["README.md", "get_purchase.sql"],
        uses: [
            "AuthMessages", "BudgetMessages", "CommonMessages", "Foundations", "LocalDeployment", "Postgres", "RPC",
            argumentParser, logging,
        ]
    ),
]

// MARK: The service that CONTRIBUTING explains; it is no part of the platform

let serviceTemplate: [Target] =
    Area(name: "Todo", folder: "Tests/ServiceTemplate/Messages").targets + [
        service("Todo", at: "Tests/ServiceTemplate/Service", uses: ["EventsMessages", "TodoMessages", nioCore]),
        tests(
            "ServiceTemplateTests",
            at: "Tests/ServiceTemplate/Tests",
            uses: serviceDependencies + [
                "AuthMessages", "CommonMessages", "ConcurrencyTestSupport", "EventsMessages", "LocalDeployment",
                "PersonalMessages", "PostgresTestSupport", "RPCStubs", "RPCTestSupport", "RPCValues", "TLS",
                "TodoMessages", "larder-todo",
                crypto, jwt,
            ]
        ),
    ]

// MARK: The package

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
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0", traits: []),
    ],
    targets: (messages + shared + services + sharedTests + serviceTests + benchmarks + serviceTemplate)
        .filter { $0.type != .test || chosenTests?.contains($0.name) ?? true }
)
