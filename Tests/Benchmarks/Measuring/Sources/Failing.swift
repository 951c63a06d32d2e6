import Glibc

/// Writes a sentence for the person at the terminal.
public func warn(_ sentence: String) {
    let line = Array("\(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

/// Ends the process with a sentence; status 64 tells a wrong command line.
public func fail(_ sentence: String, status: Int32 = 64) -> Never {
    warn(sentence)
    exit(status)
}
