// SPDX-License-Identifier: Apache-2.0
// Makes mappings immutable once a migration uses them. Each class keeps its facts in one value, whose observer asks the seal.

import PerdureBase
import PerdurePredicates

/// Whether a mapping may still be changed.
struct MappingSeal {
    private(set) var isClosed = false

    mutating func close() { isClosed = true }

    /// Stops the process when the mapping is in use: setters cannot throw.
    func requireOpen() {
        if isClosed { CoreDataException.internalInconsistency(MappingTexts.immutable).stop() }
    }
}

/// The wording of exceptions.
enum MappingTexts {
    static let immutable =
        "A mapping model that a migration has used cannot be changed. Make a copy of it, and change the copy."

    static func repeatedName(_ name: String) -> String {
        "The mapping model has two entity mappings named \"\(name)\". Give each a name of its own."
    }
}
