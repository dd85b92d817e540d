// SPDX-License-Identifier: Apache-2.0
// What a transaction asks behind its writes: whether references are whole (PG-71), and whether the store is still as this engine knows
// it. The locks of the writes then keep the definitions as they are (PG-63).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

extension PostgreSQLEngine {
    /// The statements behind the writes of a save, in its pipeline.
    func endOfWrites(checksKeys: Bool = true) -> [PlannedStatement] {
        var ending: [PlannedStatement] = []
        if checksKeys, options.makesForeignKeys {
            ending.append(
                PlannedStatement(
                    request: ServerRequest("SET CONSTRAINTS ALL IMMEDIATE"), rank: WriteRank.last))
        }
        if keepsBooks {
            ending.append(
                PlannedStatement(
                    request: ServerRequest(
                        "SELECT generation, \(UntrackedHistory.isKept), uuid "
                            + "FROM \(ServerName.quoted(options.namespace)).perdure_store"),
                    expectation: .definitions(
                        DefinitionsCheck(
                            generation: generation, keepsHistory: storedHistory != nil, store: pending))))
        }
        return ending
    }

    /// Runs these statements for writes that have gone to the server one by one, in one round trip.
    func endWrites(_ session: ServerSession) throws {
        let ending = endOfWrites()
        for (statement, result) in zip(ending, try session.run(ending.map(\.request))) {
            if case .definitions(let check) = statement.expectation { try check.require(result) }
        }
    }

    /// The error for those above the store, where the store is not as this engine knows it.
    ///
    /// - Returns: `VanishedConflict` where another try finds the store as it is now, else the error.
    /// - Throws: `StoreError.migrated`, `StoreError.replaced`.
    func explainedByDefinitions(_ error: any Error, _ session: ServerSession) throws -> any Error {
        if error is UntrackedCommit { return UntrackedHistory.refusal(place) }
        let isOther = error is OtherGeneration
        let state = ((error as? RefusedStatement)?.error ?? error as? PostgreSQLError)?.state
        // A migration may be why a table or a column is not there.
        guard isOther || state == "42703" || state == "42P01" else { return error }
        try lookAtDefinitions(session)
        return isOther ? VanishedConflict() : error
    }
}

/// What the store must still be when the writes of a transaction are done.
struct DefinitionsCheck {
    let generation: Int64
    let keepsHistory: Bool
    /// Knows the store's identifier: a new store in the same place begins with the same number.
    let store: PendingMetadata

    /// - Throws: `OtherGeneration`, `UntrackedCommit`.
    func require(_ result: ServerResult) throws {
        guard try result.value(0, 0)?.integer == generation, case .text(let uuid)? = try result.value(0, 2),
            store.isOwn(uuid)
        else { throw OtherGeneration() }
        guard try keepsHistory || result.value(0, 1) != .bool(true) else { throw UntrackedCommit() }
    }
}

/// The definitions of the store have another number than when it was opened, or they are those of another store.
struct OtherGeneration: Error {}

/// Others keep a history, which would lack this write.
struct UntrackedCommit: Error {}
#endif
