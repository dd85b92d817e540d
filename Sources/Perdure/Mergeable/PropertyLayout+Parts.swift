// SPDX-License-Identifier: Apache-2.0
// Merging sets and dictionaries in fetch requests: as a column, and their entries.

import PerdureBase
import PerdurePredicates
import PerdureStore

extension PropertyLayout {
    /// Whether a key path may lead into the value: a set or a dictionary.
    var hasParts: Bool { merge?.hasParts ?? false }

    /// Whether the parts of the value have keys.
    var hasEntries: Bool { merge?.kind == .dictionary }

    /// A whole set or dictionary as programs see it.
    func shown(_ value: StoredValue, _ coding: AttributeCoding) -> Any? {
        merge?.readable(value).anyValue(coding)
    }

    /// Requires that a sort key is a dictionary's entry or a set's number of elements (MRG-121, MRG-122).
    ///
    /// - Throws: `CoreDataException` for any other key, which has no order.
    func requireOrder(_ rest: ArraySlice<String>, _ path: String, _ entity: NSEntityDescription) throws {
        guard let rule = merge, !rule.allows(rest) else { return }
        let part = rule.kind == .set ? "its @count" : "one of its keys"
        throw CoreDataException.invalidArgument(
            "The attribute \"\(path)\" of \"\(entity.name ?? "")\" has no order. Sort by \(part).")
    }
}
