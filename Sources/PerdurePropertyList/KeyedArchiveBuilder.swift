// SPDX-License-Identifier: Apache-2.0
// Makes keyed archives that NSKeyedUnarchiver reads. Foundation's values are added in
// KeyedArchiveBuilder+PlainValues.swift.

import Foundation

/// Collects the objects of a keyed archive and writes it.
///
/// Every `add` gives the UID field by which other objects refer to the new one. Equal strings are stored once.
/// Objects in cycles get their UID from `reserve` first and their fields later.
package struct KeyedArchiveBuilder {
    private var objects: [PropertyListValue] = [.string("$null")]
    private var strings: [String: Int] = [:]
    private var classes: [[String]: Int] = [:]

    package init() {}

    /// The field of null.
    package static let null = PropertyListValue.uid(0)

    /// Adds a string, number, boolean, date or data as it is.
    package mutating func add(value: PropertyListValue) -> PropertyListValue {
        if case .string(let text) = value { return add(string: text) }
        objects.append(value)
        return .uid(objects.count - 1)
    }

    /// Adds a string, or null for nil.
    package mutating func add(string: String?) -> PropertyListValue {
        guard let string else { return Self.null }
        if let uid = strings[string] { return .uid(uid) }
        objects.append(.string(string))
        strings[string] = objects.count - 1
        return .uid(objects.count - 1)
    }

    /// A UID for an object whose fields follow with `define`.
    package mutating func reserve() -> Int {
        objects.append(.null)
        return objects.count - 1
    }

    /// Gives a reserved object its class (with the ancestors, most special first) and its fields.
    package mutating func define(_ uid: Int, classes: [String], fields: [String: PropertyListValue]) {
        var fields = fields
        fields["$class"] = .uid(classUID(classes))
        objects[uid] = .dictionary(fields)
    }

    /// Adds an object with its class (with the ancestors, most special first) and its fields.
    package mutating func add(classes: [String], fields: [String: PropertyListValue]) -> PropertyListValue {
        let uid = reserve()
        define(uid, classes: classes, fields: fields)
        return .uid(uid)
    }

    /// Adds an array of fields.
    package mutating func add(array elements: [PropertyListValue], mutable: Bool = false) -> PropertyListValue
    {
        let classes = mutable ? ["NSMutableArray", "NSArray", "NSObject"] : ["NSArray", "NSObject"]
        return add(classes: classes, fields: ["NS.objects": .array(elements)])
    }

    /// Adds a set of fields.
    package mutating func add(set elements: [PropertyListValue]) -> PropertyListValue {
        add(classes: ["NSSet", "NSObject"], fields: ["NS.objects": .array(elements)])
    }

    /// Adds an ordered set of fields.
    package mutating func add(orderedSet elements: [PropertyListValue]) -> PropertyListValue {
        add(classes: ["NSOrderedSet", "NSObject"], fields: ["NS.objects": .array(elements)])
    }

    /// Adds a dictionary of fields.
    package mutating func add(
        entries: [(key: PropertyListValue, value: PropertyListValue)], mutable: Bool = false
    ) -> PropertyListValue {
        let classes =
            mutable ? ["NSMutableDictionary", "NSDictionary", "NSObject"] : ["NSDictionary", "NSObject"]
        return add(
            classes: classes,
            fields: ["NS.keys": .array(entries.map(\.key)), "NS.objects": .array(entries.map(\.value))])
    }

    /// The archive with one root object.
    ///
    /// Mutating, so that an object added in the argument is in the archive.
    package mutating func archive(root: PropertyListValue) throws -> Data {
        try BinaryPropertyList.write(
            .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": root]), "$objects": .array(objects),
            ]))
    }

    private mutating func classUID(_ names: [String]) -> Int {
        if let uid = classes[names] { return uid }
        objects.append(
            .dictionary([
                "$classname": .string(names.first ?? "NSObject"),
                "$classes": .array(names.map { .string($0) }),
            ]))
        classes[names] = objects.count - 1
        return objects.count - 1
    }
}
