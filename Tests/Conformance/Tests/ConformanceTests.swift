import Testing

@Suite struct ConformanceTests {
    @Test func placeholder() {}
}
