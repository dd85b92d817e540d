// SPDX-License-Identifier: Apache-2.0
// Keys of mergeable dictionaries in key-value coding: "settings.theme" works for every class. A class may also keep all
// keys that its entity lacks in a dictionary.

import Foundation
import PerdureBase
import PerdureStore

/// A class of managed objects that keeps keys which its entity does not have in a mergeable dictionary.
///
/// ```swift
/// extension User: DynamicKeyStoring {
///     static var dynamicKeyAttribute: String { "extras" }
/// }
///
/// user.setValue("Zo", forKey: "nickname")       // the key "nickname" of `extras`
/// user.value(forKey: "nicknmae")                // nil: a misspelled key is one without a value
/// ```
///
/// Without this protocol an unknown key is an error, and programs write `"extras.nickname"`.
///
/// ## Compatibility
/// An addition. It replaces an override of `value(forUndefinedKey:)` and `setValue(_:forUndefinedKey:)`.
public protocol DynamicKeyStoring: NSManagedObject {
    /// The name of the mergeable dictionary.
    static var dynamicKeyAttribute: String { get }
}

extension NSManagedObject {
    /// The dictionary for keys that the entity lacks; nil unless the class conforms.
    final var dynamicKeys: MergeableDictionary? {
        guard let type = type(of: self) as? any DynamicKeyStoring.Type else { return nil }
        do { return try mergeableDictionary(forKey: type.dynamicKeyAttribute) } catch {
            ExceptionTrap.raise(error)
            return nil
        }
    }

    /// The name of that dictionary, if it stores the key.
    final func dynamicAttribute(for key: String) -> String? {
        guard let type = type(of: self) as? any DynamicKeyStoring.Type, binding.layout.slots[key] == nil,
            binding.fetchedProperties[key] == nil, extensionAccessor(key) == nil,
            tables.accessors.accessor(forKey: key, isModeled: false) == nil
        else { return nil }
        return type.dynamicKeyAttribute
    }

    /// The mergeable dictionary that a key with dots leads into, and the remaining keys.
    final func dictionaryTarget(_ path: String) -> (dictionary: MergeableDictionary, keys: [String])? {
        guard let dot = path.firstIndex(of: "."),
            binding.property(named: String(path[..<dot]))?.merge?.kind == .dictionary,
            let dictionary = try? mergeableDictionary(forKey: String(path[..<dot]))
        else { return nil }
        let keys = path[path.index(after: dot)...].split(separator: ".").map(String.init)
        return keys.isEmpty ? nil : (dictionary, keys)
    }
}
