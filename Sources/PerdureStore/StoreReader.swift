// SPDX-License-Identifier: Apache-2.0
// The reading half of a store's contract: rows out. An engine reads the newest state (StoreEngine.swift); a read view reads one
// state that never changes.

/// Reads a store: always the newest state, or one fixed state.
///
/// All methods may be called from any thread.
///
/// ## Stability
/// May change in any version before 0.1.0.
public protocol StoreReader: AnyObject, Sendable {
    /// The compiled model; all numbers of entities and slots are those of this schema.
    var schema: Schema { get }

    /// Runs a fetch.
    ///
    /// Gives what the plan's shape names. A predicate means what the in-memory engine makes of it, with the plan's rules for
    /// null.
    ///
    /// - Throws: `StoreError.unsupported` before anything runs when the plan has no form that the store can run; `.cancelled`
    ///   when the plan's flag is set; `.closed`.
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
    /// Reads the members of one owner after the other: the default for stores that cannot read them together.
    public func members(of owners: MemberOwners) throws -> MemberRows {
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
