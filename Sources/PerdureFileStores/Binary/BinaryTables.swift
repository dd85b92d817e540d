// SPDX-License-Identifier: Apache-2.0
// The property list of a binary store: a table for each entity, with the names and types of its columns and a row for each object.
// BinaryValues.swift has the values.

import Foundation
import PerdurePropertyList
import PerdureStore

/// Tables of one schema.
struct BinaryTables {
    static let metadataKey = "metadata"
    private static let lastNumberKey = "lastNumber"
    private static let tablesKey = "tables"

    private let schema: Schema

    init(_ schema: Schema) { self.schema = schema }

    // MARK: Writing

    func list(of contents: FileContents) throws -> [String: PropertyListValue] {
        let objects = Dictionary(grouping: contents.objects, by: \.entity)
        let tables = try objects.sorted { $0.key < $1.key }.map { entity, objects in
            PropertyListValue.dictionary([
                "entity": .string(schema[entity].name),
                "columns": .array(columns(of: entity).map { .array([.string($0.name), .string($0.form)]) }),
                "rows": .array(try objects.map { .array(try row($0)) }),
            ])
        }
        return [
            Self.metadataKey: .dictionary(contents.metadata),
            Self.lastNumberKey: .integer(contents.lastNumber), Self.tablesKey: .array(tables),
        ]
    }

    /// Number, version, then one value for each column.
    private func row(_ object: FileObject) throws -> [PropertyListValue] {
        let links = Dictionary(object.links.map { ($0.slot, $0.numbers) }) { first, _ in first }
        let layout = schema[object.entity]
        return try [.integer(object.number), .integer(object.version)]
            + columns(of: object.entity).map { column in
                guard let attribute = layout.properties[column.slot].attribute else {
                    return .array((links[column.slot] ?? []).map { .integer($0) })
                }
                guard let value = PropertyListValue(object.values[column.slot], attribute) else {
                    throw StoreError.invalidValue(
                        entity: layout.name, property: column.name, reason: "the value is none of its type")
                }
                return value
            }
    }

    // MARK: Reading

    /// The highest number that an object ever had.
    static func lastNumber(of list: [String: PropertyListValue]) throws -> Int64 {
        guard case .integer(let last)? = list[lastNumberKey], last >= 0, last < .max else {
            throw FileDamage("its last number is none that objects may have")
        }
        return last
    }

    func read(_ list: [String: PropertyListValue], into contents: inout FileContents) throws {
        guard Set(list.keys) == [Self.metadataKey, Self.lastNumberKey, Self.tablesKey],
            case .array(let tables)? = list[Self.tablesKey]
        else { throw FileDamage("its parts are not those of a store") }
        for table in tables { contents.objects += try objects(of: table) }
        // A number that an object has is never given out again, whatever the file says.
        contents.lastNumber = max(
            try Self.lastNumber(of: list), contents.objects.lazy.map(\.number).max() ?? 0)
    }

    private func objects(of table: PropertyListValue) throws -> [FileObject] {
        guard case .dictionary(let parts) = table, parts.count == 3,
            case .string(let name)? = parts["entity"], case .array(let found)? = parts["columns"],
            case .array(let rows)? = parts["rows"]
        else { throw FileDamage("one of its tables cannot be read") }
        guard let layout = schema.entity(named: name), !layout.isAbstract else {
            throw FileDamage("the model has no entity \(name) that objects may be of")
        }
        let expected = columns(of: layout.number)
        let columns = zip(found, expected).compactMap { Column($1, foundAs: $0) }
        guard found.count == expected.count, columns.count == expected.count else {
            throw FileDamage("the objects of \(name) have other properties than the model")
        }
        return try rows.map { try object($0, layout, columns) }
    }

    private func object(_ row: PropertyListValue, _ layout: EntityLayout, _ columns: [Column]) throws
        -> FileObject
    {
        guard case .array(let values) = row, values.count == columns.count + 2,
            case .integer(let number) = values[0], case .integer(let version) = values[1], number > 0,
            number < .max, version > 0
        else { throw FileDamage("an object of \(layout.name) cannot be read") }
        var object = FileObject(layout, number: number)
        object.version = version
        for (column, value) in zip(columns, values[2...]) {
            if let attribute = layout.properties[column.slot].attribute {
                guard let stored = column.leaves.arranged(value).stored(attribute) else {
                    throw FileDamage(
                        "the object \(number) of \(layout.name) has no value of the type \(column.form) in \(column.name)"
                    )
                }
                object.values[column.slot] = stored
            } else {
                let numbers = try Self.numbers(value, layout, column)
                if !numbers.isEmpty { object.links.append((column.slot, numbers)) }
            }
        }
        return object
    }

    private static func numbers(_ value: PropertyListValue, _ layout: EntityLayout, _ column: Column) throws
        -> [Int64]
    {
        guard case .array(let elements) = value else {
            throw FileDamage("\(layout.name).\(column.name) is no list of numbers")
        }
        return try elements.map { element in
            guard case .integer(let number) = element else {
                throw FileDamage("\(layout.name).\(column.name) is no list of numbers")
            }
            return number
        }
    }

    // MARK: Columns

    /// A property that is stored, with what must be equal in file and model.
    private struct Column {
        let slot: Int
        let name: String
        let form: String
        /// Where a row of the file has the leaves of a composite.
        var leaves = LeafPlaces()

        init(slot: Int, name: String, form: String) {
            self.slot = slot
            self.name = name
            self.form = form
        }

        /// A column of a file; nil for another one than the model's.
        init?(_ column: Column, foundAs found: PropertyListValue) {
            guard case .array(let texts) = found, texts.count == 2, texts[0] == .string(column.name),
                let form = texts[1].stringValue, let leaves = LeafPlaces(of: form, in: column.form)
            else { return nil }
            self = column
            self.leaves = leaves
        }
    }

    private func columns(of entity: Int32) -> [Column] {
        schema[entity].properties.filter { !$0.isTransient }.map { property in
            Column(slot: property.slot, name: property.name, form: form(of: property))
        }
    }

    private func form(of property: PropertyLayout) -> String {
        switch property.kind {
        case .attribute(let attribute):
            let leaves = attribute.compositeLeaves.map { "\($0.name):\(AttributeText.name(of: $0.type))" }
            return ([AttributeText.name(of: attribute.type)] + leaves).joined(separator: " ")
        case .relationship(let relationship):
            let destination = schema[relationship.destination].name
            return (relationship.isToMany ? "to-many " : "to-one ") + destination
        }
    }
}
