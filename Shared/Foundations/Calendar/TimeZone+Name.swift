public import FoundationEssentials

extension TimeZone {
    /// The zone of a name of the IANA time zone database; nil for what is no such name.
    ///
    /// Former names such as `Asia/Calcutta` are names, too; abbreviations such as `PST` and offsets such as `GMT+3`, which
    /// `init(identifier:)` takes, are not.
    /// - Parameter name: At most 64 bytes, such as `America/Vancouver`, or `UTC` or `GMT`.
    public init?(named name: String) {
        guard name.utf8.count <= 64, name.utf8.first.map({ (0x41...0x5A).contains($0) }) == true,
            name.utf8.contains(0x2F) || name == "UTC" || name == "GMT"
        else { return nil }
        self.init(identifier: name)
    }
}
