// SPDX-License-Identifier: Apache-2.0
// Sets and dictionaries that merge in fetch requests: as a column, and entries of them.

import PerdurePredicates
import PerdureStore

extension PropertyLayout {
    /// Whether a key path may go on into the value: it is a set or a dictionary.
    var hasParts: Bool { merge?.hasParts ?? false }

    /// Whether its parts have keys.
    var hasEntries: Bool { merge?.kind == .dictionary }

    /// A whole set or dictionary as programs see it.
    func shown(_ value: StoredValue, _ coding: AttributeCoding) -> Any? {
        merge?.readable(value).anyValue(coding)
    }

    /// Requires an entry of a dictionary, or how many elements a set has (MRG-121, MRG-122).
    ///
    /// - Throws: `CoreDataException` for anything else, which has no order.
    func requireOrder(_ rest: ArraySlice<String>, _ path: String, _ entity: NSEntityDescription) throws {
        guard let rule = merge, !rule.allows(rest) else { return }
        let part = rule.kind == .set ? "its @count" : "one of its keys"
        throw CoreDataException.invalidArgument(
            "The attribute \"\(path)\" of \"\(entity.name ?? "")\" has no order. Sort by \(part).")
    }
}
