/// A PostgreSQL type by its object identifier, from the server's `pg_type.dat`.
package struct PostgresType: RawRepresentable, Hashable, Sendable {
    /// The object identifier; 0 lets the server infer the type.
    package let rawValue: UInt32

    /// The type with the object identifier `rawValue`.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Left to the server, which infers the type from the place in the statement.
    package static let inferred = PostgresType(rawValue: 0)
    package static let bool = PostgresType(rawValue: 16)
    package static let bytea = PostgresType(rawValue: 17)
    package static let name = PostgresType(rawValue: 19)
    package static let int8 = PostgresType(rawValue: 20)
    package static let int2 = PostgresType(rawValue: 21)
    package static let int4 = PostgresType(rawValue: 23)
    package static let text = PostgresType(rawValue: 25)
    package static let oid = PostgresType(rawValue: 26)
    package static let json = PostgresType(rawValue: 114)
    package static let float4 = PostgresType(rawValue: 700)
    package static let float8 = PostgresType(rawValue: 701)
    package static let bpchar = PostgresType(rawValue: 1042)
    package static let varchar = PostgresType(rawValue: 1043)
    package static let date = PostgresType(rawValue: 1082)
    package static let timestamptz = PostgresType(rawValue: 1184)
    package static let numeric = PostgresType(rawValue: 1700)
    package static let uuid = PostgresType(rawValue: 2950)
    package static let jsonb = PostgresType(rawValue: 3802)
    package static let int2Array = PostgresType(rawValue: 1005)
    package static let int4Array = PostgresType(rawValue: 1007)
    package static let textArray = PostgresType(rawValue: 1009)
    package static let varcharArray = PostgresType(rawValue: 1015)
    package static let int8Array = PostgresType(rawValue: 1016)
    package static let dateArray = PostgresType(rawValue: 1182)
    package static let uuidArray = PostgresType(rawValue: 2951)

    /// Enumerations, extensions' types and others that a database defines itself have identifiers from 16384.
    var isUserDefined: Bool { rawValue >= 16_384 }
}

extension PostgresType: CustomStringConvertible {
    private static let names: [PostgresType: String] = [
        .bool: "boolean", .bytea: "bytea", .name: "name", .int8: "bigint", .int2: "smallint", .int4: "integer",
        .text: "text", .oid: "oid", .json: "json", .float4: "real", .float8: "double precision", .bpchar: "character",
        .varchar: "character varying", .date: "date", .timestamptz: "timestamp with time zone", .numeric: "numeric",
        .uuid: "uuid", .jsonb: "jsonb", .int2Array: "smallint[]", .int4Array: "integer[]", .textArray: "text[]",
        .varcharArray: "character varying[]", .int8Array: "bigint[]", .dateArray: "date[]", .uuidArray: "uuid[]",
    ]

    /// The SQL name, or the identifier of a type that isn't known here.
    package var description: String { Self.names[self] ?? "type \(rawValue)" }
}
