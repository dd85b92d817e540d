// SPDX-License-Identifier: Apache-2.0
// Reads the objects of an XML store by the names of a schema. What the schema does not have is refused, because it would be lost at
// the next save. XMLForm.swift reads the header.

import Foundation
import PerdurePropertyList
import PerdureStore

/// Reads the children of a database, one after the other.
struct XMLStoreReader {
    private let schema: Schema
    private let names: FileNames
    private var header: XMLStoreHeader?
    private var objects: [FileObject] = []
    private var numbers: Set<Int64> = []

    init(_ schema: Schema) {
        self.schema = schema
        names = FileNames(schema)
    }

    /// Reads a child.
    ///
    /// - Throws: `FileDamage`.
    mutating func read(_ part: XMLPart) throws {
        guard header != nil else {
            header = try XMLStoreHeader(part)
            return
        }
        objects.append(try object(part.element))
    }

    /// All that was read.
    ///
    /// - Throws: `FileDamage` for a file without a header.
    func finished() throws -> FileContents {
        guard let header else { throw FileDamage("it has no element databaseInfo") }
        let last = max(header.lastNumber, numbers.max() ?? 0)
        return FileContents(metadata: header.metadata, lastNumber: last, objects: objects)
    }

    private mutating func object(_ element: XMLTree) throws -> FileObject {
        try element.require("object", ["type", "id"])
        let type = element.attributes["type"] ?? ""
        guard let entity = names.entity(type), !schema[entity].isAbstract else {
            throw element.damage("the model has no entity \(type) that objects may be of")
        }
        guard let number = Self.number(element.attributes["id"] ?? ""), numbers.insert(number).inserted else {
            throw element.damage("the id \(element.attributes["id"] ?? "") is none, or stands twice")
        }
        guard element.hasNoText else { throw element.damage("an object has a text") }
        var object = FileObject(schema[entity], number: number)
        var known: Set<Int> = []
        for child in element.children {
            let slot = try slot(of: child, entity)
            guard known.insert(slot).inserted else { throw child.damage("a property stands twice") }
            try read(child, into: &object, slot)
        }
        return object
    }

    /// The number of an id: z102.
    private static func number(_ id: some StringProtocol) -> Int64? {
        guard id.first == "z", id.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(id.dropFirst()).flatMap { $0 > 0 && $0 < .max ? $0 : nil }
    }

    private func slot(of element: XMLTree, _ entity: Int32) throws -> Int {
        let name = element.attributes["name"] ?? ""
        guard let slot = names.slot(name, of: entity), !schema[entity].properties[slot].isTransient else {
            throw element.damage("the model has no stored property \(schema[entity].name).\(name)")
        }
        return slot
    }

    private func read(_ element: XMLTree, into object: inout FileObject, _ slot: Int) throws {
        switch schema[object.entity].properties[slot].kind {
        case .attribute(let attribute):
            object.values[slot] = try Self.value(element, attribute)
        case .relationship(let relationship):
            let numbers = try members(element, relationship)
            if !numbers.isEmpty { object.links.append((slot, numbers)) }
        }
    }

    // MARK: Attributes

    private static func value(_ element: XMLTree, _ attribute: AttributeDefinition) throws -> StoredValue {
        guard attribute.type == .composite else { return try leaf(element, attribute.type) }
        try element.require("attribute", ["name", "type"])
        guard element.attributes["type"] == AttributeText.name(of: .composite), element.hasNoText else {
            throw element.damage("the model has a composite attribute here")
        }
        let leaves = attribute.compositeLeaves
        var values = [StoredValue](repeating: .null, count: leaves.count)
        for child in element.children {
            let name = child.attributes["name"]
            guard let index = leaves.firstIndex(where: { $0.name == name }), values[index].isNull else {
                throw child.damage("the composite has no element \(name ?? ""), or it stands twice")
            }
            values[index] = try leaf(child, leaves[index].type)
        }
        return .composite(values)
    }

    private static func leaf(_ element: XMLTree, _ type: StoredAttributeType) throws -> StoredValue {
        try element.require("attribute", ["name", "type"], optional: ["encoding"])
        let name = AttributeText.name(of: type)
        guard element.attributes["type"] == name else {
            throw element.damage(
                "the type is \(element.attributes["type"] ?? ""), and the model has \(name) here")
        }
        guard element.children.isEmpty else { throw element.damage("an attribute has elements") }
        let text = try text(of: element, type)
        guard let value = AttributeText.value(of: text, type) else {
            throw element.damage("\"\(text.prefix(60))\" is no value of the type \(name)")
        }
        return value
    }

    /// The text, which is encoded where XML cannot hold it.
    private static func text(of element: XMLTree, _ type: StoredAttributeType) throws -> String {
        guard let encoding = element.attributes["encoding"] else {
            return type == .string || type == .uri
                ? element.text : element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard encoding == "base64", type == .string || type == .uri,
            let text = AttributeText.data(element.text).flatMap({ String(validating: $0, as: UTF8.self) })
        else { throw element.damage("the encoding \(encoding) cannot be read here") }
        return text
    }

    // MARK: Relationships

    private func members(_ element: XMLTree, _ relationship: RelationshipLayout) throws -> [Int64] {
        try element.require("relationship", ["name", "type", "destination"], optional: ["idrefs"])
        guard element.attributes["type"] == XMLStoreWriter.type(of: relationship) else {
            throw element.damage("the model has a relationship of another type here")
        }
        guard element.attributes["destination"] == names.entities[Int(relationship.destination) - 1] else {
            throw element.damage("the relationship leads to another entity in the model")
        }
        guard element.children.isEmpty, element.hasNoText else {
            throw element.damage("a relationship has a content")
        }
        return try (element.attributes["idrefs"] ?? "").split(separator: " ").map { id in
            guard let number = Self.number(id) else { throw element.damage("\(id) is no id") }
            return number
        }
    }
}

extension XMLTree {
    /// Checks the element's name and its attributes.
    fileprivate func require(_ name: String, _ required: Set<String>, optional: Set<String> = []) throws {
        guard self.name == name else {
            throw damage("the element \(self.name) stands where \(name) is expected")
        }
        let found = Set(attributes.keys)
        guard found.isSuperset(of: required), found.subtracting(required).isSubset(of: optional) else {
            throw damage(
                "the element \(name) has not the attributes \(required.sorted().joined(separator: ", "))")
        }
    }
}
