// SPDX-License-Identifier: Apache-2.0
// The part of engines whose stores can be copied row by row into a store of another kind, under the same numbers.
// FormerName.swift is what a copy knows of the objects that it was made of.

/// A reader that gives whole hierarchies in pages.
package protocol PagedReader: StoreReader {
    /// The rows of a hierarchy behind a number, in ascending order of their numbers.
    ///
    /// - Parameters:
    ///   - root: the number of the root entity.
    ///   - number: the last number of the page before; 0 for the first page.
    ///   - limit: the most rows; fewer mean that none follow.
    /// - Returns: the rows.
    /// - Throws: what a fetch throws.
    func rows(of root: Int32, after number: Int64, limit: Int) throws -> [Row]

    /// One page of a fetch: the results whose objects have numbers above one, in ascending order.
    ///
    /// - Parameters:
    ///   - plan: the fetch; its limit is that of the page, and it has no order.
    ///   - number: the last number of the page before; 0 for the first page.
    /// - Returns: the results.
    /// - Throws: what a fetch throws.
    func page(of plan: FetchPlan, after number: Int64) throws -> FetchOutcome

    /// The keys of the members of one to-many relationship for many owners, in one read.
    func memberKeys(of owners: MemberOwners) throws -> MemberKeys
}

/// An engine whose stores can be copies of others.
package protocol CopyableEngine: StoreEngine, PagedReader {
    /// Lets `reserveKeys` give only numbers above all that the hierarchy's rows have.
    ///
    /// - Parameters:
    ///   - last: the highest number that was written.
    ///   - root: the number of the root entity.
    /// - Throws: what reserving keys throws.
    func passNumbers(through last: Int64, of root: Int32) throws

    /// Notes the names that all objects had in another store, where they had the same numbers.
    ///
    /// - Parameter store: the other store's UUID.
    /// - Throws: what a commit throws.
    func noteFormerNames(of store: String) throws

    /// Notes names; those that are there already stay.
    func note(_ names: [FormerName]) throws

    /// The object that had a name in a store of which this one is a copy; nil for any other name.
    ///
    /// Costs one query, and none in a store that is no copy.
    func object(formerly uri: String) throws -> FormerName?

    /// The noted names behind a name, in ascending order.
    func formerNames(after uri: String, limit: Int) throws -> [FormerName]
}
