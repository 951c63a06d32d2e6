import Foundation
import ServiceKit

@main
struct OCRProgram: ServiceProgram {
    static let name = "ocr"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        ServiceAssembly()
    }
}
