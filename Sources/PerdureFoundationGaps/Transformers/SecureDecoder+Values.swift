// SPDX-License-Identifier: Apache-2.0
// Foundation's values and collections in an archive, as objects of the classes that init(coder:) asks for. Part of
// SecureDecoder.swift.

import Foundation
import PerdurePropertyList

extension SecureDecoder {
    /// The supported collection classes, by archived name.
    static let collectionTypes: [String: AnyClass] = [
        "NSArray": NSArray.self, "NSMutableArray": NSMutableArray.self, "NSSet": NSSet.self,
        "NSMutableSet": NSMutableSet.self, "NSOrderedSet": NSOrderedSet.self,
        "NSMutableOrderedSet": NSMutableOrderedSet.self, "NSDictionary": NSDictionary.self,
        "NSMutableDictionary": NSMutableDictionary.self, "NSKnownKeysDictionary1": NSDictionary.self,
    ]

    /// The supported value classes, by archived name.
    static let valueTypes: [String: AnyClass] = [
        "NSNull": NSNull.self, "NSString": NSString.self, "NSMutableString": NSMutableString.self,
        "NSData": NSData.self, "NSMutableData": NSMutableData.self, "NSDate": NSDate.self,
        "NSUUID": NSUUID.self, "NSURL": NSURL.self, "NSDecimalNumber": NSDecimalNumber.self,
        "NSDecimalNumberPlaceholder": NSDecimalNumber.self,
    ]

    /// A value that is directly in the archive, without a class.
    static func object(_ value: PropertyListValue) throws -> Any {
        switch value {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .data(let value): NSData(data: value)
        case .date(let value): NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
        case .null, .array, .set, .dictionary, .uid:
            throw PropertyListError("the archive holds a bare container where an object should stand")
        }
    }

    /// A value that has a class in the archive.
    func value(_ instance: ArchivedInstance) throws -> Any {
        switch try archive.plainValue(.uid(instance.uid)) {
        case .string(let text):
            instance.className == "NSMutableString" ? NSMutableString(string: text) : NSString(string: text)
        case .data(let data):
            instance.className == "NSMutableData" ? NSMutableData(data: data) : NSData(data: data)
        case .date(let date): NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .uuid(let uuid): uuid as NSUUID
        case .url(let url): url as NSURL
        case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
        default: NSNull()
        }
    }

    /// A collection with its members; the same allowed classes apply to the members.
    func collection(_ instance: ArchivedInstance, _ type: AnyClass, _ allowed: AllowedClasses) throws -> Any {
        if type is NSDictionary.Type { return try dictionary(instance, type, allowed) }
        let fields = try archive.elements(.uid(instance.uid)) ?? []
        let members = try fields.map { try member($0, allowed) }
        return switch type {
        case is NSMutableArray.Type: NSMutableArray(array: members)
        case is NSArray.Type: NSArray(array: members)
        case is NSMutableSet.Type: NSMutableSet(array: members)
        case is NSSet.Type: NSSet(array: members)
        case is NSMutableOrderedSet.Type: NSMutableOrderedSet(array: members)
        default: NSOrderedSet(array: members)
        }
    }

    private func dictionary(_ instance: ArchivedInstance, _ type: AnyClass, _ allowed: AllowedClasses) throws
        -> Any
    {
        var result: [AnyHashable: Any] = [:]
        for (key, value) in try archive.entries(.uid(instance.uid)) ?? [] {
            guard let key = try member(key, allowed) as? AnyHashable else {
                throw PropertyListError("a key of an archived dictionary cannot be one")
            }
            result[key] = try member(value, allowed)
        }
        return type is NSMutableDictionary.Type
            ? NSMutableDictionary(dictionary: result) : NSDictionary(dictionary: result)
    }

    private func member(_ field: PropertyListValue, _ allowed: AllowedClasses) throws -> Any {
        try meet(1)
        guard let member = try object(field, allowed) else {
            throw PropertyListError("a member of an archived collection is missing")
        }
        return member
    }
}
