// SPDX-License-Identifier: Apache-2.0
// The names that a URL of a server may have: libpq's and our own. PostgreSQLURL.swift reads them.

#if PostgreSQL
/// What is known of the parameters of URLs.
enum ConnectionParameter {
    /// Those of libpq, of all versions; an older libpq refuses what it does not know when the connection is made.
    static let ofLibpq: Set<String> = [
        "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname",
        "fallback_application_name", "gssdelegation", "gssencmode", "gsslib", "host", "hostaddr",
        "keepalives",
        "keepalives_count", "keepalives_idle", "keepalives_interval", "krbsrvname", "load_balance_hosts",
        "options", "passfile", "password", "port", "require_auth", "requirepeer", "service",
        "ssl_max_protocol_version",
        "ssl_min_protocol_version", "sslcert", "sslcertmode", "sslcompression", "sslcrl", "sslcrldir",
        "sslkey",
        "sslmode", "sslnegotiation", "sslpassword", "sslrootcert", "sslsni", "target_session_attrs",
        "tcp_user_timeout", "user",
    ]

    /// Ours, which libpq never sees.
    static let own: Set<String> = ["schema", "tls", "pool", "timeout"]

    /// What may be shown; everything else may be a secret, or lead to one.
    static let shown: Set<String> = [
        "host", "port", "dbname", "user", "schema", "target_session_attrs",
    ]

    /// Those whose values no text may have.
    static let secret: Set<String> = ["password", "sslpassword"]
}
#endif
