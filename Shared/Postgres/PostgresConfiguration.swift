import CPostgres
import Foundations

/// Where a PostgreSQL database is and how to talk to it.
package struct PostgresConfiguration: Sendable {
    /// The directory of the server's Unix socket (begins with `/`), a host name or an IP address.
    package var host: String
    /// The TCP port, which also is part of the socket's file name.
    package var port: Int
    /// The role to sign in as.
    package var user: String
    /// The role's password; nil for peer or certificate authentication.
    package var password: String?
    /// The database's name.
    package var database: String
    /// The schema that unqualified names refer to; nil keeps the role's own search path.
    package var schema: String?
    /// Shown in `pg_stat_activity`.
    package var applicationName: String
    /// The most connections that a pool opens, at least 1.
    package var poolSize: Int
    /// How many callers may wait for a connection before more are rejected.
    package var queueLimit: Int
    /// How long a caller waits for a connection.
    package var queueTimeout: Duration
    /// How long opening a connection may take.
    package var connectTimeout: Duration
    /// How long a statement may run; zero for no limit.
    package var statementTimeout: Duration
    /// Further libpq connection parameters, such as `sslmode` and `sslrootcert`.
    package var parameters: [String: String]

    /// A configuration with the usual limits.
    package init(
        host: String,
        port: Int = 5432,
        user: String,
        password: String? = nil,
        database: String,
        schema: String? = nil,
        applicationName: String = "larder",
        poolSize: Int = 8
    ) {
        self.host = host
        self.port = port
        self.user = user
        self.password = password
        self.database = database
        self.schema = schema
        self.applicationName = applicationName
        self.poolSize = poolSize
        queueLimit = 1024
        queueTimeout = .seconds(5)
        connectTimeout = .seconds(5)
        statementTimeout = .seconds(15)
        parameters = [:]
    }

    /// Reads `postgresql://user:password@host:port/database?sslmode=…` or `host=… user=…`.
    ///
    /// What the string leaves out comes from libpq's defaults: `PGHOST`, `PGUSER` and so on, then the current user.
    /// - Throws: `PostgresError.Code.configuration` when the string can't be read or names no user.
    package init(connectionString: String) throws {
        var values = try Self.options(of: Self.defaults(), where: { $0 != "options" })
        values.merge(try Self.options(of: Self.parse(connectionString))) { _, given in given }
        guard let user = values.removeValue(forKey: "user") else {
            throw PostgresError(.configuration, "The database connection string names no user; add user=…")
        }
        let portText = values.removeValue(forKey: "port") ?? "5432"
        guard let port = Int(portText), (1...65_535).contains(port) else {
            throw PostgresError(.configuration, "The database port must be a number from 1 to 65535")
        }
        self.init(
            host: values.removeValue(forKey: "host") ?? "/var/run/postgresql",
            port: port,
            user: user,
            password: values.removeValue(forKey: "password"),
            database: values.removeValue(forKey: "dbname") ?? user,
            applicationName: values.removeValue(forKey: "application_name") ?? "larder"
        )
        if let seconds = values.removeValue(forKey: "connect_timeout").flatMap(Int.init), seconds > 0 {
            connectTimeout = .seconds(seconds)
        }
        parameters = values
    }

    private static func defaults() -> UnsafeMutablePointer<PQconninfoOption>? { PQconndefaults() }

    private static func parse(_ text: String) throws -> UnsafeMutablePointer<PQconninfoOption>? {
        var problem: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(text, &problem)
        defer { PQfreemem(problem) }
        guard options != nil else {
            // libpq's message can quote the string, and with it the password.
            throw PostgresError(.configuration, "The database connection string can't be read; check its syntax")
        }
        return options
    }

    private static func options(
        of list: UnsafeMutablePointer<PQconninfoOption>?,
        where include: (String) -> Bool = { _ in true }
    ) throws -> [String: String] {
        guard let list else { throw PostgresError(.configuration, "libpq has no memory for the connection options") }
        defer { PQconninfoFree(list) }
        var values: [String: String] = [:]
        var next = list
        while let keyword = next.pointee.keyword {
            let name = String(cString: keyword)
            if let value = next.pointee.val, value.pointee != 0, include(name) { values[name] = String(cString: value) }
            next += 1
        }
        return values
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomReflectable {
    /// The place and the role, never the password.
    package var description: String { "\(user)@\(host):\(port)/\(database)" }

    /// Hides the password from `dump`.
    package var customMirror: Mirror { Mirror(self, children: ["target": description]) }
}

extension PostgresConfiguration {
    /// The keywords and values for `PQconnectStartParams`.
    /// - Parameter address: the resolved IP address of `host`, so that libpq doesn't block on a name look-up.
    func connectionParameters(address: String?) -> [(keyword: String, value: String)] {
        var values = parameters
        values["host"] = host
        values["hostaddr"] = address ?? parameters["hostaddr"]
        values["port"] = String(port)
        values["user"] = user
        values["password"] = password
        values["dbname"] = database
        values["application_name"] = applicationName
        values["client_encoding"] = "UTF8"
        // Kerberos look-ups block, and Larder doesn't use it.
        values["gssencmode"] = values["gssencmode"] ?? "disable"
        // A peer that vanished without a word is noticed within half a minute.
        values["keepalives_idle"] = values["keepalives_idle"] ?? "10"
        values["keepalives_interval"] = values["keepalives_interval"] ?? "5"
        values["keepalives_count"] = values["keepalives_count"] ?? "3"
        values["tcp_user_timeout"] = values["tcp_user_timeout"] ?? "30000"
        values["options"] = ([parameters["options"]].compactMap { $0 } + sessionOptions).joined(separator: " ")
        return values.map { ($0.key, $0.value) }
    }

    private var sessionOptions: [String] {
        var options = ["-c statement_timeout=\(statementTimeout.wholeMilliseconds)"]
        options.append("-c idle_in_transaction_session_timeout=60000")
        options.append("-c timezone=UTC")
        // Compiling a statement takes longer than running it: estimates of those with many parameters are high.
        options.append("-c jit=off")
        if let schema {
            let quoted = SQLText.identifier(schema)
            options.append("-c search_path=\(Self.escapedOption(quoted))")
        }
        return options
    }

    // The server splits `options` at spaces and reads a backslash as an escape.
    private static func escapedOption(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "\\" || character.isWhitespace { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
