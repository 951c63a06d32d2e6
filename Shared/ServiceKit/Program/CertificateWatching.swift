import NIOCore
import RPC
import ServiceLifecycle
import TLS
import UnixSignals

/// Takes new certificates into use, by itself and on SIGHUP.
struct CertificateWatching: Service {
    let runtime: ServiceRuntime
    let server: RPCServer

    func run() async throws {
        let (runtime, server) = (runtime, server)
        let options = runtime.configuration.server
        let identities = [runtime.configuration.serverIdentity, runtime.configuration.identity]
        let reloading = CertificateReloading(
            contexts: { runtime.tlsContexts },
            paths: identities.flatMap { [$0.certificateChain, $0.privateKey] } + runtime.configuration.trust.bundles,
            warningDays: options.certificateWarningDays,
            log: runtime.log
        ) { server.renewConnections(within: options.renewal) }
        let (signals, asked) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sighup) { asked.yield() }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    await reloading.run(
                        every: options.certificateInterval,
                        clock: SystemClock(),
                        on: runtime.group.next(),
                        signals: signals
                    )
                }
            }
            await group.next()
            group.cancelAll()
        }
        try? await gracefulShutdown()
    }
}
