// SPDX-License-Identifier: Apache-2.0
// Which attributes have indexes for tests that ignore case or accents (PG-115). Defining/FoldedIndexDefinitions.swift makes them.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The foldings that a model asks to be indexed.
package struct FoldedIndexes: Sendable {
    /// The key of the user info of an attribute: "c", "d" or "cd".
    package static let key = "perdure.folding"

    /// What the user info says, by the names of entities and attributes.
    private let texts: [String: [String: String]]

    /// - Parameter texts: What the user info says, by the names of entities and attributes.
    package init(_ texts: [String: [String: String]] = [:]) { self.texts = texts }

    /// Checks what cannot be made.
    ///
    /// - Throws: `StoreError.invalidSchema` that names entity and attribute: for another word, and for an attribute that is no text.
    func check(_ schema: Schema) throws {
        for entity in schema.entities {
            for (name, text) in (texts[entity.name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard Self.folding(text) != nil, entity.property(named: name)?.attribute?.type == .string
                else {
                    throw StoreError.invalidSchema(
                        "the user info \(Self.key) of \"\(entity.name).\(name)\" is \"\(text)\"; it is \"c\", \"d\" or \"cd\", "
                            + "of an attribute of strings")
                }
            }
        }
    }

    private static func folding(_ text: String) -> TextFolding? {
        TextFolding.tables.first { $0.rawValue == text }
    }

    /// The columns of an entity's own attributes with the foldings that are indexed.
    func columns(of entity: EntityMapping, _ schema: Schema) -> [(column: String, folding: TextFolding)] {
        let layout = schema[entity.entity]
        guard let own = texts[layout.name] else { return [] }
        return layout.properties[layout.inheritedCount...].compactMap { property in
            guard let folding = own[property.name].flatMap(Self.folding), property.attribute?.type == .string,
                case .attribute(let column) = entity.slots[property.slot]
            else { return nil }
            return (column.name, folding)
        }
    }

    /// Whether the model asks for any.
    var isEmpty: Bool { texts.isEmpty }
}
#endif
