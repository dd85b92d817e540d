// SPDX-License-Identifier: Apache-2.0
// The objects of one store in words that can be compared with those of another. Used by StoreComparison.swift.

import PerdureStore

/// An object in words.
struct ComparedObject {
    let entity: String
    let number: Int64
    /// What the object is called in both stores.
    let name: String
    /// The values by property.
    let values: [String: String]
}

/// The objects of one store.
final class ObjectStream {
    let schema: Schema
    private let source: any PagedReader
    private let keys: ComparisonKeys
    private let words: ExportedValue
    /// The names of objects with a key.
    private var names: [ObjectKey: String] = [:]

    init(_ engine: any CopyableEngine, _ keys: ComparisonKeys) {
        schema = engine.schema
        source = ((try? engine.readView()) as? any PagedReader) ?? engine
        self.keys = keys
        words = ExportedValue(schema: schema, datesAreSeconds: false)
    }

    /// Reads the keys of all objects that have one.
    func readNames() throws {
        guard !keys.isEmpty else { return }
        var seen: [String: Int] = [:]
        for root in schema.entities where root.superentity == nil {
            var pages = RowPages(root.number)
            while let rows = try pages.next(source) {
                for row in rows {
                    guard var name = keyName(row) else { continue }
                    let count = seen[name, default: 0] + 1
                    seen[name] = count
                    if count > 1 { name += " #\(count)" }
                    names[row.key] = name
                }
            }
        }
    }

    private func keyName(_ row: Row) -> String? {
        let layout = schema[row.key.entity]
        guard let attributes = keys.key(of: layout, schema) else { return nil }
        let values = attributes.compactMap { layout.property(named: $0) }
            .map { "\($0.name) \(words.json(row[$0.slot], $0.attribute).line)" }
        return "\(layout.name)(\(values.joined(separator: ", ")))"
    }

    func name(_ key: ObjectKey) -> String { names[key] ?? words.name(key) }

    /// The pages of a root entity's objects, in the order of their numbers.
    func pages(of root: EntityLayout) -> StreamPages { StreamPages(self, RowPages(root.number)) }

    fileprivate func objects(_ pages: inout RowPages) throws -> [ComparedObject]? {
        guard let rows = try pages.next(source) else { return nil }
        var members: [ObjectKey: [Int: [String]]] = [:]
        for (entity, owners) in Dictionary(grouping: rows, by: \.key.entity) {
            let known = Dictionary(owners.map { ($0.key.number, $0.key) }) { first, _ in first }
            for property in ExportedValue.properties(of: schema[entity])
            where property.relationship?.isToMany == true {
                let found = try source.members(
                    of: MemberOwners(slot: property.slot, entity: entity, numbers: owners.map(\.key.number)))
                for (row, owner) in zip(found.rows, found.owners) {
                    guard let key = known[owner] else { continue }
                    members[key, default: [:]][property.slot, default: []].append(name(row.key))
                }
            }
        }
        return rows.map { object($0, members[$0.key] ?? [:]) }
    }

    private func object(_ row: Row, _ members: [Int: [String]]) -> ComparedObject {
        let layout = schema[row.key.entity]
        var values: [String: String] = [:]
        for property in ExportedValue.properties(of: layout) {
            if let relationship = property.relationship, relationship.isToMany {
                let names = members[property.slot] ?? []
                values[property.name] =
                    "[" + (relationship.isOrdered ? names : names.sorted()).joined(separator: ", ") + "]"
            } else if case .reference(let key) = row[property.slot] {
                values[property.name] = name(key)
            } else {
                values[property.name] = words.json(row[property.slot], property.attribute).line
            }
        }
        return ComparedObject(
            entity: layout.name, number: row.key.number, name: name(row.key), values: values)
    }
}

/// Objects one after the other, read in pages.
struct StreamPages {
    private let stream: ObjectStream
    private var pages: RowPages
    private var page: ArraySlice<ComparedObject> = []
    private var isAtEnd = false

    init(_ stream: ObjectStream, _ pages: RowPages) {
        self.stream = stream
        self.pages = pages
    }

    /// The object that `next` gives.
    mutating func peek() throws -> ComparedObject? {
        if page.isEmpty, !isAtEnd {
            page = try stream.objects(&pages)?[...] ?? []
            isAtEnd = page.isEmpty
        }
        return page.first
    }

    mutating func next() throws -> ComparedObject? {
        _ = try peek()
        return page.popFirst()
    }
}
