// SPDX-License-Identifier: Apache-2.0
// Which numbers of perdure_columns stand for which properties in a history: names may change with a migration, numbers do not.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The numbers of a store's properties.
struct HistoryColumns: Sendable {
    private struct Property: Hashable {
        let entity: String
        let name: String
    }

    private let mapping: StoreMapping
    private let numbers: [Property: Int32]
    private let properties: [Int32: Property]

    /// Reads the numbers.
    init(_ session: ServerSession, _ place: String, _ mapping: StoreMapping) throws {
        let result = try session.run(
            ServerRequest("SELECT number, entity, property FROM \(place).perdure_columns ORDER BY number"))
        var numbers: [Property: Int32] = [:]
        var properties: [Int32: Property] = [:]
        for row in 0..<result.rowCount {
            guard case .int4(let number)? = try result.value(row, 0),
                case .text(let entity)? = try result.value(row, 1),
                case .text(let name)? = try result.value(row, 2)
            else { continue }
            let property = Property(entity: entity, name: name)
            properties[number] = property
            // A property with several columns has the number of the first one.
            numbers[property] = numbers[property] ?? number
        }
        self.mapping = mapping
        self.numbers = numbers
        self.properties = properties
    }

    /// The path of a property that has no column of its own.
    static let withoutColumn = "members"

    /// Gives such a property the number that it had.
    static func naming(_ entity: String, _ property: String, _ number: Int64, _ place: String)
        -> ServerRequest
    {
        ServerRequest(
            "INSERT INTO \(place).perdure_columns (number, entity, property, path, table_name, column_name, type) "
                + "OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, '', '', '')",
            [.int4(Int32(truncatingIfNeeded: number)), .text(entity), .text(property), .text(withoutColumn)],
            isPrepared: false)
    }

    /// Rows for the properties that have no column of their own: a relationship whose keys lie with its members.
    func missing(_ place: String) -> [ServerRequest] {
        mapping.entities.compactMap { $0 }.flatMap { entity in
            let layout = mapping.schema[entity.entity]
            return layout.properties[layout.inheritedCount...]
                .filter { !$0.isTransient && numbers[Property(entity: layout.name, name: $0.name)] == nil }
                .map { property in
                    ServerRequest(
                        "INSERT INTO \(place).perdure_columns (entity, property, path, table_name, column_name, type) "
                            + "VALUES ($1, $2, $3, '', '', '')",
                        [.text(layout.name), .text(property.name), .text(Self.withoutColumn)])
                }
        }
    }

    /// The number of a slot; nil for a transient property.
    func number(_ slot: Int, of entity: Int32) -> Int32? {
        guard mapping.schema[entity].properties.indices.contains(slot) else { return nil }
        return numbers[property(slot, entity)]
    }

    /// The slot of a number; nil for a property that the model does not have any more.
    func slot(_ number: Int32, of entity: Int32) -> Int? {
        guard let property = properties[number],
            let slot = mapping.schema[entity].slots[property.name],
            self.property(slot, entity) == property
        else { return nil }
        return slot
    }

    /// The property under the name of the entity that declares it.
    private func property(_ slot: Int, _ entity: Int32) -> Property {
        var layout = mapping.schema[entity]
        while slot < layout.inheritedCount, let parent = layout.superentity {
            layout = mapping.schema[parent]
        }
        return Property(entity: layout.name, name: layout.properties[slot].name)
    }

    // MARK: Tombstones

    /// An attribute whose last value a history keeps.
    struct Preserved: Sendable {
        let number: Int32
        let column: AttributeColumn
    }

    /// The attributes of an entity that are kept, by slot.
    ///
    /// A value in one column is kept; nil stands for a composite, and for data that may be large.
    func preserved(_ entity: Int32) -> [(slot: Int, Preserved?)] {
        let layout = mapping.schema[entity]
        return layout.properties.filter(\.isPreserved).map {
            guard let column = mapping[entity]?.preservedColumn($0), let number = number($0.slot, of: entity)
            else { return ($0.slot, nil) }
            return ($0.slot, Preserved(number: number, column: column))
        }
    }

    /// The attributes that at least one entity of a hierarchy keeps, each once.
    func preserved(below root: Int32) -> [Preserved] {
        var seen: Set<Int32> = []
        return (root...mapping.schema[root].lastDescendant).flatMap { preserved($0) }.compactMap(\.1)
            .filter { seen.insert($0.number).inserted }
    }
}

extension PropertyLayout {
    /// Whether a history keeps the last value of a deleted object.
    var isPreserved: Bool { !isTransient && attribute?.isPreserved == true }
}

extension EntityMapping {
    /// The column of a value that a history keeps; nil for a composite, and for data that may be large.
    func preservedColumn(_ property: PropertyLayout) -> AttributeColumn? {
        guard case .attribute(let column) = slots[property.slot], !column.form.mayLieInFile else {
            return nil
        }
        return column
    }
}
#endif
