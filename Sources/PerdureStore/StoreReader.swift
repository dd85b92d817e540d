// SPDX-License-Identifier: Apache-2.0
// The reading half of a store's contract: rows out. An engine reads the newest state (StoreEngine.swift), a
// snapshot one that does not change any more.

/// What reads a store, in one state or always in the newest.
///
/// All methods may be called from any thread.
package protocol StoreReader: AnyObject, Sendable {
    var schema: Schema { get }

    /// Runs a fetch.
    ///
    /// - Throws: `StoreError.unsupported` before anything runs when the plan has no form that the store can run.
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome

    /// The rows of some objects, in no particular order; an object that is gone has none.
    func rows(for keys: [ObjectKey]) throws -> [Row]

    /// The members of a to-many relationship; in their order when it is ordered.
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey]

    /// The members of a to-many relationship of many objects with their rows, in one read; those of each owner in their
    /// order when it is ordered.
    func members(of owners: MemberOwners) throws -> MemberRows
}

extension StoreReader {
    // What a store without a read of its own for it does; a read for each owner.
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
