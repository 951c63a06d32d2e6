import Foundation
import LocalDeployment
import Testing

@testable import larder_local

@Suite("The launcher's command line")
struct LauncherOptionsTests {
    @Test("has defaults for everything")
    func defaults() throws {
        let options = try LauncherOptions(arguments: [])
        #expect(options.data.relativePath == ".larder")
        #expect(options.scripts.relativePath == "deploy/local")
        #expect(options.receipt == nil)
        #expect(options.port == 7_443)
        #expect(options.replicas == 1)
        #expect(options.trustDomain == "larder" && options.usesModels)
    }

    @Test("sets what is given")
    func values() throws {
        let options = try LauncherOptions(arguments: [
            "--data", "/tmp/data", "--scripts", "/tmp/scripts", "--port", "8443", "--replicas", "3",
            "--trust-domain", "larder.staging", "--receipt", "/dev/null", "--models", "no",
        ])
        #expect(options.data.path == "/tmp/data")
        #expect(options.scripts.path == "/tmp/scripts")
        #expect(options.port == 8_443)
        #expect(options.replicas == 3)
        #expect(options.trustDomain == "larder.staging" && !options.usesModels)
        #expect(options.receipt?.path == "/dev/null")
    }

    @Test(
        "names what is wrong",
        arguments: [
            (["--port"], "The option --port needs a value."),
            (["--models", "some"], "The models must be yes or no, not some."),
            (["--port", "0"], "The port must be a number from 1 to 65000, not 0."),
            (["--port", "many"], "The port must be a number from 1 to 65000, not many."),
            (["--replicas", "10"], "The replicas must be a number from 1 to 9, not 10."),
            (["--measure", "1"], "There is no option --measure."),
            (["--receipt", "/nowhere/photo.jpg"], "The photo /nowhere/photo.jpg cannot be read."),
        ]
    )
    func mistakes(arguments: [String], sentence: String) {
        let failure = #expect(throws: DeploymentError.self) { try LauncherOptions(arguments: arguments) }
        #expect(failure?.description == sentence)
    }
}
