/// One SQL statement with its values apart from its text.
///
/// ```swift
/// try await pool.query("SELECT total FROM purchases WHERE user_id = \(user) AND id = \(id)")
/// ```
/// An interpolated value becomes a bind parameter (`$1`, `$2`, …) and never text, so a value can't change what the
/// statement does. The same literal always makes the same text, which is what prepared statements are kept under.
package struct Statement: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The text with `$1`, `$2`, … in place of the values.
    package let sql: String
    /// The values, in the order of their numbers.
    package let parameters: [PostgresParameter]
    // The text around the parameters, one more than there are parameters; a fragment is renumbered from this.
    private let pieces: [String]

    /// A statement without values.
    package init(stringLiteral value: String) {
        sql = value
        parameters = []
        pieces = [value]
    }

    /// A statement with interpolated values.
    package init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
        parameters = stringInterpolation.parameters
        var text = pieces[0]
        for index in parameters.indices {
            text += "$\(index + 1)"
            text += pieces[index + 1]
        }
        sql = text
    }

    /// A statement from text that the program made itself. Never pass text that came from outside.
    package init(unsafe sql: String) { self.init(stringLiteral: sql) }

    /// The condition that a column has one of some values, of which there is one at least. Each of them finds its rows through an index.
    package static func any<Value: PostgresEncodable>(of values: [Value], in column: Statement) -> Statement {
        values.dropFirst().reduce("\(column) = \(values[0])") { "\($0) OR \(column) = \($1)" }
    }

    /// Statements with commas between them, such as rows of values.
    package static func list(of parts: [Statement]) -> Statement {
        var list = StringInterpolation(
            literalCapacity: 0,
            interpolationCount: parts.reduce(0) { $0 + $1.parameters.count }
        )
        for (index, part) in parts.enumerated() {
            if index > 0 { list.appendLiteral(", ") }
            list.appendInterpolation(part)
        }
        return Statement(stringInterpolation: list)
    }

    /// Statements for many elements, each for up to ``batchSize`` of them.
    ///
    /// How many are in one is a power of two, so that statements are prepared for few numbers.
    package static func inBatches<Elements: RandomAccessCollection>(
        _ elements: Elements,
        _ statement: (Elements.SubSequence) throws -> Statement
    ) rethrows -> [Statement] {
        var (statements, rest) = ([Statement](), elements[...])
        var size = batchSize
        while !rest.isEmpty {
            while size > rest.count { size /= 2 }
            statements.append(try statement(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return statements
    }

    /// The most elements of a statement of ``inBatches(_:_:)``: with 50 values each they are far from PostgreSQL's 65,535.
    package static let batchSize = 64

    /// Collects the text and the values of an interpolated statement.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [String] = [""]
        fileprivate var parameters: [PostgresParameter] = []

        /// Room for the expected number of values.
        package init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        /// Appends text of the program.
        package mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

        /// Binds `value` as the next parameter.
        package mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            parameters.append(PostgresParameter(type: Value.postgresType, value: value.postgresValue))
            pieces.append("")
        }

        /// Binds `value`, or NULL for nil, as the next parameter.
        package mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            parameters.append(PostgresParameter(type: Value.postgresType, value: value.postgresValue))
            pieces.append("")
        }

        /// Inserts another statement's text and values.
        package mutating func appendInterpolation(_ fragment: Statement) {
            appendLiteral(fragment.pieces[0])
            parameters += fragment.parameters
            pieces += fragment.pieces.dropFirst()
        }

        /// Inserts `name` as a quoted identifier.
        package mutating func appendInterpolation(identifier name: String) { appendLiteral(SQLText.identifier(name)) }

        /// Inserts `sql` as it is. Never pass text that came from outside.
        package mutating func appendInterpolation(unsafe sql: String) { appendLiteral(sql) }
    }
}
