// SPDX-License-Identifier: Apache-2.0
// A column of a query: a key path from an entity to a value.

import PerdurePredicates
import PerdureStore

/// A column of a query.
package struct QueryColumn: Sendable {
    /// The path as it was written.
    package let name: String
    package let isBoolean: Bool
    let column: TupleShape.Column

    /// The object itself.
    package static let object = "$object"

    /// Reads a path such as `title`, `folder.name`, `notes.@count` or `$object`.
    ///
    /// - Throws: `InspectionError` that lists the keys where a key is unknown.
    init(_ path: String, of entity: EntityLayout, _ schema: Schema) throws {
        name = path
        guard path != Self.object else {
            isBoolean = false
            column = TupleShape.Column(name: path, expression: .evaluatedObject, type: .objectID)
            return
        }
        let end = try QueryPath(path, of: entity, schema).end
        guard end != .members else {
            throw InspectionError(
                "'\(path)' has many members: ask for '\(path).@count', or use 'store dump'", .usage)
        }
        isBoolean = end == .value(.boolean)
        column = TupleShape.Column(
            name: path, expression: .keyPath(base: .evaluatedObject, keys: QueryPath.keys(path)),
            type: end.type)
    }

    /// The object, the attributes and the to-one relationships of an entity, in the order of their names.
    static func usual(of entity: EntityLayout, _ schema: Schema) throws -> [QueryColumn] {
        let names = entity.properties.filter { !$0.isTransient && $0.relationship?.isToMany != true }
            .map(\.name).sorted()
        return try ([object] + names).map { try QueryColumn($0, of: entity, schema) }
    }
}
