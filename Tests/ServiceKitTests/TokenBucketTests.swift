import NIOCore
import ServiceKit
import Testing

@Suite("Token buckets", .timeLimit(.minutes(5)))
struct TokenBucketTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    @Test("a bucket gives its burst at once, then one token at a time, and never more than its burst")
    func bucket() {
        let bucket = TokenBucket(RateLimit(perSecond: 10, burst: 3))
        for _ in 0..<3 { #expect(bucket.take(now: start) == nil) }
        #expect(bucket.take(now: start) == .milliseconds(100))
        #expect(bucket.take(now: start) == .milliseconds(100))
        #expect(bucket.take(now: start + .milliseconds(99)) == .milliseconds(1))
        #expect(bucket.take(now: start + .milliseconds(100)) == nil)
        #expect(bucket.take(now: start + .milliseconds(100)) == .milliseconds(100))
        let later = start + .hours(1)
        for _ in 0..<3 { #expect(bucket.take(now: later) == nil) }
        #expect(bucket.take(now: later) != nil)
    }

    @Test("a rate of 0 limits nothing")
    func unlimited() {
        let bucket = TokenBucket(RateLimit(perSecond: 0, burst: 1))
        for _ in 0..<100 { #expect(bucket.take(now: start) == nil) }
    }

    @Test("many who take at once get no more than there is")
    func concurrency() async {
        let bucket = TokenBucket(RateLimit(perSecond: 1, burst: 1_000))
        let now = start
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).count { _ in bucket.take(now: now) == nil } }
            }
            return await group.reduce(0, +)
        }
        #expect(taken == 1_000)
    }

    @Test("a bucket of less than one token holds one, and a rate below 0 limits nothing")
    func smallest() {
        for burst in [0, -5, 1] {
            let bucket = TokenBucket(RateLimit(perSecond: 1, burst: burst))
            #expect(bucket.take(now: start) == nil)
            #expect(bucket.take(now: start) == .seconds(1))
        }
        let bucket = TokenBucket(RateLimit(perSecond: -1, burst: 1))
        for _ in 0..<10 { #expect(bucket.take(now: start) == nil) }
    }

    @Test("a token that was rejected is not taken, however often it is asked for")
    func refusals() {
        let bucket = TokenBucket(RateLimit(perSecond: 1, burst: 1))
        #expect(bucket.take(now: start) == nil)
        for _ in 0..<100 { #expect(bucket.take(now: start + .milliseconds(400)) == .milliseconds(600)) }
        #expect(bucket.take(now: start + .seconds(1)) == nil)
    }

    @Test("a token that is given back can be taken again, and no more than there were")
    func givenBack() {
        let bucket = TokenBucket(RateLimit(perSecond: 1, burst: 2))
        for _ in 0..<5 {
            #expect(bucket.take(now: start) == nil)
            bucket.giveBack()
        }
        for _ in 0..<2 { #expect(bucket.take(now: start) == nil) }
        bucket.giveBack()
        #expect(bucket.take(now: start) == nil)
        #expect(bucket.take(now: start) == .seconds(1))
        let open = TokenBucket(RateLimit(perSecond: 0, burst: 1))
        open.giveBack()
        #expect(open.take(now: start) == nil)
    }

    @Test("a time before the last one takes no more than there is")
    func clockBack() {
        let bucket = TokenBucket(RateLimit(perSecond: 1, burst: 2))
        for _ in 0..<2 { #expect(bucket.take(now: start) == nil) }
        #expect(bucket.take(now: start - .seconds(5)) == .seconds(6))
    }
}
