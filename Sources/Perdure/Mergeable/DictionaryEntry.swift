// SPDX-License-Identifier: Apache-2.0
// One key of a mergeable dictionary, as observers see it. The key is known only at run time and may change with every
// change of the dictionary.

import PerdurePropertyList
import PerdureStore

/// The value of a key at some moment; nil while the dictionary lacks the key.
struct EntryValue: Equatable {
    let value: PropertyListValue?
}

/// A key, or a path into nested dictionaries, of a mergeable dictionary.
struct DictionaryEntry {
    private let attribute: String
    private let keys: [String]

    /// Makes the entry of a key path; nil when the path does not lead into a mergeable dictionary.
    init?(_ attribute: String, _ rest: String, of object: NSManagedObject) {
        guard !rest.isEmpty, object.binding.property(named: attribute)?.merge?.kind == .dictionary else {
            return nil
        }
        self.attribute = attribute
        keys = rest.split(separator: ".").map(String.init)
    }

    /// The key's present value.
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
