// SPDX-License-Identifier: Apache-2.0
// The expressions of a batch update. They read attributes of the row itself, and their results must fit the assigned
// attribute. Used by BatchUpdateTranslator.swift.

import PerdurePredicates
import PerdureStore

/// Translates the expressions of one batch update.
struct BatchExpressions {
    /// The table of the rows, and its alias in expressions.
    struct RowTable {
        let name: String
        let alias: Int

        func column(_ name: String) -> SQLExpression { .column(alias, name) }
    }

    let row: RowTable
    private let mapping: StoreMapping
    private let entity: EntityMapping
    private let translator: PredicateTranslator
    private let environment: Environment

    init(_ engine: SQLEngine, _ entity: EntityMapping, _ nullSemantics: NullSemantics) {
        mapping = engine.mapping
        self.entity = entity
        translator = PredicateTranslator(
            mapping: mapping, dialect: engine.translator.dialect, nullSemantics: nullSemantics)
        row = RowTable(name: mapping.tables[entity.table].name, alias: translator.aliases.nextAlias())
        let tree = JoinTree(aliases: translator.aliases, source: .table(row.name, alias: row.alias))
        environment = Environment(
            evaluated: PathNode(entity: entity.entity, alias: row.alias, tree: tree, mapping: mapping))
    }

    /// Translates an expression to a value for a column.
    ///
    /// - Throws: `StoreError.unsupported` that names the property and the expression.
    func value(_ expression: ExpressionNode, for column: AttributeColumn, named name: String) throws
        -> SQLExpression
    {
        let text = PredicatePrinter.format(expression)
        try requireOwnAttributes(expression, text, name)
        let operand = try translator.operand(expression, environment)
        let target = Operand.typed(.null, .attribute(column.type))
        guard let wanted = target.kind, !operand.isOpaque,
            operand.isNullConstant || operand.kind == wanted,
            let value = try translator.value(operand, for: .attribute(column.type))
        else {
            throw StoreError.unsupported(
                "The expression \(text) gives \(operand.kind?.rawValue ?? "no single value"), which the attribute "
                    + "\"\(name)\" cannot keep\(target.kind.map { ": it holds \($0.rawValue)" } ?? "").")
        }
        return column.type == .boolean && !operand.isBoolean
            ? .binary(value, .notEqual, .literal(0)) : value
    }

    /// Refuses expressions that read other rows: the same statement may change those rows, so the result would depend on the
    /// order.
    private func requireOwnAttributes(_ expression: ExpressionNode, _ text: String, _ name: String) throws {
        _ = try expression.rewritten { node in
            switch node {
            case .constant, .function, .conditional, .aggregate: return nil
            case .keyPath(.evaluatedObject, let keys) where isAttribute(keys): return node
            default:
                throw StoreError.unsupported(
                    "The expression \(text) for \"\(name)\" reads \(PredicatePrinter.format(node)), which is no stored "
                        + "attribute of \"\(mapping.schema[entity.entity].name)\": batch updates compute from the row's "
                        + "own attributes only.")
            }
        }
    }

    private func isAttribute(_ keys: [String]) -> Bool {
        guard let slot = mapping.schema[entity.entity].slots[keys[0]] else { return false }
        return entity.slots[slot].column(at: keys.dropFirst()) != nil
    }

    /// The file's entity number of the object with this key.
    func entityNumber(of key: SQLExpression, _ destination: Int32) throws -> SQLExpression {
        if key == .value(.null) { return .null }
        guard let entityColumn = mapping.system.entity else {
            return .literal(Int64(try mapping.entity(destination).fileNumber))
        }
        let alias = translator.aliases.nextAlias()
        var select = SQLSelect(
            [.column(alias, entityColumn)],
            from: .table(try mapping.table(of: destination).name, alias: alias))
        select.filter = .binary(.column(alias, mapping.system.key), .equal, key)
        return .scalar(select)
    }
}

extension Operand {
    fileprivate var isOpaque: Bool {
        if case .typed(_, .opaque) = self { return true }
        return false
    }

    fileprivate var isBoolean: Bool {
        switch self {
        case .typed(_, .attribute(.boolean)), .constant(.boolean), .constant(.null): true
        default: false
        }
    }
}
