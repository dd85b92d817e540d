// SPDX-License-Identifier: Apache-2.0
// One key of a mergeable dictionary as observers see it: known at run time only, and changed by whatever changes the
// dictionary.

import PerdurePropertyList
import PerdureStore

/// The value of a key at some moment; nil while the dictionary has none.
struct EntryValue: Equatable {
    let value: PropertyListValue?
}

/// A key, or a path into nested dictionaries, of a mergeable dictionary.
struct DictionaryEntry {
    private let attribute: String
    private let keys: [String]

    /// Makes it for a key path; nil when that does not lead into a mergeable dictionary.
    init?(_ attribute: String, _ rest: String, of object: NSManagedObject) {
        guard !rest.isEmpty, object.binding.property(named: attribute)?.merge?.kind == .dictionary else {
            return nil
        }
        self.attribute = attribute
        keys = rest.split(separator: ".").map(String.init)
    }

    /// What is to be seen of the key now.
    func value(of object: NSManagedObject) -> EntryValue {
        guard let slot = object.binding.layout.slots[attribute],
            case .dictionary(let entries)? = object.mergedValue(at: slot)?.state.visible
        else { return EntryValue(value: nil) }
        let value = keys.reduce(PropertyListValue.dictionary(entries) as PropertyListValue?) { found, key in
            found?.dictionaryValue?[key]
        }
        return EntryValue(value: value)
    }
}
