// SPDX-License-Identifier: Apache-2.0
// The row of the conflict tables, what can be done to it, and how it is written down: shared by tests and by
// FaultWriter, which is "the other" in another process.

import Foundation
import Perdure

/// A row {a: 1, b: 1} with relationships of every kind.
public enum ConflictModel {
    /// Row, with a place that it refers to, kids of its own, tags and ordered steps that it shares.
    ///
    /// - Parameter rowClass: the class of rows, if it is a special one.
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

    /// Saves the row a=1 b=1 r=d1 tags=t1 steps=s1, and what else it may refer to.
    ///
    /// - Parameter context: where they are inserted.
    /// - Returns: the row.
    /// - Throws: what saving reports.
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

    /// How a row differs from a=1 b=1 r=d1 tags=t1 steps=s1 with x and kids empty: "" for not at all.
    ///
    /// - Parameter row: a row; nil or a deleted one is "gone".
    /// - Returns: for example "a=2 kids=k1,k2".
    public static func text(_ row: NSManagedObject?) -> String {
        guard let row, row.managedObjectContext != nil, !row.isDeleted else { return "gone" }
        let keys = ["a", "b", "r", "x", "kids", "tags", "steps"]
        return text(keys.map { ($0, word(row.value(forKey: $0))) })
    }

    /// The same of values by name.
    ///
    /// - Parameter words: names with values as text.
    /// - Returns: those that differ.
    public static func text(_ words: [(String, String)]) -> String {
        let first = ["a": "1", "b": "1", "r": "d1", "tags": "t1", "steps": "s1"]
        return words.filter { ($1 == "-" ? nil : $1) != first[$0] }.map { "\($0)=\($1)" }
            .joined(separator: " ")
    }

    /// A value as text: an object by its name, members separated by commas, an archive by what it holds.
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

    /// What `x` holds: the key of a property list.
    ///
    /// - Parameter data: the list.
    /// - Returns: its key.
    public static func archived(_ data: Data) -> String {
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as? [String: Bool])?.keys.first ?? "?"
    }
}

/// Something done to the row, in words: "a=2 +tags:t2 delete".
public struct ConflictDeed: Sendable, CustomStringConvertible {
    private let words: [String]
    /// The words.
    public var description: String { words.joined(separator: " ") }

    /// Reads a deed.
    ///
    /// - Parameter text: words: `a=2`, `t=5`, `x=foo`, `r=d2`, `+kids:k1`, `-tags:t1`, `delete`, `check`.
    public init(_ text: String) { words = text.split(separator: " ").map(String.init) }

    /// Does it, without saving.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - context: its context.
    /// - Throws: what fetching reports.
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
    /// The scenarios' model with departments that need no name, which is unique.
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
    ///   - context: where both are inserted.
    /// - Throws: what saving reports.
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
