import Glibc

/// Metrics of this process, under the names of Prometheus' own client libraries.
enum ProcessMetrics {
    /// Shows the metrics of this process.
    static func register(with registry: PrometheusRegistry) {
        let start = startTime()
        registry.sample("process_start_time_seconds") { start }
        registry.sample("process_cpu_seconds_total", isCounter: true) { cpuSeconds }
        registry.sample("process_resident_memory_bytes") { memory(field: 1) }
        registry.sample("process_virtual_memory_bytes") { memory(field: 0) }
        registry.sample("process_open_fds") { openFiles }
        registry.sample("process_max_fds") { maximumFiles }
        registry.sample("process_threads") { statistics().flatMap { Double($0[17]) } }
    }

    static let descriptions: [String: MetricDescription] = [
        "process_start_time_seconds": .init("Start of the process, in seconds since 1970."),
        "process_cpu_seconds_total": .init("Processor time that the process has used."),
        "process_resident_memory_bytes": .init("Memory that the process has in use."),
        "process_virtual_memory_bytes": .init("Address space of the process."),
        "process_open_fds": .init("Open files and sockets."),
        "process_max_fds": .init("Files and sockets that may be open."),
        "process_threads": .init("Threads of the process."),
    ]

    private static var cpuSeconds: Double? {
        let ticks = clock()
        return ticks < 0 ? nil : Double(ticks) / 1_000_000
    }

    private static func memory(field: Int) -> Double? {
        guard let fields = read("/proc/self/statm")?.split(separator: " "), fields.count > field else { return nil }
        return Double(fields[field]).map { $0 * Double(getpagesize()) }
    }

    private static var openFiles: Double? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0.0
        while readdir(folder) != nil { count += 1 }
        // Not the folder itself, its parent and the descriptor that reads it.
        return count - 3
    }

    private static var maximumFiles: Double? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Double(limit.rlim_cur)
    }

    /// The wall clock's time of the start, by how long the machine had run then.
    private static func startTime() -> Double? {
        guard let ticks = statistics().flatMap({ Double($0[19]) }),
            let uptime = read("/proc/uptime")?.split(separator: " ").first.flatMap({ Double($0) })
        else { return nil }
        return Double(time(nil)) - uptime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The fields of `/proc/self/stat` behind the name, which is in parentheses and can hold anything: state first.
    private static func statistics() -> [Substring]? {
        guard let text = read("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? fields : nil
    }

    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
