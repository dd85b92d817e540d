// SPDX-License-Identifier: Apache-2.0
// The name of an entity as a column of a dictionary result (PRG-52). A row has only the number of its entity, so the statement
// lists the names of the hierarchy. Part of TupleTranslator.swift.

import PerdureStore

extension PathEnd {
    /// Whether the value is computed from columns, so that a sort key can mean it only by the name of a result column.
    var isComputed: Bool {
        if case .entity = self { return true }
        return false
    }
}

extension TupleTranslator {
    /// The name of an object's entity; NULL where there is no object.
    func entityName(of node: PathNode) throws -> SQLExpression {
        let mapping = translator.mapping
        let root = mapping.schema[node.entity].root
        let names = mapping.schema.entities.compactMap { layout -> (number: Int64, name: String)? in
            guard layout.root == root, let entity = mapping[layout.number] else { return nil }
            return (Int64(entity.fileNumber), layout.name)
        }
        return Self.name(try node.entityValue(), names.sorted { $0.number < $1.number }[...])
    }

    /// The name of a number, looked for in halves: databases limit the nesting.
    private static func name(_ number: SQLExpression, _ names: ArraySlice<(number: Int64, name: String)>)
        -> SQLExpression
    {
        guard let first = names.first else { return .null }
        guard names.count > 1 else {
            return .choice(
                .binary(number, .equal, .literal(first.number)), then: .value(.text(first.name)),
                otherwise: .null)
        }
        let middle = names.startIndex + names.count / 2
        return .choice(
            .binary(number, .less, .literal(names[middle].number)), then: name(number, names[..<middle]),
            otherwise: name(number, names[middle...]))
    }
}
