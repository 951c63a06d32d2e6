import CPostgres

/// Hands statements to libpq in pipeline mode. libpq buffers what the socket doesn't take yet.
struct PipelineSender {
    /// What the server answers, in order.
    enum Step {
        case prepare(PreparedStatements.Key)
        case deallocate(PreparedStatements.Key)
        case execute(index: Int, key: PreparedStatements.Key)
    }

    let connection: OpaquePointer

    /// Prepares what isn't prepared yet, executes every statement and ends the pipeline.
    /// - Returns: the answers to expect, nil when libpq couldn't take them.
    func send(_ statements: [Statement], prepared: inout PreparedStatements) -> [Step]? {
        guard PQenterPipelineMode(connection) == 1 else { return nil }
        var steps: [Step] = []
        for (index, statement) in statements.enumerated() {
            let key = PreparedStatements.Key(statement)
            guard let name = prepare(key, in: &prepared, steps: &steps) else { return nil }
            guard execute(name, statement.parameters) else { return nil }
            steps.append(.execute(index: index, key: key))
        }
        return PQpipelineSync(connection) == 1 ? steps : nil
    }

    private func prepare(
        _ key: PreparedStatements.Key,
        in prepared: inout PreparedStatements,
        steps: inout [Step]
    ) -> String? {
        if let name = prepared.use(key) { return name }
        if let oldest = prepared.leastRecentlyUsed() {
            // libpq 15 has no call for the protocol's Close message.
            guard PQsendQueryParams(connection, "DEALLOCATE \(oldest.name)", 0, nil, nil, nil, nil, 0) == 1 else {
                return nil
            }
            prepared.remove(oldest.key)
            steps.append(.deallocate(oldest.key))
        }
        let name = prepared.insert(key)
        let types = key.types.map { Oid($0.rawValue) }
        guard PQsendPrepare(connection, name, key.sql, Int32(types.count), types) == 1 else { return nil }
        steps.append(.prepare(key))
        return name
    }

    private func execute(_ name: String, _ parameters: [PostgresParameter]) -> Bool {
        var values: [[UInt8]?] = []
        var formats: [Int32] = []
        for parameter in parameters {
            switch parameter.value {
            case .null, .invalid:
                values.append(nil)
                formats.append(0)
            case .binary(let bytes):
                values.append(bytes)
                formats.append(1)
            case .text(let text):
                values.append(Array(text.utf8))
                formats.append(0)
            }
        }
        return withPointers(to: values, formats) { pointers, lengths in
            PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, formats, 1) == 1
        }
    }

    /// Binary values from this size are read where they are.
    private static let inPlaceSize = 64 * 1024

    // One buffer for all values, each with a NUL behind it, since libpq reads text values as C strings. Only large binary
    // values aren't copied.
    private func withPointers(
        to values: [[UInt8]?],
        _ formats: [Int32],
        _ body: ([UnsafePointer<CChar>?], [Int32]) -> Bool
    ) -> Bool {
        let inPlace = values.indices.filter { formats[$0] == 1 && (values[$0]?.count ?? 0) >= Self.inPlaceSize }
        var buffer: [CChar] = []
        buffer.reserveCapacity(values.reduce(1) { $0 + min($1?.count ?? 0, Self.inPlaceSize) + 1 })
        var offsets: [Int?] = []
        for (index, value) in values.enumerated() {
            let isCopied = value != nil && !inPlace.contains(index)
            offsets.append(isCopied ? buffer.count : nil)
            guard isCopied, let value else { continue }
            value.withUnsafeBytes { buffer.append(contentsOf: $0.bindMemory(to: CChar.self)) }
            buffer.append(0)
        }
        return buffer.withUnsafeBufferPointer { buffer in
            let pointers = offsets.map { offset in offset.flatMap { buffer.baseAddress?.advanced(by: $0) } }
            return lend(values, inPlace[...], pointers) { body($0, values.map { Int32($0?.count ?? 0) }) }
        }
    }

    /// Adds pointers to values that are read where they are.
    private func lend(
        _ values: [[UInt8]?],
        _ inPlace: ArraySlice<Int>,
        _ pointers: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Bool
    ) -> Bool {
        guard let index = inPlace.first, let value = values[index] else { return body(pointers) }
        return value.withUnsafeBytes { bytes in
            var pointers = pointers
            pointers[index] = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return lend(values, inPlace.dropFirst(), pointers, body)
        }
    }
}
