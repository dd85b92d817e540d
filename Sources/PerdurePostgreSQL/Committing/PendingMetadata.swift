// SPDX-License-Identifier: Apache-2.0
// Metadata that wait for the next save (PG-83): they are merged key by key with what others have written.

#if PostgreSQL
import PerdureBase
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// The metadata of an open store.
final class PendingMetadata: Sendable {
    private struct State {
        var stored: [String: PropertyListValue]
        var wanted: [String: PropertyListValue]
    }

    private let state: Lock<State>

    init(_ stored: [String: PropertyListValue]) { state = Lock(State(stored: stored, wanted: stored)) }

    var current: [String: PropertyListValue] { state.withLock { $0.wanted } }

    /// Whether a store with this identifier is the one that was opened; the program may have set another identifier.
    func isOwn(_ uuid: String) -> Bool {
        state.withLock { [StoredMetadata.uuid($0.stored), StoredMetadata.uuid($0.wanted)].contains(uuid) }
    }

    func set(_ metadata: [String: PropertyListValue]) {
        state.withLock { state in
            var metadata = metadata
            // A store needs its identifier and its type, even if the caller leaves them out.
            for key in [StoredMetadata.uuidKey, StoredMetadata.typeKey] where metadata[key] == nil {
                metadata[key] = state.wanted[key]
            }
            state.wanted = metadata
        }
    }

    /// Writes the new values within the session's transaction.
    ///
    /// - Returns: The argument for `written` after the commit; nil when nothing was set.
    func write(_ session: ServerSession, _ schema: String, _ place: String) throws
        -> [String: PropertyListValue]?
    {
        let (base, new) = state.withLock { ($0.stored, $0.wanted) }
        guard base != new else { return nil }
        let row = try session.run(
            ServerRequest("SELECT uuid, metadata FROM \(schema).perdure_store FOR UPDATE"))
        guard row.rowCount == 1, case .text(let uuid)? = try row.value(0, 0),
            case .bytea(let plist)? = try row.value(0, 1)
        else {
            throw StoreError.invalidMetadata(path: place, reason: "the table perdure_store has no row")
        }
        guard isOwn(uuid) else { throw StoreError.replaced(path: place, isDestroyed: false) }
        var merged = try StoredMetadata.read(plist, uuid: uuid, place)
        for key in Set(base.keys).union(new.keys) where base[key] != new[key] { merged[key] = new[key] }
        try session.run(
            ServerRequest(
                "UPDATE \(schema).perdure_store SET uuid = $1, metadata = $2",
                [.text(StoredMetadata.uuid(merged)), .bytea(try StoredMetadata.encoded(merged, place))]))
        return new
    }

    /// Takes over what a transaction of its own has changed.
    func adopt(_ keys: [String], of metadata: [String: PropertyListValue]) {
        state.withLock { state in
            for key in keys { (state.stored[key], state.wanted[key]) = (metadata[key], metadata[key]) }
        }
    }

    func written(_ metadata: [String: PropertyListValue]?) {
        guard let metadata else { return }
        state.withLock { $0.stored = metadata }
    }
}
#endif
