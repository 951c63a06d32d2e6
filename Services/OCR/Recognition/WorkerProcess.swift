import CProcess
import Glibc
import ReceiptUnderstanding

/// A running worker and its socket. Belongs to one thread.
///
/// The thread that starts a worker must outlive it: the kernel ends the worker with it.
struct WorkerProcess {
    let processID: Int32
    /// This side's end of the connection, non-blocking.
    let socket: Int32
    var decoder = WorkerMessageDecoder()
    var isReady = false
    var imagesRead = 0

    /// Starts an executable with a socket as standard input and output; all else but standard error is closed.
    static func start(_ configuration: WorkerSupervisor.Configuration) -> Result<WorkerProcess, StartError> {
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { return .failure(StartError(code: errno)) }
        defer { close(sockets[1]) }
        var processID: Int32 = 0
        let code = spawn(configuration, socket: sockets[1], &processID)
        guard code == 0 else {
            close(sockets[0])
            return .failure(StartError(code: code))
        }
        _ = fcntl(sockets[0], F_SETFL, O_NONBLOCK)
        return .success(WorkerProcess(processID: processID, socket: sockets[0]))
    }

    struct StartError: Error {
        var code: Int32
        var reason: String { String(cString: strerror(code)) }
    }

    private static func spawn(_ configuration: WorkerSupervisor.Configuration, socket: Int32, _ processID: inout Int32)
        -> Int32
    {
        return withCStrings([configuration.executable] + configuration.arguments) { arguments in
            withCStrings(configuration.environment.map { "\($0.key)=\($0.value)" }.sorted()) { environment in
                larder_start_worker(&processID, configuration.executable, arguments, environment, socket)
            }
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                preconditionFailure("the list ends with nil and is never empty")
            }
            return body(base)
        }
    }

    /// Kills the process and reaps it.
    consuming func end() {
        kill(processID, SIGKILL)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        close(socket)
    }

    /// Resident memory in bytes; 0 when unknown.
    var residentBytes: Int {
        let file = open("/proc/\(processID)/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(file, &buffer, buffer.count)
        guard count > 0 else { return 0 }
        let fields = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
    }

    /// The processor time of all the worker's threads since it started; `nil` when unknown.
    var processorTime: Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(processID, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    enum Arrival {
        case message(WorkerMessage)
        case nothing
        /// The other end is closed, or sent malformed data.
        case end
    }

    /// The next message, if one has arrived.
    mutating func receive() -> Arrival {
        while true {
            do {
                if let message = try decoder.next() {
                    if case .ready = message {
                        // A worker becomes ready once; one that repeats it is out of control.
                        guard !isReady else { return .end }
                        isReady = true
                    }
                    return .message(message)
                }
            } catch {
                return .end
            }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 {
                decoder.append(buffer.prefix(count))
            } else if count == 0 {
                return .end
            } else if errno != EINTR {
                return errno == EAGAIN ? .nothing : .end
            }
        }
    }

    /// Sends as much as possible without blocking; `nil` when the other end is closed.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}
