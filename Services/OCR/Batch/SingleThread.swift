import Glibc

/// Keeps Tesseract from reading with several threads.
///
/// They wait for one another so busily that they take twice the processor time of one and save hardly any. OpenMP looks
/// at its environment when it is loaded, which is before this program's first line: so the program starts itself anew.
enum SingleThread {
    private static let variable = "OMP_THREAD_LIMIT"

    /// Returns where a limit is set, be it another.
    static func ensure() {
        guard getenv(variable) == nil, setenv(variable, "1", 1) == 0 else { return }
        // Comes back only when it fails; then everything takes longer, and nothing else is wrong.
        _ = execv("/proc/self/exe", CommandLine.unsafeArgv)
    }
}
