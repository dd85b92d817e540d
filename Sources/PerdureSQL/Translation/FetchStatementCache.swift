// SPDX-License-Identifier: Apache-2.0
// A cache of translated fetches by their shape (FetchShape.swift). A fetch with a known shape is not translated again: its
// constants are bound to the known statement. SQLEngine.swift asks here, and new shapes go to FetchTranslator.swift.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// A fetch that is ready to run.
struct ReadyFetch {
    var questions: [SQLQuestion] = []
    let statement: SQLText
    let result: Result
    /// Whether the fetch only compares columns with values, so no single row can take long.
    var isSimple: Bool

    /// The form of the result.
    enum Result {
        case rows(RowDecoder)
        case keys
        case count
        case tuples([ColumnSource])
    }
}

/// Makes fetches ready to run, and caches their statements and row decoders.
final class FetchStatementCache: Sendable {
    private let translator: FetchTranslator
    private let known = Lock(BoundedCache<FetchShape, CachedFetchStatement>(capacity: 500))
    private let decoders = Lock(BoundedCache<RowDecoderKey, RowDecoder>(capacity: 500))

    init(_ translator: FetchTranslator) { self.translator = translator }

    /// The key of a row decoder.
    ///
    /// The text alone does not tell entities of one table apart, because their numbers are bound.
    private struct RowDecoderKey: Hashable {
        let text: String
        let entity: Int32
        let includesSubentities: Bool
    }

    /// Translates a fetch plan, or takes its statement from the cache.
    ///
    /// - Throws: `StoreError.unsupported` when the plan has no form in SQL.
    func ready(_ plan: FetchPlan) throws -> ReadyFetch {
        var values = FetchShape.Values()
        guard let shape = FetchShape(plan, &values) else { return try translated(plan, nil) }
        let isAdapted = translator.dialect.adapter != nil
        if let found = known.withLock({ $0.value(for: shape) }),
            let statement = try found.statement(values, plan, translator.mapping)
        {
            // An adapter lets equal values share a placeholder, which means the same.
            assert(
                isAdapted || statement == (try? translator.statement(for: plan))?.statement,
                "another text for one shape")
            return ReadyFetch(statement: statement, result: found.result, isSimple: true)
        }
        let bound = PredicateTranslator.Bound()
        let ready = try translated(plan, bound)
        guard ready.questions.isEmpty, !isAdapted || !values.depend(on: bound.types),
            !values.haveSpellings(as: bound.types)
        else { return ready }
        var new = CachedFetchStatement(text: ready.statement.text, types: bound.types, result: ready.result)
        if isAdapted, let plain = try new.statement(values, plan, translator.mapping) {
            new.forms = AdaptedForm.forms(from: plain.bindings, to: ready.statement.bindings)
        }
        if try new.statement(values, plan, translator.mapping) == ready.statement {
            known.withLock { $0.insert(new, for: shape) }
        }
        return ready
    }

    /// Translates a page of a fetch, the objects with numbers above one; nothing is cached.
    func page(_ plan: FetchPlan, after number: Int64) throws -> ReadyFetch {
        try translated(plan, translator.statement(for: plan, after: number, bound: nil))
    }

    /// How many shapes the cache has.
    var count: Int { known.withLock { $0.count } }

    private func translated(_ plan: FetchPlan, _ bound: PredicateTranslator.Bound?) throws -> ReadyFetch {
        var ready = try translated(plan, translator.statement(for: plan, bound: bound))
        ready.isSimple = bound != nil && ready.questions.isEmpty
        return ready
    }

    private func translated(_ plan: FetchPlan, _ found: TranslatedFetch) throws -> ReadyFetch {
        let result: ReadyFetch.Result =
            switch found.shape {
            case .rows(let columns):
                .rows(rowDecoder(found.statement.text, plan.entity, plan.includesSubentities, columns))
            case .keys: .keys
            case .count: .count
            case .tuples(let sources): .tuples(sources)
            }
        var ready = ReadyFetch(statement: found.statement, result: result, isSimple: false)
        ready.questions = found.questions
        return ready
    }

    /// The row decoder of a statement's text.
    ///
    /// A repeated fetch takes it from the cache.
    func rowDecoder(
        _ text: String, _ entity: Int32, _ includesSubentities: Bool, _ columns: RowColumns
    ) -> RowDecoder {
        let key = RowDecoderKey(text: text, entity: entity, includesSubentities: includesSubentities)
        return decoders.withLock { decoders in
            decoders.value(for: key) { _ in RowDecoder(columns, mapping: translator.mapping) }
        }
    }
}

/// The statement of all plans of one shape.
private struct CachedFetchStatement {
    let text: String
    /// The type as which each constant is bound.
    let types: [ValueType]
    let result: ReadyFetch.Result
    /// The forms in which an adapter binds values; empty where all stay as they are.
    var forms: [AdaptedForm] = []

    /// The statement with the constants of a plan; nil when a column cannot hold one of the constants.
    ///
    /// The placeholders follow the order of the predicate; the limit and the offset come last.
    func statement(_ values: FetchShape.Values, _ plan: FetchPlan, _ mapping: StoreMapping) throws -> SQLText?
    {
        guard values.constants.count == types.count else { return nil }
        var bindings: [SQLBinding] = []
        bindings.reserveCapacity(types.count + 2)
        for (constant, type) in zip(values.constants, types) {
            guard let value = try ConstantBinding(mapping: mapping).value(constant, for: type) else {
                return nil
            }
            bindings.append(value)
        }
        if let limit = plan.limit { bindings.append(.integer(Int64(limit))) }
        if plan.offset > 0 { bindings.append(.integer(Int64(plan.offset))) }
        for (index, form) in forms.enumerated() where form != .plain {
            guard let value = form.applied(to: bindings[index]) else { return nil }
            bindings[index] = value
        }
        return SQLText(text, bindings)
    }
}
