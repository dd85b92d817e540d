// SPDX-License-Identifier: Apache-2.0
// Version hashes of schemas that no model was compiled for.

import PerdurePropertyList
import PerdureStore

extension Schema {
    /// Any list of hashes that tells two versions apart.
    package var anyHashes: PropertyListValue {
        .dictionary(
            Dictionary(
                uniqueKeysWithValues: entities.map { layout in
                    let facts: [Any] = [
                        layout.properties, layout.superentity ?? 0, layout.isAbstract,
                        layout.uniquenessConstraints, layout.formerName ?? "",
                    ]
                    return (layout.name, .string("\(facts)"))
                }))
    }
}
