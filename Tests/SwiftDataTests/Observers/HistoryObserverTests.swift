// SPDX-License-Identifier: Apache-2.0
// What others write, counted.

import PerdureTestSupport
import SwiftData
import Synchronization
import Testing

@Suite struct HistoryObserverTests {
    private let folder: TemporaryFolder
    private let configuration: ModelConfiguration

    init() throws {
        folder = try TemporaryFolder()
        configuration = ModelConfiguration(url: folder.file("shared.store"))
    }

    private func container() throws -> ModelContainer {
        try ModelContainer(for: Schema(Library.types), configurations: configuration)
    }

    private func save(_ model: any PersistentModel, in container: ModelContainer, as author: String? = nil)
        throws
    {
        let context = ModelContext(container)
        context.author = author
        context.insert(model)
        try context.save()
    }

    /// Waits until the counter is above a number; a commit that is not noticed would let the test run into its time limit.
    private func wait(_ observer: HistoryObserver, above number: Int) async {
        while observer.eventCounter <= number { await Task.yield() }
    }

    @Test("SD-169 commits of others count where they have to do with the classes", .timeLimit(.minutes(2)))
    func classes() async throws {
        let (own, other) = (try container(), try container())
        let all = try HistoryObserver(modelContainer: own)
        let trips = try HistoryObserver(observedModels: [Trip.self], modelContainer: own)
        #expect(all.eventCounter == 0 && trips.observedModels.count == 1 && trips.modelContainer == own)
        try save(Author(name: "Ada"), in: other)
        await wait(all, above: 0)
        #expect(trips.eventCounter == 0)
        try save(BusinessTrip(name: "Oslo", perDiem: 8), in: other)
        await wait(trips, above: 0)
        await wait(all, above: 1)
    }

    @Test("SD-169 authors and earlier positions are asked for", .timeLimit(.minutes(2))) func authors()
        async throws
    {
        let (own, other) = (try container(), try container())
        try save(Label("a"), in: other, as: "server")
        let first = HistoryDescriptor<DefaultHistoryTransaction>()
        let token = try #require(try ModelContext(own).fetchHistory(first).last?.token)
        try save(Label("b"), in: other, as: "server")
        let since = try HistoryObserver(
            historyTokens: [token.tokenValue?.keys.first ?? "": token], authors: ["server"],
            modelContainer: own)
        await wait(since, above: 0)
        let others = try HistoryObserver(authors: ["nobody"], modelContainer: own)
        try save(Label("c"), in: other, as: "server")
        await wait(since, above: 1)
        #expect(others.eventCounter == 0 && others.authors == ["nobody"])
    }

    @Test("SD-170 a commit of others is posted, with the container as object", .timeLimit(.minutes(2)))
    func notification() async throws {
        let (own, other) = (try container(), try container())
        let posted = Posted()
        let observation = NotificationCenter.default.addObserver(
            forName: ModelContainer.remoteChange, object: own, queue: nil
        ) { _ in posted.note() }
        defer { NotificationCenter.default.removeObserver(observation) }
        try save(Label("a"), in: other)
        while !posted.isNoted { await Task.yield() }
        #expect(try ModelContext(own).fetchCount(FetchDescriptor<Label>()) == 1)
    }

    private final class Posted: Sendable {
        private let state = Mutex(false)

        var isNoted: Bool { state.withLock(\.self) }
        func note() { state.withLock { $0 = true } }
    }
}
