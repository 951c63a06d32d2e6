import LarderClient

/// Reads paginated lists.
enum Pages {
    /// As many entries as requested, from as many pages as needed.
    /// - Parameter page: returns a page and the token of the next one, which is empty at the end.
    static func collect<Entry>(
        _ limit: Int,
        _ page: (Common.PageRequest) async throws -> (entries: [Entry], next: String)
    ) async throws -> (entries: [Entry], next: String) {
        var entries: [Entry] = []
        var token = ""
        repeat {
            let size = Int32(min(limit - entries.count, 200))
            let answer = try await page(.init(size: size, token: token))
            entries += answer.entries
            token = answer.next
        } while !token.isEmpty && entries.count < limit
        return (entries, token)
    }
}
