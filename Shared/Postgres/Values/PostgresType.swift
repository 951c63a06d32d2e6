/// A PostgreSQL type by its object identifier, from the server's `pg_type.dat`.
package struct PostgresType: RawRepresentable, Hashable, Sendable {
    /// The object identifier; 0 lets the server infer the type.
    package let rawValue: UInt32

    /// The type with the object identifier `rawValue`.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Left to the server, which infers the type from the place in the statement.
    package static let inferred = PostgresType(rawValue: 0)
    /// `boolean`.
    package static let bool = PostgresType(rawValue: 16)
    /// `bytea`, bytes of any length.
    package static let bytea = PostgresType(rawValue: 17)
    /// `name`, an identifier of the catalog.
    package static let name = PostgresType(rawValue: 19)
    /// `bigint`.
    package static let int8 = PostgresType(rawValue: 20)
    /// `smallint`.
    package static let int2 = PostgresType(rawValue: 21)
    /// `integer`.
    package static let int4 = PostgresType(rawValue: 23)
    /// `text`.
    package static let text = PostgresType(rawValue: 25)
    /// `oid`, an object identifier.
    package static let oid = PostgresType(rawValue: 26)
    /// `json`, kept as text.
    package static let json = PostgresType(rawValue: 114)
    /// `real`.
    package static let float4 = PostgresType(rawValue: 700)
    /// `double precision`.
    package static let float8 = PostgresType(rawValue: 701)
    /// `character(n)`, padded with spaces.
    package static let bpchar = PostgresType(rawValue: 1042)
    /// `character varying(n)`.
    package static let varchar = PostgresType(rawValue: 1043)
    /// `date`, a calendar day.
    package static let date = PostgresType(rawValue: 1082)
    /// `timestamp with time zone`.
    package static let timestamptz = PostgresType(rawValue: 1184)
    /// `numeric`, an exact decimal.
    package static let numeric = PostgresType(rawValue: 1700)
    /// `uuid`.
    package static let uuid = PostgresType(rawValue: 2950)
    /// `jsonb`, kept in binary form.
    package static let jsonb = PostgresType(rawValue: 3802)
    /// `smallint[]`.
    package static let int2Array = PostgresType(rawValue: 1005)
    /// `integer[]`.
    package static let int4Array = PostgresType(rawValue: 1007)
    /// `text[]`.
    package static let textArray = PostgresType(rawValue: 1009)
    /// `character varying[]`.
    package static let varcharArray = PostgresType(rawValue: 1015)
    /// `bigint[]`.
    package static let int8Array = PostgresType(rawValue: 1016)
    /// `date[]`.
    package static let dateArray = PostgresType(rawValue: 1182)
    /// `uuid[]`.
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
