// SPDX-License-Identifier: Apache-2.0
// Finds a mapping model for a manager that was given none.

import PerdureMapping
import PerdureModel

/// The mapping models of the program.
enum MappingSearch {
    /// The mapping model of two versions; nil where the program has none.
    static func model(from source: NSManagedObjectModel, to destination: NSManagedObjectModel)
        -> NSMappingModel?
    {
        nil
    }
}
