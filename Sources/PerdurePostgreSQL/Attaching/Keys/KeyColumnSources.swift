// SPDX-License-Identifier: Apache-2.0
// Where the columns of others' keys have their values in an entity: attributes, references, or nothing that the model knows.

#if PostgreSQL
import Foundation
import PerdureSQL
import PerdureStore

/// The slots that hold the columns of one entity's key.
struct KeyColumnSources: Sendable {
    /// Where one column of the key has its value.
    enum Source: Sendable {
        case attribute(slot: Int)
        /// A column of a reference: its place in the destination's key, or nil for a number.
        case reference(slot: Int, place: Int?)
        /// The server's default, by its text.
        case server(String)
        /// A new UUID.
        case random
        case nothing
    }

    let table: String
    let key: AttachedKey
    /// For each column of the key, in its order.
    let sources: [[Source]]

    init(_ entity: EntityMapping, _ mapping: StoreMapping, _ attached: AttachedTable) {
        table = mapping.tables[entity.table].name
        key = attached.key
        let types: [String] = if case .shape(let shape) = attached.key { shape.types } else { ["bigint"] }
        sources = zip(attached.key.columns, types).map { column, type in
            Self.slots(of: column, entity, attached) + Self.own(column, type, attached)
        }
    }

    private static func slots(of column: String, _ entity: EntityMapping, _ attached: AttachedTable)
        -> [Source]
    {
        entity.slots.indices.compactMap { slot in
            switch entity.slots[slot] {
            case .attribute(let attribute) where attribute.name == column: .attribute(slot: slot)
            case .toOne(let ends) where ends.key == column && attached.references[column] == nil:
                .reference(slot: slot, place: nil)
            case .toOne(let ends):
                attached.references[ends.key]?.columns.firstIndex(of: column).map {
                    .reference(slot: slot, place: $0)
                }
            default: nil
            }
        }
    }

    /// What gives the column a value where no slot has one.
    private static func own(_ column: String, _ type: String, _ attached: AttachedTable) -> [Source] {
        if let text = attached.keyDefaults[column] { return [.server(text)] }
        return [type == "uuid" ? .random : .nothing]
    }

    /// The slots that are part of the key.
    var slots: Set<Int> {
        Set(
            sources.flatMap {
                $0.compactMap { source in
                    switch source {
                    case .attribute(let slot), .reference(let slot, _): slot
                    default: nil
                    }
                }
            })
    }
}

extension StoredValue {
    /// The value as the server writes it in a key; nil for a value that is in no key.
    var keyText: String? {
        switch self {
        case .integer(let number): "\(number)"
        case .string(let text): text
        case .uuid(let uuid): uuid.uuidString.lowercased()
        default: nil
        }
    }
}
#endif
