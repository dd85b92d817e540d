// SPDX-License-Identifier: Apache-2.0
// The history as SwiftData shows it: transactions, key paths of changes, tombstones, tokens, deletions.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct SwiftDataHistoryTests {
    private func context() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Options.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    private func filled() throws -> (ModelContext, PersistentIdentifier) {
        let context = try context()
        context.author = "one"
        let options = Options(name: "a")
        options.title = "T"
        context.insert(options)
        try context.save()
        let id = options.persistentModelID
        context.author = "two"
        options.small = 4
        options.title = "U"
        try context.save()
        context.delete(options)
        try context.save()
        return (context, id)
    }

    @Test("SD-137 SD-179 transactions have authors, and changes with key paths") func transactions() throws {
        let (context, id) = try filled()
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(all.map(\.author) == ["one", "two", "two"])
        #expect(all.allSatisfy { $0.changes.count == 1 && $0.changes[0].changedPersistentIdentifier == id })
        guard case .insert(let insert) = all[0].changes[0], case .update(let update) = all[1].changes[0],
            case .delete = all[2].changes[0]
        else {
            Issue.record("an insertion, an update and a deletion are expected")
            return
        }
        #expect(insert is DefaultHistoryInsert<Options> && !(insert is DefaultHistoryInsert<Author>))
        let keyPaths = try #require(update as? DefaultHistoryUpdate<Options>).updatedAttributes
        #expect(Set(keyPaths.map { $0 as PartialKeyPath<Options> }) == [\Options.small, \Options.title])
    }

    @Test("SD-181 a tombstone has the values that are preserved") func tombstones() throws {
        let (context, _) = try filled()
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        guard case .delete(let change) = try #require(all.last?.changes.first),
            let deletion = change as? DefaultHistoryDelete<Options>
        else {
            Issue.record("a deletion is expected")
            return
        }
        #expect(deletion.tombstone[\.title] as? String == "U")
        #expect(deletion.tombstone[\.small] == nil)
    }

    @Test("SD-180 SD-182 predicates ask for tokens and authors, and tokens are written") func tokens() throws
    {
        let (context, _) = try filled()
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let first = try JSONDecoder().decode(
            DefaultHistoryToken.self, from: JSONEncoder().encode(all[0].token))
        #expect(first == all[0].token && first < all[1].token && first.tokenValue?.count == 1)
        let later = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first })
        #expect(try context.fetchHistory(later) == Array(all[1...]))
        var own = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "two" })
        own.fetchLimit = 1
        #expect(try context.fetchHistory(own) == [all[1]])
    }

    @Test("SD-182 a token whose transactions are deleted is expired, a later one is not") func expiry() throws
    {
        let (context, _) = try filled()
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let (first, second) = (all[0].token, all[1].token)
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= second }))
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(
                    predicate: #Predicate { $0.author == "two" && $0.token > first }))
        }
        let later = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > second })
        #expect(try context.fetchHistory(later) == [all[2]])
    }

    @Test("SD-183 the oldest transactions are deleted, and only those can be") func deletion() throws {
        let (context, _) = try filled()
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "two" }))
        }
        let token = all[1].token
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < token }))
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) == Array(all[1...]))
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    }

    /// A condition that is true, and during which another context saves.
    private struct Interrupted: StandardPredicateExpression {
        let container: ModelContainer

        init(_ container: ModelContainer) { self.container = container }
        init(from decoder: any Decoder) throws { throw SwiftDataError.unsupportedPredicate }
        func encode(to encoder: any Encoder) throws {}

        func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            let context = ModelContext(container)
            context.author = "between"
            context.insert(Options(name: UUID().uuidString))
            try context.save()
            return true
        }
    }

    @Test("SD-183 a transaction that others commit during a deletion stays, because nobody has matched it")
    func interruptedDeletion() throws {
        let (context, _) = try filled()
        let condition = Interrupted(context.container)
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: Predicate { _ in condition }))
        let rest = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(rest.map(\.author) == ["between", "between", "between"])
    }
}
