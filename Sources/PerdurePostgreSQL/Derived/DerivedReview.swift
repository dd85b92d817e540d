// SPDX-License-Identifier: Apache-2.0
// Looks, when a store is opened for writing, whether its triggers are there and enabled (DER-45). Where one is not, values may be
// wrong: all triggers are made anew, and all values computed.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The review of a store's triggers.
struct DerivedReview {
    let options: PostgreSQLOptions
    let mapping: StoreMapping

    private var place: String { ServerName.quoted(options.namespace) }

    /// Makes what is missing, in one transaction; costs a round trip where nothing is.
    ///
    /// - Returns: Whether something was missing.
    /// - Throws: `StoreError.schemaMismatch` where nothing may be made, `.invalidValue` for a sum that does not fit, the server's
    ///   error for a right that is missing.
    func run(_ session: ServerSession) throws -> Bool {
        let definitions = DerivedDefinitions(mapping, namespace: options.namespace).all()
        let triggers = definitions.filter { $0.kind == .trigger }
        guard !triggers.isEmpty, try !missing(triggers, session).isEmpty else { return false }
        try session.beginWriting()
        do {
            try session.run(StoreLocks.definitions(options.namespace))
            let missing = try missing(triggers, session)
            // Another process may have made them before this one got the lock.
            if !missing.isEmpty { try make(definitions, triggers, missing, session) }
            try session.commit()
            return true
        } catch {
            session.rollback()
            throw error
        }
    }

    /// Makes all triggers anew and computes all values, within the session's transaction.
    ///
    /// - Throws: `StoreError.invalidValue` for a sum that does not fit, the server's error for a right that is missing.
    func remake(_ session: ServerSession) throws {
        let definitions = DerivedDefinitions(mapping, namespace: options.namespace).all()
        let triggers = definitions.filter { $0.kind == .trigger }
        if !triggers.isEmpty { try make(definitions, triggers, triggers.map(\.name), session) }
    }

    /// The names of triggers that are not there, or do not run.
    private func missing(_ triggers: [ServerDefinition], _ session: ServerSession) throws -> [String] {
        let found = try session.run(
            ServerRequest(
                "SELECT t.tgname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
                    + "WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal AND t.tgenabled <> 'D'",
                [.text(place)], isPrepared: false))
        let present = Set(
            try found.column(0).compactMap { value -> String? in
                if case .text(let name)? = value { name } else { nil }
            })
        return triggers.map(\.name).filter { !present.contains($0) }
    }

    private func make(
        _ definitions: [ServerDefinition], _ triggers: [ServerDefinition], _ missing: [String],
        _ session: ServerSession
    ) throws {
        guard options.creation == .create else {
            throw StoreError.schemaMismatch(
                path: options.client.description, entity: "", property: nil,
                reason: "triggers of derived attributes are missing: " + missing.joined(separator: ", ")
                    + "; open the store once with the option PerdurePostgreSQLSchemaCreation \"create\"")
        }
        if let owner = options.ownerRole {
            try session.run(ServerRequest("SELECT set_config('role', $1, true)", [.text(owner)]))
        }
        // None may answer to what is computed.
        try session.run(triggers.flatMap(removal))
        let functions = definitions.filter { definition in
            definition.kind == .function && triggers.contains { $0.name == definition.name }
        }
        try MigratedDerived(ofAll: mapping, session, options.namespace).compute()
        try session.run(
            (functions + triggers).map { ServerRequest($0.sql, isPrepared: false) } + [
                ServerRequest(
                    "UPDATE \(place).perdure_store SET generation = generation + 1", isPrepared: false)
            ])
    }

    private func removal(_ trigger: ServerDefinition) -> [ServerRequest] {
        let name = ServerName.quoted(trigger.name)
        return trigger.tables.map {
            ServerRequest(
                "DROP TRIGGER IF EXISTS \(name) ON \(place).\(ServerName.quoted($0))", isPrepared: false)
        } + [ServerRequest("DROP FUNCTION IF EXISTS \(place).\(name)", isPrepared: false)]
    }
}
#endif
