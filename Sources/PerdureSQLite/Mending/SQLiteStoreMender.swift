// SPDX-License-Identifier: Apache-2.0
// `perdure store doctor`: repairs what the check of a store finds, as far as that is safe: no value of an attribute is touched
// that the store does not compute. Everything is one transaction.

import PerdureSQL
import PerdureStore

/// Repairs a store's file.
package enum SQLiteStoreMender {
    /// The parts, in their order: references before what is computed of them.
    private static let parts: [any StoreMending.Type] = [
        BookkeepingMending.self, ReferenceMending.self, InverseMending.self, OrderMending.self,
        DerivedMending.self, IndexMending.self,
    ]

    /// Repairs a store, which nobody else may write meanwhile.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - schema: The model.
    /// - Returns: What was repaired; empty for a store that needs nothing.
    /// - Throws: `StoreError.schemaMismatch` where file and model do not fit, `.busy`, any error of the database. The store is
    ///   unchanged then.
    package static func mend(at path: String, schema: Schema) throws -> [StoreRepair] {
        var options = SQLiteOptions(path: path)
        options.timeout = 10
        options.recomputesValues = true
        let connection = try StoreOpening(options: options).writer()
        try SQLiteStoreFile.requireStore(connection)
        try connection.beginWriting()
        do {
            let mapping = try StoreMapping(
                schema: schema, entities: StoreMetadata.entities(of: schema, connection),
                existing: try ExistingSchemaReader.read(connection))
            let review = TriggerReview(StoreFeatures.parts.triggerRules(mapping))
            try review.run(connection)
            var run = MendingRun(
                connection: connection, mapping: mapping, review: review, options: options)
            for part in parts { try part.run(&run) }
            try connection.commit()
            return run.repairs
        } catch {
            connection.rollback()
            throw error
        }
    }
}
