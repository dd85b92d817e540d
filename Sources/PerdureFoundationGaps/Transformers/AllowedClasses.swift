// SPDX-License-Identifier: Apache-2.0
// The classes that one field of an archive may hold. ArchivedClass.swift has their archived names.

import Foundation

/// The classes that may be read or written in one field of an archive.
struct AllowedClasses {
    let classes: [AnyClass]

    init(_ classes: [AnyClass]) { self.classes = classes }

    /// Whether objects of a class are allowed.
    func contains(_ type: AnyClass) -> Bool {
        let line = ArchivedClass.superclasses(of: type)
        return classes.contains { allowed in line.contains { $0 == allowed } }
    }

    /// The allowed class for an archived name.
    ///
    /// A class with exactly this name wins. Otherwise the class of this name in another module is taken, if it is the only one.
    func named(_ name: String) -> AnyClass? {
        let own = classes.filter { !ArchivedClass($0).isOfFoundation }
        if let exact = own.first(where: { ArchivedClass($0).isNamed(name) }) { return exact }
        let similar = own.filter { ArchivedClass($0).isCalled(name) }
        return similar.count == 1 ? similar[0] : nil
    }

    /// Whether all property list classes of Foundation are allowed.
    var holdsPropertyLists: Bool {
        NSSecureUnarchiveFromDataTransformer.propertyListClasses.allSatisfy(contains)
    }

    /// A key for cached objects: the same object may be read with other allowed classes.
    var identity: [ObjectIdentifier] { classes.map { ObjectIdentifier($0) } }

    /// Refuses a value if the value, or a value inside it, is of a class that is not allowed.
    ///
    /// - Throws: `PropertyListError` that names the class.
    func check(_ value: Any, depth: Int = 0) throws {
        guard depth < KeyedCoder.depth * 2 else { throw ArchiveError.tooDeep }
        let type: AnyClass = Self.type(of: value)
        guard contains(type) else {
            throw ArchiveError.notAmong(String(describing: Swift.type(of: value)), allowed: classes)
        }
        for member in Self.members(of: value) { try check(member, depth: depth + 1) }
    }

    /// The class of a value in archives.
    private static func type(of value: Any) -> AnyClass {
        switch value {
        case is NSNull: NSNull.self
        case is String: NSString.self
        case is Data: NSData.self
        case is Date: NSDate.self
        case is UUID: NSUUID.self
        case is URL: NSURL.self
        case is Decimal: NSDecimalNumber.self
        case is NSNumber: NSNumber.self
        case is [Any]: NSArray.self
        case is NSOrderedSet: NSOrderedSet.self
        case is NSSet: NSSet.self
        case is [AnyHashable: Any]: NSDictionary.self
        default: Swift.type(of: value as AnyObject)
        }
    }

    private static func members(of value: Any) -> [Any] {
        switch value {
        case let values as [Any]: values
        case let values as NSOrderedSet: values.array
        case let values as NSSet: values.allObjects
        case let pairs as [AnyHashable: Any]: pairs.flatMap { [$0.key.base, $0.value] }
        default: []
        }
    }
}
