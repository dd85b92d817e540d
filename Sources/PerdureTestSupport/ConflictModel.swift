// SPDX-License-Identifier: Apache-2.0
// The row of the conflict tables, the changes of it, and its form as text. Tests share this file with FaultWriter, which is
// "the other" writer in another process.

import Foundation
import Perdure

/// A row {a: 1, b: 1} with relationships of every kind.
public enum ConflictModel {
    /// The model of Row, which has one place, kids of its own, and shared tags and ordered steps.
    ///
    /// - Parameter rowClass: the class of rows; nil for NSManagedObject.
    /// - Returns: a model that can still be changed.
    public static func rows(_ rowClass: NSManagedObject.Type? = nil) -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Row", className: rowClass.map { String(reflecting: $0) },
                .attribute("a", .integer64AttributeType), .attribute("b", .integer64AttributeType),
                .attribute("t", .undefinedAttributeType, isTransient: true),
                .attribute("x", .binaryDataAttributeType), .toOne("r", "Place", inverse: "rows"),
                .toMany("kids", "Kid", inverse: "row"), .toMany("tags", "Tag", inverse: "rows"),
                .toMany("steps", "Step", inverse: "rows", isOrdered: true)),
            EntitySketch("Place", .attribute("name"), .toMany("rows", "Row", inverse: "r")),
            EntitySketch("Kid", .attribute("name"), .toOne("row", "Row", inverse: "kids")),
            EntitySketch("Tag", .attribute("name"), .toMany("rows", "Row", inverse: "tags")),
            EntitySketch("Step", .attribute("name"), .toMany("rows", "Row", inverse: "steps")))
    }

    /// Saves the row a=1 b=1 r=d1 tags=t1 steps=s1, and other objects to which it may refer.
    ///
    /// - Parameter context: the context of the objects.
    /// - Returns: the row.
    /// - Throws: the error of a save.
    @discardableResult
    public static func insertRow(into context: NSManagedObjectContext) throws -> NSManagedObject {
        let row = context.insert("Row", ["a": 1, "b": 1])
        for (entity, letter) in [("Place", "d"), ("Tag", "t"), ("Step", "s")] {
            for number in 1...3 { context.insert(entity, ["name": "\(letter)\(number)"]) }
        }
        try ConflictDeed("r=d1 +tags:t1 +steps:s1").carryOut(on: row, in: context)
        try context.save()
        return row
    }

    /// The differences of a row from a=1 b=1 r=d1 tags=t1 steps=s1 with x and kids empty; "" for an equal row.
    ///
    /// - Parameter row: a row; nil or a deleted one is "gone".
    /// - Returns: for example "a=2 kids=k1,k2".
    public static func text(_ row: NSManagedObject?) -> String {
        guard let row, row.managedObjectContext != nil, !row.isDeleted else { return "gone" }
        let keys = ["a", "b", "r", "x", "kids", "tags", "steps"]
        return text(keys.map { ($0, word(row.value(forKey: $0))) })
    }

    /// The differences of values by name.
    ///
    /// - Parameter words: names with values as text.
    /// - Returns: the values that differ.
    public static func text(_ words: [(String, String)]) -> String {
        let first = ["a": "1", "b": "1", "r": "d1", "tags": "t1", "steps": "s1"]
        return words.filter { ($1 == "-" ? nil : $1) != first[$0] }.map { "\($0)=\($1)" }
            .joined(separator: " ")
    }

    /// A value as text: an object as its name, members with commas between them, an archive as its contents.
    private static func word(_ value: Any?) -> String {
        switch value {
        case let object as NSManagedObject: object.value(forKey: "name") as? String ?? "?"
        case let data as Data: archived(data)
        case let members as NSOrderedSet: list(members.array)
        case let members as NSSet: list(members.allObjects.sorted { word($0) < word($1) })
        case let number as Int: "\(number)"
        default: "-"
        }
    }

    private static func list(_ members: [Any]) -> String {
        members.isEmpty ? "-" : members.map { word($0) }.joined(separator: ",")
    }

    /// The content of `x`: the key of a property list.
    ///
    /// - Parameter data: the list.
    /// - Returns: its key.
    public static func archived(_ data: Data) -> String {
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as? [String: Bool])?.keys.first ?? "?"
    }
}

/// A series of changes of the row, in words: "a=2 +tags:t2 delete".
public struct ConflictDeed: Sendable, CustomStringConvertible {
    private let words: [String]
    /// The words.
    public var description: String { words.joined(separator: " ") }

    /// Reads a deed.
    ///
    /// - Parameter text: words: `a=2`, `t=5`, `x=foo`, `r=d2`, `+kids:k1`, `-tags:t1`, `delete`, `check`.
    public init(_ text: String) { words = text.split(separator: " ").map(String.init) }

    /// Makes the changes, without saving.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - context: its context.
    /// - Throws: the error of a fetch.
    public func carryOut(on row: NSManagedObject, in context: NSManagedObjectContext) throws {
        for word in words { try Self.carryOut(word, row, context) }
    }

    private static func carryOut(_ word: String, _ row: NSManagedObject, _ context: NSManagedObjectContext)
        throws
    {
        if word == "delete" { return context.delete(row) }
        if word == "check" { return context.detectConflicts(for: row) }
        let parts = word.split(whereSeparator: { $0 == "=" || $0 == ":" }).map(String.init)
        let (key, name) = (parts[0], parts[1])
        switch key {
        case "a", "b", "t": row.setValue(Int(name), forKey: key)
        case "x":
            let list = try PropertyListSerialization.data(
                fromPropertyList: [name: true], format: .xml, options: 0)
            row.setValue(list, forKey: key)
        case "r": row.setValue(try context.all("Place", "name == '\(name)'").first, forKey: key)
        default: try changeMembers(key, name, row, context)
        }
    }

    private static func changeMembers(
        _ key: String, _ name: String, _ row: NSManagedObject, _ context: NSManagedObjectContext
    ) throws {
        let relationship = String(key.dropFirst())
        let entity = ["kids": "Kid", "tags": "Tag", "steps": "Step"][relationship] ?? ""
        let found = try context.all(entity, "name == '\(name)'").first
        let member = found ?? context.insert(entity, ["name": name])
        if relationship == "steps" {
            let members = row.mutableOrderedSetValue(forKey: relationship)
            if key.hasPrefix("+") { members.add(member) } else { members.remove(member) }
        } else {
            let members = row.mutableSetValue(forKey: relationship)
            if key.hasPrefix("+") { members.add(member) } else { members.remove(member) }
        }
    }
}

extension ConflictModel {
    /// The scenarios' model, in which a department's name is unique and optional.
    public static func departments() -> NSManagedObjectModel {
        let model = FixtureModel.scenarios()
        model.entitiesByName["Department"]?.attributesByName["name"]?.isOptional = true
        return model
    }

    /// Saves a department with the employee Ada.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - code: its code.
    ///   - context: the context of both.
    /// - Throws: the error of a save.
    public static func insertDepartment(_ name: String, _ code: String, into context: NSManagedObjectContext)
        throws
    {
        let department = context.insert("Department", ["name": name, "code": code])
        context.insert("Person", ["firstName": "Ada", "department": department])
        try context.save()
    }

    /// A department as text: "x 1", with "-" for nil.
    ///
    /// - Parameter department: a department.
    /// - Returns: its name and code.
    public static func departmentText(_ department: NSManagedObject) -> String {
        ["name", "code"].map { department.value(forKey: $0) as? String ?? "-" }.joined(separator: " ")
    }
}
