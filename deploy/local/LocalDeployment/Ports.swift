import Foundation

/// The loopback ports of a local Larder.
package struct Ports: Sendable {
    private let ports: [String: Int]
    private let metricsPorts: [String: Int]

    /// How far above its own port a program tells its metrics.
    private static let metricsOffset = 100

    /// The gateway on a known port, the services on the ones above it, and the metrics of each 100 above that.
    /// - Throws: ``DeploymentError`` that names the first port that is taken, or for a port out of range.
    package init(gateway: Int) throws {
        let last = 65_536 - LocalDeployment.programs.count - Ports.metricsOffset
        guard (1...last).contains(gateway) else {
            throw DeploymentError("The gateway's port must be a number from 1 to \(last), not \(gateway).")
        }
        var ports: [String: Int] = [:]
        for (index, program) in LocalDeployment.programs.enumerated() {
            for port in [gateway + index, gateway + index + Ports.metricsOffset] where !Ports.isFree(port) {
                throw DeploymentError(
                    "Port \(port), which \(program) needs, is taken by another program. Stop that one, or choose another "
                        + "place with make run PORT=\(gateway > 60_000 ? gateway - 1_000 : gateway + 1_000)."
                )
            }
            ports[program] = gateway + index
        }
        self.ports = ports
        metricsPorts = ports.mapValues { $0 + Ports.metricsOffset }
    }

    /// Ports that nothing listens on now.
    package static func free() throws -> Ports {
        var sockets: [Int32] = []
        defer { sockets.forEach { _ = close($0) } }
        func freePorts() throws -> [String: Int] {
            var ports: [String: Int] = [:]
            for program in LocalDeployment.programs {
                guard let (socket, port) = bound(to: 0) else { throw DeploymentError("There is no free port.") }
                sockets.append(socket)
                ports[program] = port
            }
            return ports
        }
        return Ports(ports: try freePorts(), metricsPorts: try freePorts())
    }

    private init(ports: [String: Int], metricsPorts: [String: Int]) {
        self.ports = ports
        self.metricsPorts = metricsPorts
    }

    /// The port of a program.
    package subscript(program: String) -> Int { ports[program] ?? 0 }

    /// The port on which a program tells its metrics and its health.
    package func metrics(of program: String) -> Int { metricsPorts[program] ?? 0 }

    private static func isFree(_ port: Int) -> Bool {
        guard let (socket, _) = bound(to: port) else { return false }
        close(socket)
        return true
    }

    private static func bound(to port: Int) -> (socket: Int32, port: Int)? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}
