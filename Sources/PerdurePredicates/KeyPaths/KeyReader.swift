// SPDX-License-Identifier: Apache-2.0
// Reads one key of one value: objects that offer their keys, dictionaries, the few properties of strings that
// predicates use, and as a last resort the stored properties of a plain Swift value.

import Foundation
import PerdureBase

/// Reads one key of one value.
package enum KeyReader {
    static func read(_ key: String, from value: Any) throws -> Any? {
        if let object = value as? any KeyValueReadable { return try object.readValue(forKey: key) }
        if let entries = value as? [String: Any] { return entries[key] }
        if let dictionary = value as? NSDictionary { return dictionary.object(forKey: key) }
        if let entries = value as? [AnyHashable: Any] { return entries[key] }
        if key == "self" { return value }
        if let constant = value as? ConstantValue { return try read(key, from: constant) }
        if let text = value as? String, let property = StringProperty(rawValue: key) {
            return property.value(of: text)
        }
        return try reflected(key, of: value)
    }

    private static func read(_ key: String, from constant: ConstantValue) throws -> Any? {
        try constant.anyValue.flatMap { try read(key, from: $0) }
    }

    /// A stored property, its own or inherited.
    package static func reflected(_ key: String, of value: Any) throws -> Any? {
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == key }) { return child.value }
            mirror = current.superclassMirror
        }
        throw CoreDataException(
            name: .undefinedKeyException,
            reason:
                "[<\(type(of: value))> valueForUndefinedKey:]: this class is not key value coding-compliant for "
                + "the key \"\(key)\".",
            userInfo: ["NSUnknownUserInfoKey": key])
    }
}

/// The properties of a string that a key can read and FUNCTION can call.
enum StringProperty: String {
    case length
    case uppercaseString
    case lowercaseString
    case capitalizedString
    case description
    case intValue
    case integerValue
    case longLongValue
    case floatValue
    case doubleValue
    case boolValue

    func value(of text: String) -> Any {
        switch self {
        case .length: text.utf16.count
        case .uppercaseString: text.uppercased()
        case .lowercaseString: text.lowercased()
        case .capitalizedString: text.capitalized
        case .description: text
        case .intValue, .integerValue, .longLongValue: NSString(string: text).integerValue
        case .floatValue, .doubleValue: NSString(string: text).doubleValue
        case .boolValue: NSString(string: text).boolValue
        }
    }
}
