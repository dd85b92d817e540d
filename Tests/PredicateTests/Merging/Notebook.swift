// SPDX-License-Identifier: Apache-2.0
// What predicates on attributes that merge are asked of: notes whose sets and dictionaries stand in an SQLite store, and
// row by row in the engine in memory.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure

/// The same notes in all stores.
struct Notebook {
    let stack: Stack
    let sqlite: any StoreEngine
    let memory: InMemoryEngine
    /// The store on a server, if there is one.
    private let onServer: (stack: Stack, engine: any StoreEngine)?
    private(set) var keys: [String: ObjectKey] = [:]

    /// Makes stores with notes; those with a parent come after it.
    init(_ notes: [Note], indexed: Bool = false) throws {
        stack = try Stack(.sqlite, Self.model(indexed: indexed))
        let store = try #require(stack.store as? EngineStore)
        sqlite = store.engine
        memory = InMemoryEngine(schema: sqlite.schema)
        onServer = try Self.server(indexed: indexed)
        let number = try #require(sqlite.schema.entity(named: "Note")).number
        var (changes, readable) = (ChangeSet(), ChangeSet())
        let numbers = try sqlite.reserveKeys(notes.count, entity: number)
        for (index, note) in notes.enumerated() {
            let key = sqlite.schema.key(entity: number, number: numbers[index])
            keys[note.name] = key
            changes.insertions.append(
                RowInsertion(key: key, values: try note.slots(sqlite.schema, parents: keys)))
            readable.insertions.append(
                RowInsertion(key: key, values: try note.readable.slots(sqlite.schema, parents: keys)))
        }
        _ = try sqlite.commit(changes)
        _ = try memory.commit(changes)
        // A server has no column for bytes that nobody can read; they count as nothing elsewhere.
        _ = try onServer?.engine.commit(readable)
    }

    var engines: [any StoreEngine] { [sqlite, memory] + (onServer.map { [$0.engine] } ?? []) }
    /// The stores that run statements.
    var databases: [any StoreEngine] { [sqlite] + (onServer.map { [$0.engine] } ?? []) }

    private static func server(indexed: Bool) throws -> (stack: Stack, engine: any StoreEngine)? {
        guard let kind = Stack.Kind.lasting.first(where: { $0 != .sqlite }) else { return nil }
        let stack = try Stack(kind, model(indexed: indexed))
        return (stack, try #require(stack.store as? EngineStore).engine)
    }

    func plan(_ predicate: PredicateNode?, _ nulls: NullSemantics = .sql) throws -> FetchPlan {
        var plan = FetchPlan(entity: try #require(sqlite.schema.entity(named: "Note")).number)
        plan.predicate = predicate
        plan.nullSemantics = nulls
        plan.shape = .keys
        return plan
    }

    /// The names of notes, in the order of their keys.
    func names(_ found: [ObjectKey]) -> String {
        let names = Dictionary(uniqueKeysWithValues: keys.map { ($1, $0) })
        return found.sorted { $0.number < $1.number }.map { names[$0] ?? "?" }.joined(separator: " ")
    }

    /// What each store finds.
    func found(_ format: String, _ arguments: [ConstantValue], _ nulls: NullSemantics) throws -> [String] {
        let plan = try plan(PredicateParser.parse(format, arguments: arguments), nulls)
        return try engines.map { engine in
            guard case .keys(let keys) = try engine.fetch(plan) else { return "?" }
            return names(keys)
        }
    }

    /// A parent has children; the attributes are what their names say.
    static func model(indexed: Bool = false) -> NSManagedObjectModel {
        let binary = NSAttributeType.binaryDataAttributeType
        let model = NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("name"), .attribute("number", .integer64AttributeType),
                .attribute("spare"),
                .attribute("likes", .integer64AttributeType), .attribute("tags", binary),
                .attribute("codes", binary), .attribute("marks", binary), .attribute("links", binary),
                .attribute("settings", binary), .attribute("color"),
                .toOne("parent", "Note", inverse: "children"), .toMany("children", "Note", inverse: "parent"))
        )
        let rules: [(String, MergeKind, MergeElementType)] = [
            ("likes", .counter, .string), ("tags", .set, .string), ("codes", .set, .integer),
            ("marks", .set, .uuid), ("links", .set, .uri), ("settings", .dictionary, .string),
            ("color", .value, .string),
        ]
        for (name, kind, elements) in rules {
            model.entitiesByName["Note"]?.attributesByName[name]?.userInfo = [
                "perdure.merge": kind.rawValue, "perdure.mergeElements": elements.rawValue,
                "perdure.mergeIndexes": !indexed ? "" : kind == .set ? "YES" : "x,y,x.x,theme",
            ]
        }
        return model
    }
}

/// One note.
struct Note {
    let name: String
    var number: Int64?
    var likes: Int64?
    var color: String?
    var tags: Set<String> = []
    var codes: Set<Int64> = []
    var marks: Set<UUID> = []
    var links: Set<String> = []
    var settings: [String: PropertyListValue] = [:]
    var parent: String?
    /// Bytes in the place of all sets and dictionaries.
    var damage: Data?

    init(_ name: String) { self.name = name }

    /// The note with nothing in place of bytes that nobody can read.
    var readable: Note {
        guard damage != nil else { return self }
        var note = self
        (note.damage, note.tags, note.codes, note.marks, note.links) = (nil, [], [], [], [])
        note.settings = [:]
        return note
    }

    func slots(_ schema: Schema, parents: [String: ObjectKey]) throws -> ContiguousArray<StoredValue> {
        let layout = try #require(schema.entity(named: "Note"))
        var slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for property in layout.properties { slots[property.slot] = try value(property, parents) }
        return slots
    }

    private func value(_ property: PropertyLayout, _ parents: [String: ObjectKey]) throws -> StoredValue {
        switch property.name {
        case "name": return .string(name)
        case "number": return number.map { .integer($0) } ?? .null
        case "likes": return likes.map { .integer($0) } ?? .null
        case "color": return color.map { .string($0) } ?? .null
        case "parent": return parent.flatMap { parents[$0] }.map { .reference($0) } ?? .null
        default:
            guard let rule = property.merge, let content = content(property.name) else { return .null }
            return try damage.map { .data($0) } ?? rule.stored(content)
        }
    }

    private func content(_ name: String) -> MergeContent? {
        switch name {
        case "tags": .set(Set(tags.map { .string($0) }))
        case "codes": .set(Set(codes.map { .integer($0) }))
        case "marks": .set(Set(marks.map { .uuid($0) }))
        case "links": .set(Set(links.map { .uri($0) }))
        case "settings": .dictionary(settings)
        default: nil
        }
    }
}
