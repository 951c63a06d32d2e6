// The standard library's two functions that make checked continuations, with word to the thread sanitizer that whoever has
// resumed one did so before its task goes on. See runtime_hooks.c.

@_silgen_name("larder_acquire")
private func acquire(_ address: UnsafeRawPointer)

@_silgen_name("$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF")
public func checkedContinuation<Value>(
    isolation: isolated (any Actor)?,
    function: String,
    _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> Value {
    var made: CheckedContinuation<Value, Never>?
    let value = await withUnsafeContinuation(isolation: isolation) {
        (unsafe: UnsafeContinuation<Value, Never>) in
        let continuation = CheckedContinuation(continuation: unsafe, function: function)
        made = continuation
        body(continuation)
    }
    if let made { acquire(unsafeBitCast(made, to: UnsafeRawPointer.self)) }
    return value
}

@_silgen_name("$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF")
public func checkedThrowingContinuation<Value>(
    isolation: isolated (any Actor)?,
    function: String,
    _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> Value {
    var made: CheckedContinuation<Value, any Error>?
    func acquireMade() {
        if let made { acquire(unsafeBitCast(made, to: UnsafeRawPointer.self)) }
    }
    do {
        let value = try await withUnsafeThrowingContinuation(isolation: isolation) {
            (unsafe: UnsafeContinuation<Value, any Error>) in
            let continuation = CheckedContinuation(continuation: unsafe, function: function)
            made = continuation
            body(continuation)
        }
        acquireMade()
        return value
    } catch {
        acquireMade()
        throw error
    }
}
