// SPDX-License-Identifier: Apache-2.0
// The role of statements that define something (PG-136), where the options name one: it owns what is made, and the session's role gets
// what it needs to use it (PG-147).

#if PostgreSQL
import PerdurePostgreSQLClient

/// Takes on the owner's role within a transaction.
struct DefiningRole {
    private let options: PostgreSQLOptions
    /// The role of the session; nil where the options name no owner.
    private let user: String?

    /// Takes the role on, until the transaction ends or `giveBack` is called.
    init(_ options: PostgreSQLOptions, _ session: ServerSession) throws {
        self.options = options
        guard let owner = options.ownerRole else {
            user = nil
            return
        }
        let user = try session.run(ServerRequest("SELECT current_user::text", isPrepared: false))
        if case .text(let name)? = try user.value(0, 0) { self.user = name } else { self.user = nil }
        try session.run(Self.setting(owner))
    }

    /// Gives the session's role the rights that it needs, and goes back to it.
    func giveBack(_ session: ServerSession) throws {
        guard let user else { return }
        try session.run(Self.grants(on: options.namespace, to: user) + [Self.setting(user)])
    }

    /// What a role needs to use a store.
    static func grants(on namespace: String, to role: String) -> [ServerRequest] {
        let (place, name) = (ServerName.quoted(namespace), ServerName.quoted(role))
        return [
            "GRANT USAGE ON SCHEMA \(place) TO \(name)",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(place) TO \(name)",
            "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA \(place) TO \(name)",
        ].map { ServerRequest($0, isPrepared: false) }
    }

    private static func setting(_ role: String) -> ServerRequest {
        ServerRequest("SELECT set_config('role', $1, true)", [.text(role)], isPrepared: false)
    }
}
#endif
