/// Where programs reach each other and the database, apart from the usual places: for tests with proxies in between.
package struct DeploymentRoutes: Sendable {
    /// Loopback ports on which callers reach instances; the others are reached at their own.
    package var ports: [ProgramInstance: Int]
    /// Folders of the sockets on which programs reach the database; the others use the server's. Migrations always do.
    package var databaseFolders: [String: String]

    /// Routes; none unless given.
    package init(ports: [ProgramInstance: Int] = [:], databaseFolders: [String: String] = [:]) {
        self.ports = ports
        self.databaseFolders = databaseFolders
    }
}
