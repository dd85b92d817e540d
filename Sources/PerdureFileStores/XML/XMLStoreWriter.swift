// SPDX-License-Identifier: Apache-2.0
// Writes an XML store. XMLStoreReader.swift reads it.

import Foundation
import Perdure
import PerdureModel
import PerdurePropertyList
import PerdureStore

/// Writes the contents of one store.
struct XMLStoreWriter {
    private let schema: Schema
    private let names: FileNames
    private var text = ""

    init(_ schema: Schema) {
        self.schema = schema
        names = FileNames(schema)
    }

    /// The whole file.
    ///
    /// - Throws: `StoreError.invalidValue` for a value of another type than its attribute, and for a number that two objects have.
    func write(_ contents: FileContents) throws -> Data {
        var writer = self
        writer.text = """
            <?xml version="1.0" standalone="no"?>
            <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

            <database>

            """
        let header = XMLStoreHeader(metadata: contents.metadata, lastNumber: contents.lastNumber)
        writer.text += try header.text()
        var numbers = Set<Int64>(minimumCapacity: contents.objects.count)
        for object in contents.objects {
            guard numbers.insert(object.number).inserted else {
                throw StoreError.invalidValue(
                    entity: schema[object.entity].name, property: "",
                    reason:
                        "the number \(object.number) belongs to another object: reserve keys before inserting"
                )
            }
            try writer.write(object)
        }
        writer.text += "</database>\n"
        return Data(writer.text.utf8)
    }

    /// The type of a relationship: "1/1", or "0/0" for many.
    static func type(of relationship: RelationshipLayout) -> String { relationship.isToMany ? "0/0" : "1/1" }

    private mutating func write(_ object: FileObject) throws {
        let entity = names.entities[Int(object.entity) - 1]
        text +=
            "    <object type=\"\(try XMLText.escaped(entity, inAttribute: true))\" id=\"z\(object.number)\">\n"
        let layout = schema[object.entity]
        for property in layout.properties where !property.isTransient {
            let name = names.properties[Int(object.entity) - 1][property.slot]
            switch property.kind {
            case .attribute(let attribute):
                try write(object.values[property.slot], name, attribute) { reason in
                    StoreError.invalidValue(entity: layout.name, property: property.name, reason: reason)
                }
            case .relationship(let relationship):
                let numbers = object.links.first { $0.slot == property.slot }?.numbers ?? []
                try write(numbers, name, relationship)
            }
        }
        text += "    </object>\n"
    }

    private mutating func write(
        _ value: StoredValue, _ name: String, _ attribute: AttributeDefinition,
        _ failure: (String) -> StoreError
    ) throws {
        guard !value.isNull else { return }
        guard attribute.type == .composite else {
            return try writeLeaf(value, name, attribute.type, indentation: "        ", failure)
        }
        let leaves = attribute.compositeLeaves
        guard case .composite(let values) = value, values.count == leaves.count else {
            throw failure("the value has not the elements of the composite")
        }
        text +=
            "        <attribute name=\"\(try XMLText.escaped(name, inAttribute: true))\" type=\"composite\">\n"
        for (leaf, value) in zip(leaves, values) where !value.isNull {
            try writeLeaf(value, leaf.name, leaf.type, indentation: "            ", failure)
        }
        text += "        </attribute>\n"
    }

    private mutating func writeLeaf(
        _ value: StoredValue, _ name: String, _ type: StoredAttributeType, indentation: String,
        _ failure: (String) -> StoreError
    ) throws {
        guard let content = AttributeText.text(of: value, type) else {
            throw failure("the value is none of the type \(AttributeText.name(of: type))")
        }
        let isPlain = XMLText.canHold(content)
        text += "\(indentation)<attribute name=\"\(try XMLText.escaped(name, inAttribute: true))\""
        text += " type=\"\(AttributeText.name(of: type))\"\(isPlain ? "" : " encoding=\"base64\"")>"
        text += isPlain ? try XMLText.escaped(content) : Data(content.utf8).base64EncodedString()
        text += "</attribute>\n"
    }

    private mutating func write(_ numbers: [Int64], _ name: String, _ relationship: RelationshipLayout) throws
    {
        let destination = names.entities[Int(relationship.destination) - 1]
        text += "        <relationship name=\"\(try XMLText.escaped(name, inAttribute: true))\""
        text += " type=\"\(Self.type(of: relationship))\""
        text += " destination=\"\(try XMLText.escaped(destination, inAttribute: true))\""
        if !numbers.isEmpty { text += " idrefs=\"\(numbers.map { "z\($0)" }.joined(separator: " "))\"" }
        text += "></relationship>\n"
    }
}
