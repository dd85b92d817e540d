// SPDX-License-Identifier: Apache-2.0
// Walks a key path through a schema, so that a misspelt key is told with the keys that there are.

import PerdureStore

/// A key path from an entity.
struct QueryPath {
    /// What a path leads to.
    enum End: Hashable {
        case value(StoredAttributeType)
        case object
        case members

        var type: StoredAttributeType {
            switch self {
            case .value(let type): type
            case .object, .members: .objectID
            }
        }
    }

    let end: End

    static func keys(_ path: String) -> [String] {
        path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// - Throws: `InspectionError` with a remedy.
    init(_ path: String, of entity: EntityLayout, _ schema: Schema) throws {
        var walk = Walk(path: path, schema: schema, entity: entity, elements: nil)
        var end = End.object
        for key in Self.keys(path) { end = try walk.step(key, from: end) }
        self.end = end
    }

    /// A walk under way.
    private struct Walk {
        let path: String
        let schema: Schema
        var entity: EntityLayout
        /// The elements of the composite attribute that the walk is in.
        var elements: [PropertyDefinition]?

        mutating func step(_ key: String, from end: End) throws -> End {
            if end == .members {
                guard key == "@count" else {
                    throw failure("behind a to-many relationship only '@count' may follow")
                }
                return .value(.integer64)
            }
            if let elements { return try element(key, elements) }
            guard end == .object else { throw failure("'\(key)' follows an attribute, which has no keys") }
            guard let slot = entity.slots[key] else {
                throw unknown(key, entity.name, Array(entity.slots.keys))
            }
            return try property(entity.properties[slot])
        }

        private mutating func property(_ property: PropertyLayout) throws -> End {
            guard !property.isTransient else {
                throw failure("'\(property.name)' is transient: no store has it")
            }
            if let relationship = property.relationship {
                entity = schema[relationship.destination]
                return relationship.isToMany ? .members : .object
            }
            let attribute = property.attribute
            if attribute?.type == .composite { elements = attribute?.elements }
            return .value(attribute?.type ?? .undefined)
        }

        private mutating func element(_ key: String, _ known: [PropertyDefinition]) throws -> End {
            guard let found = known.first(where: { $0.name == key }),
                case .attribute(let attribute) = found.kind
            else { throw unknown(key, "the composite attribute", known.map(\.name)) }
            elements = attribute.type == .composite ? attribute.elements : nil
            return .value(attribute.type)
        }

        private func unknown(_ key: String, _ place: String, _ keys: [String]) -> InspectionError {
            failure(UnknownName.property(key, of: place, keys))
        }

        private func failure(_ reason: String) -> InspectionError {
            InspectionError("'\(path)': \(reason)", .usage)
        }
    }
}
