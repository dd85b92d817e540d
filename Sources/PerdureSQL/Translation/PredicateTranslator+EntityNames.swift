// SPDX-License-Identifier: Apache-2.0
// Comparisons of the names of entities (PRG-52). A row has only the number of its entity, so the names that satisfy a comparison
// are found first; the equality with one name needs no search (Operand.swift). Part of PredicateTranslator.swift.

import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    /// A comparison of an entity's name by its characters; nil for other comparisons, and where the numbers of entities decide.
    func entityNames(
        _ left: Operand, _ node: ComparisonNode, _ right: Operand
    ) throws -> SQLExpression? {
        guard left.isEntity || right.isEntity, !left.isMembers, !right.isMembers,
            !Self.comparesNumbers(left, node, right)
        else { return nil }
        guard let other = (left.isEntity ? right : left).constantOrList,
            case .typed(let number, _) = left.isEntity ? left : right
        else { throw Self.noConstant }
        guard other != .null else { return nullSemantics == .sql ? .null : .truth(false) }
        var test = node
        test.qualifier = .direct
        if node.comparison == .notEqual { test.comparison = .equal }
        let found = try entities { name in
            let (first, second) = left.isEntity ? (name, other) : (other, name)
            (test.left, test.right) = (.constant(first), .constant(second))
            return try PredicateEvaluator().evaluate(.comparison(test), with: nil)
        }
        // No entity has the number 0.
        let condition = decided(.inList(number, (found.isEmpty ? [0] : found).map(SQLExpression.literal)))
        return node.comparison == .notEqual ? .not(condition) : condition
    }

    /// The numbers of the entities in the file whose names satisfy a test.
    private func entities(_ test: (ConstantValue) throws -> Bool) throws -> [Int64] {
        try withStoreErrors {
            try mapping.schema.entities.compactMap { layout in
                guard let entity = mapping[layout.number], try test(.string(layout.name)) else { return nil }
                return Int64(entity.fileNumber)
            }
        }
    }

    /// Whether the numbers of entities are equal exactly where the comparison holds.
    private static func comparesNumbers(_ left: Operand, _ node: ComparisonNode, _ right: Operand) -> Bool {
        switch node.comparison {
        case .equal, .notEqual:
            let hasName = [left, right].contains { $0.isText }
            return !(hasName && !node.options.isEmpty)
        case .isIn: return left.isEntity && node.options.isEmpty && right.isList
        case .contains: return right.isEntity && node.options.isEmpty && left.isList
        default: return false
        }
    }

    /// Refuses the comparison of an entity with a value that only the row knows.
    func requireConstant(beside left: Operand, _ right: Operand) throws {
        for (side, other) in [(left, right), (right, left)] where side.isEntity && !other.isEntity {
            guard case .typed = other else { continue }
            throw Self.noConstant
        }
    }

    /// Refuses functions of entities, which would be functions of their numbers.
    func requireNoEntity(_ operands: [Operand], _ function: String) throws {
        guard operands.contains(where: \.isEntity) else { return }
        throw StoreError.unsupported("the function \(function) cannot use the name of an entity in a fetch")
    }

    private static let noConstant = StoreError.unsupported(
        "the name of an entity can be compared with a constant only, or with another entity by == and !=")
}

extension Operand {
    /// Whether the operand is the number of an entity.
    var isEntity: Bool {
        if case .typed(_, .entity) = self { return true }
        return false
    }

    /// Whether the operand is a list of values, written out or bound.
    fileprivate var isList: Bool {
        switch self {
        case .list, .constant(.array), .constant(.set): true
        default: false
        }
    }

    /// The value of a constant, or of a list that has nothing but constants.
    fileprivate var constantOrList: ConstantValue? {
        switch self {
        case .constant(let constant): return constant
        case .list(let elements):
            let constants = elements.compactMap { element -> ConstantValue? in
                if case .constant(let constant) = element { return constant }
                return nil
            }
            return constants.count == elements.count ? .array(constants) : nil
        default: return nil
        }
    }
}
