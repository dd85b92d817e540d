// SPDX-License-Identifier: Apache-2.0
// The planner of writes: which steps a change set has, in which order, and what is foretold of the rows. No database is asked.

import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("The schedule of a save")
struct WriteScheduleTests {
    private let mapping: StoreMapping

    init() throws { mapping = try StoreMapping(schema: Schema(Company.definitions)) }

    private func number(_ entity: String) throws -> Int32 {
        try #require(mapping.schema.entity(named: entity)).number
    }

    private func key(_ entity: String, _ number: Int64) throws -> ObjectKey {
        mapping.schema.key(entity: try self.number(entity), number: number)
    }

    private func slot(_ entity: String, _ property: String) throws -> Int {
        try #require(mapping.schema.entity(named: entity)?.slots[property])
    }

    private func insertion(
        _ entity: String, _ number: Int64, version: Int64 = 1, _ values: [String: StoredValue] = [:]
    ) throws -> RowInsertion {
        let layout = try #require(mapping.schema.entity(named: entity))
        var row = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for (name, value) in values { row[try slot(entity, name)] = value }
        return RowInsertion(key: try key(entity, number), version: version, values: row)
    }

    private func update(
        _ entity: String, _ number: Int64, _ values: [String: StoredValue], expecting version: Int64? = 1
    ) throws -> RowUpdate {
        let changes = try values.map { SlotChange(slot: try slot(entity, $0), value: $1) }
        return RowUpdate(
            key: try key(entity, number), expectedVersion: version,
            changes: changes.sorted { $0.slot < $1.slot })
    }

    private func text(_ steps: [WriteStep]) -> [String] { steps.map { $0.text(mapping.schema) } }

    @Test(
        "checks, deletions, updates and insertions come in the order in which they free and take unique values"
    )
    func order() throws {
        var changes = ChangeSet()
        changes.insertions = [try insertion("Department", 5)]
        changes.updates = [try update("Department", 2, ["name": .string("b")])]
        changes.deletions = [RowDeletion(key: try key("Department", 1), expectedVersion: 1)]
        changes.checks = [VersionCheck(key: try key("Project", 9), expectedVersion: 3)]
        let schedule = WriteSchedule(changes, mapping)
        #expect(
            text(schedule.rows) == [
                "check Project 9", "delete Department 1", "update Department [name] checked 2",
                "insert Department 5",
            ])
        #expect(schedule.relationships.isEmpty)
    }

    @Test("neighbours of one shape are one step: the same entity, the same slots, checked or not")
    func groups() throws {
        var changes = ChangeSet()
        changes.insertions = [
            try insertion("Department", 1), try insertion("Department", 2), try insertion("Project", 3),
            try insertion("Department", 4),
        ]
        changes.updates = [
            try update("Department", 5, ["name": .string("a")]),
            try update("Department", 6, ["name": .string("b")]),
            try update("Department", 7, ["name": .string("c")], expecting: nil),
            try update("Project", 8, ["title": .string("d")]),
        ]
        #expect(
            text(WriteSchedule(changes, mapping).rows) == [
                "update Department [name] checked 5 6", "update Department [name] 7",
                "update Project [title] checked 8", "insert Department 1 2", "insert Project 3",
                "insert Department 4",
            ])
    }

    @Test("pairs go before pairs come, those of one relationship together")
    func links() throws {
        let projects = try slot("Employee", "projects")
        let employee = try key("Employee", 1)
        func link(_ member: Int64, _ isInsertion: Bool) throws -> LinkChange {
            LinkChange(
                owner: employee, slot: projects, member: try key("Project", member), isInsertion: isInsertion)
        }
        var changes = ChangeSet()
        changes.links = [try link(1, true), try link(2, false), try link(3, true)]
        #expect(
            text(WriteSchedule(changes, mapping).relationships) == [
                "unlink Employee.projects 1-2", "link Employee.projects 1-1 1-3",
            ])
    }

    @Test(
        "a row that comes to an owner with ordered members gets the last place, unless the owner's order is given"
    )
    func places() throws {
        let (owner, other) = (try key("Employee", 1), try key("Employee", 2))
        var changes = ChangeSet()
        changes.insertions = [
            try insertion("Task", 10, ["owner": .reference(owner)]),
            try insertion("Task", 11, ["owner": .reference(other)]),
            try insertion("Task", 12),
        ]
        changes.updates = [try update("Task", 13, ["owner": .reference(other)])]
        changes.orders = [
            OrderChange(owner: owner, slot: try slot("Employee", "tasks"), members: [try key("Task", 10)])
        ]
        #expect(
            text(WriteSchedule(changes, mapping).relationships) == [
                "order Employee 1: 10", "append Task.owner 13 11",
            ])
    }

    @Test("an unchecked update is read again, a checked one is what the caller foretold")
    func aftermath() throws {
        var changes = ChangeSet()
        changes.updates = [
            try update("Department", 1, ["name": .string("a")]),
            try update("Department", 2, ["name": .string("b")], expecting: nil),
        ]
        let aftermath = WriteSchedule(changes, mapping).aftermath
        #expect(aftermath.unpredictable == [try key("Department", 2)])
        #expect(aftermath.applied.updates.isEmpty && aftermath.applied.rows.isEmpty)
    }

    @Test("an empty change set has no steps")
    func nothing() {
        let schedule = WriteSchedule(ChangeSet(), mapping)
        #expect(schedule.rows.isEmpty && schedule.relationships.isEmpty)
    }
}

extension WriteStep {
    /// The step in words: what it does to which rows.
    func text(_ schema: Schema) -> String {
        switch self {
        case .check(let checks, let entity): "check \(schema[entity].name)" + Self.text(checks.map(\.key))
        case .delete(let rows, let entity): "delete \(schema[entity].name)" + Self.text(rows.map(\.key))
        case .update(let rows, let shape):
            "update \(schema[shape.entity].name) ["
                + shape.slots.map { schema[shape.entity].properties[$0].name }.joined(separator: " ")
                + (shape.isChecked ? "] checked" : "]") + Self.text(rows.map(\.key))
        case .insert(let rows, let entity): "insert \(schema[entity].name)" + Self.text(rows.map(\.key))
        case .countMergingWrites(let numbers, let table): "count \(table) \(numbers)"
        case .forgetMergingWrites(let numbers, let table): "forget \(table) \(numbers)"
        case .unlink(let links, let end): "unlink \(end.text(schema))" + Self.text(links)
        case .link(let links, let end): "link \(end.text(schema))" + Self.text(links)
        case .order(let order):
            "order \(schema[order.owner.entity].name) \(order.owner.number):" + Self.text(order.members)
        case .append(let members, let end): "append \(end.text(schema))" + Self.text(members.map(\.member))
        }
    }

    private static func text(_ keys: [ObjectKey]) -> String { keys.map { " \($0.number)" }.joined() }

    private static func text(_ links: ArraySlice<LinkChange>) -> String {
        links.map { " \($0.owner.number)-\($0.member.number)" }.joined()
    }
}

extension RelationshipEnd {
    fileprivate func text(_ schema: Schema) -> String {
        "\(schema[entity].name).\(schema[entity].properties[slot].name)"
    }
}
