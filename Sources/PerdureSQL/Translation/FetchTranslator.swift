// SPDX-License-Identifier: Apache-2.0
// From a fetch plan to a statement. Readers should start here. Predicates are in PredicateTranslator.swift, paths in
// JoinTree.swift, dictionary results in TupleTranslator.swift.

import PerdurePredicates
import PerdureStore

/// Translates fetch plans for one store.
///
/// Each store has one. A translation leaves no state in it.
package final class FetchTranslator: Sendable {
    let mapping: StoreMapping
    let dialect: SQLDialect
    /// Row selections by schema number - 1: with subentities, and without.
    private let selections: LazyValues<RowSelection?>
    private let ownSelections: LazyValues<RowSelection?>

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        self.mapping = mapping
        self.dialect = dialect
        let builder = RowSelectionBuilder(mapping: mapping)
        let all = LazyValues(count: mapping.entities.count) { place in
            mapping.entities[place].map { builder.selection(for: $0, includesSubentities: true) }
        }
        selections = all
        ownSelections = LazyValues(count: mapping.entities.count) { place in
            guard let entity = mapping.entities[place], entity.subtree.count > 1 else { return all[place] }
            return builder.selection(for: entity, includesSubentities: false)
        }
    }

    /// The statement of a fetch.
    ///
    /// - Throws: `StoreError.unsupported` when the plan has no form in SQL; nothing has run then.
    package func statement(for plan: FetchPlan) throws -> TranslatedFetch {
        try statement(for: plan, bound: nil)
    }

    /// The statement of a fetch; `bound` records the types of bound constants.
    ///
    /// With a number only objects with greater numbers count.
    func statement(for plan: FetchPlan, after number: Int64? = nil, bound: PredicateTranslator.Bound?) throws
        -> TranslatedFetch
    {
        let entity = try mapping.entity(plan.entity)
        let translator = PredicateTranslator(
            mapping: mapping, dialect: dialect, nullSemantics: plan.nullSemantics, bound: bound)
        let base = base(entity, translator)
        let environment = Environment(evaluated: base)
        if let filter = entityFilter(entity, plan, base) { base.tree.conditions.append(filter) }
        if let predicate = plan.predicate {
            base.tree.conditions.append(try translator.condition(predicate, environment))
        }
        if let number { base.tree.conditions.append(.binary(base.key, .greater, .value(.integer(number)))) }
        return try shaped(plan, base, translator, environment)
    }

    private func shaped(
        _ plan: FetchPlan, _ base: PathNode, _ translator: PredicateTranslator, _ environment: Environment
    ) throws -> TranslatedFetch {
        switch plan.shape {
        case .rows:
            let rows = selection(plan.entity, includesSubentities: plan.includesSubentities)
            let select = try finished(try base.row(rows), plan, translator, environment)
            return try fetch(select, .rows(rows.columns))
        case .keys:
            let select = try finished(base.identity(), plan, translator, environment)
            return try fetch(select, .keys)
        case .count:
            return try fetch(count(plan, base, translator), .count)
        case .tuples(let shape):
            let tuples = try TupleTranslator(
                translator: translator, environment: environment, plan: plan, shape: shape)
            let (select, columns) = try tuples.select()
            return try fetch(select, .tuples(columns))
        }
    }

    /// The statement that reads the members of many objects; the owner's key is the last column.
    ///
    /// - Throws: `StoreError.unsupported` when the slot is not a to-many relationship of the store.
    package func members(of owners: MemberOwners) throws -> (SQLText, RowColumns) {
        try RelationshipTranslator(mapping: mapping, dialect: dialect).members(of: owners) {
            selection(try mapping.entity($0).entity, includesSubentities: true)
        }
    }

    /// The statement that reads the keys of many objects' members: an owner's key, then a member's identity.
    ///
    /// - Throws: `StoreError.unsupported` when the slot is not a to-many relationship of the store.
    func memberKeys(of owners: MemberOwners) throws -> (statement: SQLText, destination: Int32) {
        try RelationshipTranslator(mapping: mapping, dialect: dialect).memberKeys(of: owners)
    }

    private func fetch(_ select: SQLSelect, _ shape: ResultShape) throws -> TranslatedFetch {
        let adapted = try SQLPrinter.adapted(select, mapping, dialect)
        return TranslatedFetch(statement: adapted.statement, questions: adapted.questions, shape: shape)
    }

    /// The columns of an entity; the store must hold the entity.
    func selection(_ entity: Int32, includesSubentities: Bool) -> RowSelection {
        let known = includesSubentities ? selections[Int(entity) - 1] : ownSelections[Int(entity) - 1]
        // `mapping.entity` has thrown already for entities that have no selection.
        return known!
    }

    private func base(_ entity: EntityMapping, _ translator: PredicateTranslator) -> PathNode {
        let alias = translator.aliases.nextAlias()
        let tree = JoinTree(
            aliases: translator.aliases, source: .table(mapping.tables[entity.table].name, alias: alias))
        return PathNode(entity: entity.entity, alias: alias, tree: tree, mapping: mapping)
    }

    /// The condition on the entity column, because rows of other entities share the table; nil when no row can belong to
    /// another entity.
    private func entityFilter(
        _ entity: EntityMapping, _ plan: FetchPlan, _ base: PathNode
    ) -> SQLExpression? {
        guard case .table(_, let alias) = base.tree.source, let entityColumn = mapping.system.entity else {
            return nil
        }
        let wanted = plan.includesSubentities ? entity.subtree : [entity.fileNumber]
        guard wanted.count < mapping.tables[entity.table].entities.count else { return nil }
        let column = SQLExpression.column(alias, entityColumn)
        let low = Int64(wanted[0])
        let high = Int64(wanted[wanted.count - 1])
        if low == high { return .binary(column, .equal, .literal(low)) }
        if high - low == Int64(wanted.count - 1) { return .between(column, .literal(low), .literal(high)) }
        return .inList(column, wanted.map { .literal(Int64($0)) })
    }

    private func finished(
        _ columns: [SQLExpression], _ plan: FetchPlan, _ translator: PredicateTranslator,
        _ environment: Environment
    ) throws -> SQLSelect {
        var order = try plan.sort.map { try translator.order($0, environment) }
        // Rows with equal sort terms come in the order of their keys, as in memory.
        if !order.isEmpty, plan.sort.last?.keys != ["self"], plan.sort.last?.keys != ["objectID"] {
            order.append(SQLOrder(environment.evaluated.key))
        }
        var select = environment.evaluated.tree.select(columns)
        select.order = order
        select.limit = plan.limit.map(Int64.init)
        select.offset = Int64(plan.offset)
        return select
    }

    /// The select of a count.
    ///
    /// A limit and an offset apply to the counted rows, not to the one row of the result.
    private func count(_ plan: FetchPlan, _ base: PathNode, _ translator: PredicateTranslator) -> SQLSelect {
        guard plan.limit != nil || plan.offset > 0 else { return base.tree.select([.countAll]) }
        var inner = base.tree.select([.literal(1)])
        inner.limit = plan.limit.map(Int64.init)
        inner.offset = Int64(plan.offset)
        return SQLSelect([.countAll], from: .select(inner, alias: translator.aliases.nextAlias()))
    }
}
