import CommonMessages
import Geography
import Postgres
import ServiceKit
import Testing

@Suite("Points of messages and rows", .timeLimit(.minutes(5)))
struct CoordinatesTests {
    @Test(
        "are on the earth, or none",
        arguments: [(49_601_200, -119_676_300, true), (90_000_001, 0, false), (0, -180_000_001, false)]
            as [(Int64, Int64, Bool)]
    )
    func points(latitude: Int64, longitude: Int64, isOnEarth: Bool) async throws {
        let location = Common.Location(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude)
        let expected = Coordinates(latitudeMicrodegrees: Int(latitude), longitudeMicrodegrees: Int(longitude))
        #expect(Coordinates(location) == expected && (expected != nil) == isOnEarth)
        try await TestSchema.with { pool in
            let rows = try await pool.query(
                "SELECT \(latitude) AS latitude_microdegrees, \(longitude) AS longitude_microdegrees"
            )
            #expect(try Coordinates(rows[0]) == expected)
        }
    }
}
