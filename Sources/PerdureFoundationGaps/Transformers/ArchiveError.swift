// SPDX-License-Identifier: Apache-2.0
// The wording of errors in archives of objects, and in objects to archive.

import PerdurePropertyList

/// Why objects cannot be archived or read.
enum ArchiveError {
    static func refused(_ call: String) -> PropertyListError {
        PropertyListError(
            "\(call) is not possible in a keyed archive that is read or written now; use the methods with keys"
        )
    }

    static func forbidden(_ name: String, allowed: [AnyClass]) -> PropertyListError {
        let names = allowed.map { ArchivedClass($0).bareName }.joined(separator: ", ")
        return PropertyListError(
            "the archive holds an object of class \(name), which is not among the allowed classes (\(names))")
    }

    static func notAmong(_ name: String, allowed: [AnyClass]) -> PropertyListError {
        let names = allowed.map { ArchivedClass($0).bareName }.joined(separator: ", ")
        return PropertyListError(
            "an object of class \(name) is not among the allowed top level classes (\(names))")
    }

    static func notSecure(_ name: String) -> PropertyListError {
        PropertyListError(
            "the class \(name) does not support secure coding: let it conform to NSSecureCoding, with "
                + "supportsSecureCoding true")
    }

    static func unsupported(_ name: String) -> PropertyListError {
        PropertyListError(
            "Foundation's class \(name) is neither read nor written here: use a value transformer of your own for it"
        )
    }

    static func cycle(_ name: String) -> PropertyListError {
        PropertyListError("an object of class \(name) holds itself, which cannot be read back")
    }

    static func refusal(by name: String) -> PropertyListError {
        PropertyListError("init(coder:) of the class \(name) gave nil")
    }

    static func wrongKind(_ key: String, _ wanted: String) -> PropertyListError {
        PropertyListError("the archived value of \"\(key)\" is not \(wanted)")
    }

    static let tooDeep = PropertyListError(
        "objects hold each other more than \(KeyedCoder.depth) levels deep")

    static let tooLarge = PropertyListError(
        "collections hold more than \(KeyedCoder.mostMembers) members, shared ones counted each time")
}
