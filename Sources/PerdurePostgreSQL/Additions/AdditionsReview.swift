// SPDX-License-Identifier: Apache-2.0
// Makes the triggers that notice other programs (PG-58) in a store that is there, where an opening asks for them, and brings those of an
// older form to the present one (AdditionsRenewal.swift). Columns of dates are made with a store and by migrations only: they would write
// each row of a table anew while nobody expects it.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The look at a store's additions when it is opened for writing.
struct AdditionsReview {
    let options: PostgreSQLOptions
    let mapping: StoreMapping
    /// What the opening has found.
    let there: StoreAdditions

    private var place: ServerPlace { ServerPlace(options.namespace) }

    /// Makes what the options ask for and the store has not, in one transaction.
    ///
    /// - Returns: Whether something was made.
    /// - Throws: `StoreError.schemaMismatch` where nothing may be made, the server's error for a right that is missing.
    func run(_ session: ServerSession) throws -> Bool {
        if there.noticesOthers {
            try AdditionsRenewal(options: options, mapping: mapping).run(session)
            return false
        }
        guard options.additions.noticesOthers else { return false }
        try requireRight()
        try session.beginWriting()
        do {
            try session.run(StoreLocks.definitions(options.namespace))
            // Another process may have made them before this one got the lock.
            if try isMissing(session) { try make(session) }
            try session.commit()
            return true
        } catch {
            session.rollback()
            throw error
        }
    }

    private func isMissing(_ session: ServerSession) throws -> Bool {
        try !StoreAdditions(session, place).noticesOthers
    }

    private func requireRight() throws {
        guard options.creation != .create else { return }
        throw StoreError.schemaMismatch(
            path: options.client.description, entity: "", property: nil,
            reason:
                "the triggers that notice other programs are missing; open the store once with the options "
                + "PerdurePostgreSQLOtherWriters and PerdurePostgreSQLSchemaCreation \"create\"")
    }

    /// Writers that are running end first; those that come next know of the triggers by the number of the definitions.
    private func make(_ session: ServerSession) throws {
        let role = try DefiningRole(options, session)
        let definitions = OtherWriterDefinitions(mapping, namespace: options.namespace).all()
        try session.run(definitions.map { ServerRequest($0.sql, isPrepared: false) })
        try session.run(
            StoredNameRows(mapping: mapping, place: place.namespace).objects(definitions) + [
                ServerRequest(
                    "UPDATE \(place.table("perdure_store")) SET generation = generation + 1",
                    isPrepared: false)
            ])
        try role.giveBack(session)
    }
}
#endif
