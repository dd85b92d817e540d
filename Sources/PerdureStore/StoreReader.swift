// SPDX-License-Identifier: Apache-2.0
// The reading half of a store's contract: rows out. An engine reads the newest state (StoreEngine.swift); a snapshot reads one
// state that never changes.

/// Reads a store: always the newest state, or one fixed state.
///
/// All methods may be called from any thread.
package protocol StoreReader: AnyObject, Sendable {
    var schema: Schema { get }

    /// Runs a fetch.
    ///
    /// - Throws: `StoreError.unsupported` before anything runs when the plan has no form that the store can run.
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome

    /// The rows of some objects, in no particular order; a deleted object has no row.
    func rows(for keys: [ObjectKey]) throws -> [Row]

    /// The members of a to-many relationship; in their order when it is ordered.
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey]

    /// The members of one to-many relationship for many owners, with the members' rows, in one read.
    ///
    /// In an ordered relationship the members of each owner come in their order.
    func members(of owners: MemberOwners) throws -> MemberRows
}

extension StoreReader {
    // The default for stores without such a read: one read for each owner.
    package func members(of owners: MemberOwners) throws -> MemberRows {
        let root = schema[owners.entity].root
        var links: [(owner: Int64, member: ObjectKey)] = []
        for number in owners.numbers {
            let owner = ObjectKey(entity: owners.entity, root: root, number: number)
            links += try members(of: owners.slot, for: owner).map { (number, $0) }
        }
        let rows = Dictionary(
            try rows(for: Array(Set(links.map(\.member)))).map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first })
        var result = MemberRows()
        for link in links {
            guard let row = rows[link.member] else { continue }
            result.rows.append(row)
            result.owners.append(link.owner)
        }
        return result
    }
}
