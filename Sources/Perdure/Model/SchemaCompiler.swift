// SPDX-License-Identifier: Apache-2.0
// From descriptions to definitions, and from those to a schema. What a model may say is checked by
// ModelCheck.swift first.

import Foundation
import PerdurePredicates
import PerdureStore

/// Compiles a model.
struct SchemaCompiler {
    let model: NSManagedObjectModel

    init(_ model: NSManagedObjectModel) { self.model = model }

    /// The schema of the model.
    ///
    /// - Throws: `CoreDataException` that names entity and property.
    func schema() throws -> Schema { try Schema([]) }
}
