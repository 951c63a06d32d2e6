import Foundation
import ServiceManifest

/// The loopback ports of a local Larder.
package struct Ports: Sendable {
    /// How many instances of each program there are places for.
    package let replicas: Int
    private let ports: [ProgramInstance: Int]
    private let metricsPorts: [ProgramInstance: Int]
    /// Of the gateway's instances.
    private let webPorts: [ProgramInstance: Int]

    /// How far above its own port a program serves its metrics.
    private static let metricsOffset = 100
    /// How far above its own port the gateway serves browsers: behind those of all services.
    private static let webOffset = (PlatformService.all.map(\.portOffset).max() ?? 0) + 1
    /// How far above those of the first instances the ports of the second ones are, and so on.
    private static let instanceOffset = 10
    /// More would not fit below the ports for metrics.
    package static let replicaRange = 1...9
    /// Where free ports are looked for: below those of outgoing connections, from 32,768 on, as one of these could take the
    /// port of a program that is being restarted.
    private static let freeRange = 10_000..<32_000

    /// The gateway on a known port, the services on the ones above it and then the one for browsers, further instances of each
    /// 10 above the ones before, and the metrics of each 100 above that.
    /// - Throws: ``DeploymentError`` that names the first port that is taken, or for a port out of range.
    package init(gateway: Int, replicas: Int = 1) throws {
        precondition(Ports.replicaRange.contains(replicas))
        let width = Ports.webOffset + 1 + (replicas - 1) * Ports.instanceOffset
        let last = 65_536 - width - Ports.metricsOffset
        guard (1...last).contains(gateway) else {
            throw DeploymentError("The gateway's port must be a number from 1 to \(last), not \(gateway).")
        }
        var ports: [ProgramInstance: Int] = [:]
        for instance in LocalDeployment.instances(replicas: replicas) {
            let offset = PlatformService.named(instance.program)?.portOffset ?? 0
            let own = gateway + offset + (instance.number - 1) * Ports.instanceOffset
            let web = instance.program == "gateway" ? [own + Ports.webOffset] : []
            for port in [own, own + Ports.metricsOffset] + web where !Ports.isFree(port) {
                throw DeploymentError(
                    "Port \(port), which \(instance) needs, is taken by another program. Stop that one, or choose another "
                        + "place with make run PORT=\(gateway > 60_000 ? gateway - 1_000 : gateway + 1_000)."
                )
            }
            ports[instance] = own
        }
        self.init(
            ports: ports,
            metricsPorts: ports.mapValues { $0 + Ports.metricsOffset },
            webPorts: ports.filter { $0.key.program == "gateway" }.mapValues { $0 + Ports.webOffset },
            replicas: replicas
        )
    }

    /// Ports that nothing listens on now.
    package static func free(replicas: Int = 1) throws -> Ports {
        var sockets: [Int32] = []
        defer { sockets.forEach { _ = close($0) } }
        let instances = LocalDeployment.instances(replicas: replicas)
        func freePorts(of instances: [ProgramInstance]) throws -> [ProgramInstance: Int] {
            var ports: [ProgramInstance: Int] = [:]
            for instance in instances {
                guard let (socket, port) = unused() else { throw DeploymentError("There is no free port.") }
                sockets.append(socket)
                ports[instance] = port
            }
            return ports
        }
        return Ports(
            ports: try freePorts(of: instances),
            metricsPorts: try freePorts(of: instances),
            webPorts: try freePorts(of: instances.filter { $0.program == "gateway" }),
            replicas: replicas
        )
    }

    private init(
        ports: [ProgramInstance: Int],
        metricsPorts: [ProgramInstance: Int],
        webPorts: [ProgramInstance: Int],
        replicas: Int
    ) {
        self.ports = ports
        self.metricsPorts = metricsPorts
        self.webPorts = webPorts
        self.replicas = replicas
    }

    /// The port of a program's first instance.
    package subscript(program: String) -> Int { self[ProgramInstance(program)] }

    /// The port of an instance.
    package subscript(instance: ProgramInstance) -> Int { ports[instance] ?? 0 }

    /// The port on which a program's first instance serves its metrics and its health.
    package func metrics(of program: String) -> Int { metrics(of: ProgramInstance(program)) }

    /// The port on which an instance serves its metrics and its health.
    package func metrics(of instance: ProgramInstance) -> Int { metricsPorts[instance] ?? 0 }

    /// The port on which an instance of the gateway serves browsers; the first one unless another is named.
    package func web(of instance: ProgramInstance = ProgramInstance("gateway")) -> Int { webPorts[instance] ?? 0 }

    private static func isFree(_ port: Int) -> Bool {
        guard let (socket, _) = bound(to: port) else { return false }
        close(socket)
        return true
    }

    /// One of many at random, since other deployments look for ports, too.
    private static func unused() -> (socket: Int32, port: Int)? {
        for _ in 0..<1_000 {
            if let found = bound(to: Int.random(in: freeRange)) { return found }
        }
        return nil
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
