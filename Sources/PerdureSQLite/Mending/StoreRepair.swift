// SPDX-License-Identifier: Apache-2.0
// One kind of repair in one place of a store. SQLiteStoreMender.swift makes the repairs.

import PerdureSQL
import PerdureStore

/// What a repair does, and how much of it.
package struct StoreRepair: Sendable, Hashable {
    /// The table, index or attribute.
    package let object: String
    /// What is done, as a sentence without an end.
    package let text: String
    /// The number of rows that change; nil where no row does.
    package let rows: Int?

    package init(_ object: String, _ text: String, rows: Int? = nil) {
        self.object = object
        self.text = text
        self.rows = rows
    }
}

/// A part of the mending of stores.
protocol StoreMending: SendableMetatype {
    /// Repairs its part within the current transaction, and notes what it did.
    ///
    /// - Throws: any error of the database; nothing is repaired then.
    static func run(_ run: inout MendingRun) throws
}

/// One run over a store, in one transaction.
struct MendingRun {
    let connection: SQLiteConnection
    let mapping: StoreMapping
    let review: TriggerReview
    let options: SQLiteOptions
    private(set) var repairs: [StoreRepair] = []

    init(
        connection: SQLiteConnection, mapping: StoreMapping, review: TriggerReview, options: SQLiteOptions
    ) {
        self.connection = connection
        self.mapping = mapping
        self.review = review
        self.options = options
    }

    mutating func note(_ repair: StoreRepair) { repairs.append(repair) }

    /// Runs a statement, and notes the repair if it changed rows.
    mutating func change(_ object: String, _ text: String, _ statement: String, _ values: [SQLBinding] = [])
        throws
    {
        let prepared = try connection.prepared(statement)
        try prepared.bind(values)
        let rows = try prepared.run()
        if rows > 0 { note(StoreRepair(object, text, rows: rows)) }
    }
}
