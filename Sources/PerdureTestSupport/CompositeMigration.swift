// SPDX-License-Identifier: Apache-2.0
// Migrations of one composite attribute, row by row: what every kind of store must make of them.

import PerdurePredicates
import PerdureStore

/// Two versions of a composite attribute "place", and the values of rows before and afterwards.
package struct CompositeMigration: Sendable, CustomStringConvertible {
    /// What becomes of the rows.
    package enum Outcome: Equatable, Sendable {
        /// The values in the order of rows.
        case values([StoredValue])
        /// The property that some rows miss.
        case refused(String, rows: Int)
    }

    package let description: String
    private let place: (old: PropertyDefinition, new: PropertyDefinition)
    private let before: [StoredValue]
    /// What every store must make of the rows.
    package let wanted: Outcome

    /// The versions of the model.
    package var models: (old: [EntityDefinition], new: [EntityDefinition]) {
        ([entity("E", place.old)], [entity("E", place.new)])
    }

    /// The inferred migration.
    package var steps: InferredMigration {
        get throws { try InferredMigration(from: Schema(models.old), to: Schema(models.new)) }
    }

    /// Writes the rows of the old version, in their order.
    package func write(into engine: any StoreEngine) throws {
        for value in before {
            let number = try engine.reserveKey(entity: 1)
            var changes = ChangeSet()
            changes.insertions = [
                RowInsertion(key: engine.schema.key(entity: 1, number: number), values: [value])
            ]
            _ = try engine.commit(changes)
        }
    }

    /// The values of a store, by key.
    package static func values(in engine: any StoreEngine) throws -> [StoredValue] {
        try StoredGraph(engine).rows.sorted { $0.key < $1.key }.map { $0.value.values["place"] ?? .null }
    }

    /// What a function gives that migrates a store and reads its values.
    package static func outcome(_ migrate: () throws -> [StoredValue]) throws -> Outcome {
        do { return .values(try migrate()) } catch let failure as MigrationFailure {
            return .refused(failure.property ?? failure.entity, rows: failure.rows.count)
        }
    }
}

extension CompositeMigration {
    /// One case for each rule of elements, of composites that become required, and of composites inside of others.
    package static let all = [
        CompositeMigration(
            description: "a composite that becomes required gets its default as a whole",
            place: (
                optional([attribute("street"), attribute("gone")]),
                required(
                    [attribute("street"), attribute("land", default: .string("own"))],
                    default: ["street": .string("S"), "land": .string("L")])
            ),
            before: [.null, texts("a", "b"), texts("a", nil), texts(nil, "b")],
            wanted: .values([texts("S", "L"), texts("a", "own"), texts("a", "own"), texts(nil, "own")])),
        CompositeMigration(
            description: "an added element's default is for rows that have a value",
            place: (
                optional([attribute("street", optional: false)]),
                optional([
                    attribute("street", optional: false), attribute("land", default: .string("US")),
                ])
            ),
            before: [.null, texts("a")], wanted: .values([.null, texts("a", "US")])),
        CompositeMigration(
            description: "a required element may be added where no row has a value",
            place: (
                optional([attribute("street")]),
                optional([attribute("street"), attribute("land", optional: false)])
            ),
            before: [.null, .null], wanted: .values([.null, .null])),
        CompositeMigration(
            description: "a required element without a default refuses rows that have a value",
            place: (
                optional([attribute("street")]),
                optional([attribute("street"), attribute("land", optional: false)])
            ),
            before: [.null, texts("a"), .null, texts("b")], wanted: .refused("place.land", rows: 2)),
        CompositeMigration(
            description: "an element that becomes required gets its default where there is a value",
            place: (
                optional([attribute("street"), attribute("zip")]),
                optional([attribute("street"), attribute("zip", optional: false, default: .string("0"))])
            ),
            before: [.null, texts("a", nil), texts("a", "1")],
            wanted: .values([.null, texts("a", "0"), texts("a", "1")])),
        CompositeMigration(
            description: "an element's default does not hide that a required composite is missing",
            place: (
                optional([attribute("street")]),
                required([
                    attribute("street"), attribute("land", optional: false, default: .string("US")),
                ])
            ),
            before: [.null, texts("a")], wanted: .refused("place", rows: 1)),
        CompositeMigration(
            description: "a composite inside of another gets its default where the outer one has a value",
            place: (
                optional([spot(.integer32, optional: true), attribute("name")]),
                optional([
                    spot(.double, optional: false, default: .dictionary(["lat": .double(7.5)])),
                    attribute("name"),
                ])
            ),
            before: [.null, .composite([.null, .string("n")]), .composite([.integer(3), .null])],
            wanted: .values([
                .null, .composite([.double(7.5), .string("n")]), .composite([.double(3), .null]),
            ])),
    ]

    private static func optional(_ elements: [PropertyDefinition]) -> PropertyDefinition {
        attribute("place", .composite) { $0.elements = elements }
    }

    private static func required(
        _ elements: [PropertyDefinition], default values: [String: ConstantValue]? = nil
    ) -> PropertyDefinition {
        attribute("place", .composite, optional: false, default: values.map { .dictionary($0) }) {
            $0.elements = elements
        }
    }

    private static func spot(
        _ type: StoredAttributeType, optional: Bool, default value: ConstantValue? = nil
    ) -> PropertyDefinition {
        attribute("spot", .composite, optional: optional, default: value) {
            $0.elements = [attribute("lat", type)]
        }
    }

    private static func texts(_ texts: String?...) -> StoredValue {
        .composite(texts.map { $0.map { .string($0) } ?? .null })
    }
}
