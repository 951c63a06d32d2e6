package import RPC

/// A part of a program that its assembly names once, and that brings along what it serves, does and reports.
///
/// Such as a ``ChangeFeed``, the ``LeaseWorker`` of a queue or an ``EventConsumer``.
package protocol ServicePart: Sendable {
    /// The services that it offers.
    var providers: [any ServiceProvider] { get }
    /// Why the program can't serve without it at the moment.
    var checks: [HealthMonitor.Check] { get }
    /// What the program serves without.
    var degradations: [HealthMonitor.Check] { get }
    /// What it does at certain times, once for all instances.
    var jobs: [ScheduledJob] { get }
    /// Its work besides calls, which is supervised; its metrics are the program's.
    func background(in runtime: ServiceRuntime) -> [BackgroundWork]
}

extension ServicePart {
    package var providers: [any ServiceProvider] { [] }
    package var checks: [HealthMonitor.Check] { [] }
    package var degradations: [HealthMonitor.Check] { [] }
    package var jobs: [ScheduledJob] { [] }

    package func background(in runtime: ServiceRuntime) -> [BackgroundWork] { [] }
}
