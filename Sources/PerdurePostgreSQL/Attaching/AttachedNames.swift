// SPDX-License-Identifier: Apache-2.0
// What a model says of tables that others made (PG-60), as its user info names them. AttachedStoreNames.swift asks for it.

#if PostgreSQL
/// The names of others' tables and columns.
package struct AttachedNames: Sendable {
    /// The table of an entity, and its columns for what every row has.
    package struct Entity: Sendable {
        /// "schema.name", or a name of the store's namespace.
        package var table: String?
        package var key: String?
        package var version: String?
        /// The column that tells the entities of one table apart.
        package var discriminator: String?
        /// What the discriminator holds for this entity; its name unless set.
        package var discriminatorValue: String?

        package init() {}
    }

    /// The table of a many-to-many relationship, as one end sees it.
    package struct Pairs: Sendable {
        package var table: String
        /// The columns of the keys of the owner and of the member.
        package var own: String?
        package var member: String?

        package init(_ table: String, own: String?, member: String?) {
            self.table = table
            self.own = own
            self.member = member
        }
    }

    /// By the names of entities.
    package var entities: [String: Entity] = [:]
    /// By the names of entities and properties.
    package var columns: [String: [String: String]] = [:]
    package var pairs: [String: [String: Pairs]] = [:]

    /// Names nothing: the rules of new stores name everything.
    package init() {}
}
#endif
