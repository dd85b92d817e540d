// SPDX-License-Identifier: Apache-2.0
// What predicates can read of descriptions: `$FETCHED_PROPERTY.userInfo.key`, `entity.name`.

import PerdureBase
import PerdurePredicates

extension NSPropertyDescription: KeyValueReadable {
    /// Reads a fact for a predicate.
    package final func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "name": name
        case "userInfo": userInfo
        case "entity": owner
        default: throw DescriptionReading.unknownKey(key, of: "property \"\(name)\"")
        }
    }
}

extension NSEntityDescription: KeyValueReadable {
    /// Reads a fact for a predicate.
    package final func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "name": name
        case "userInfo": userInfo
        case "managedObjectClassName": managedObjectClassName
        default: throw DescriptionReading.unknownKey(key, of: "entity \"\(name ?? "")\"")
        }
    }
}

private enum DescriptionReading {
    static func unknownKey(_ key: String, of owner: String) -> CoreDataException {
        CoreDataException(
            name: .undefinedKeyException,
            reason:
                "valueForUndefinedKey: the description of the \(owner) has no key \"\(key)\" for predicates.",
            userInfo: ["NSUnknownUserInfoKey": key])
    }
}
