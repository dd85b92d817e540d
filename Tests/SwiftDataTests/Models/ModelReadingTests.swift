// SPDX-License-Identifier: Apache-2.0
// Models that are made for rows: defaults of declarations are not theirs, and nobody observes them until somebody does.

import Observation
import PerdureTestSupport
import Synchronization
import Testing

@testable import SwiftData

@Model
final class Helped {
    var number: Int = 7
    var note: String?
    @Transient var helper = Book(title: "helper")

    init() {}
}

@Suite struct ModelReadingTests {
    @Test("SD-31 reading a row evaluates no defaults into it, and makes no object besides") func defaults()
        throws
    {
        let schema = Schema([Helped.self, Book.self])
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = ModelContext(try ModelContainer(for: schema, configurations: memory))
        let nested = Helped()
        nested.number = 1
        nested.note = "n"
        context.insert(nested)
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Helped>()).first)
        #expect(found.number == 1 && found.note == "n" && !found.hasChanges)
        #expect(found.helper.title == "helper" && found.helper.pages == 100)
        #expect(found.helper.modelContext == nil)
    }

    @Test("SD-154 SD-108 an enumeration keeps no more models than a batch, and a fetch by batches none")
    func memory() throws {
        let context = try Library.context()
        for number in 0..<100 { context.insert(Label("\(number)")) }
        try context.save()
        let other = ModelContext(context.container)
        var most = 0
        try other.enumerate(FetchDescriptor<Label>(), batchSize: 10) { _ in
            most = max(most, other.store.registeredObjects.filter { !$0.isFault }.count)
        }
        #expect(most <= 20)
        let lazy = ModelContext(context.container)
        let labels = try lazy.fetch(FetchDescriptor<Label>(), batchSize: 10)
        #expect(labels.count == 100 && lazy.store.registeredObjects.isEmpty)
        #expect(labels[50].text.isEmpty == false && lazy.store.registeredObjects.count <= 20)
    }

    @Test("SD-166 a model gets a registrar with the first tracked read, and tells its readers from then on")
    func tracking() {
        let book = Book(title: "a")
        _ = book.title
        let told = Mutex(0)
        withObservationTracking {
            _ = book.title
        } onChange: {
            told.withLock { $0 += 1 }
        }
        book.pages = 3
        #expect(told.withLock(\.self) == 0)
        book.title = "b"
        #expect(told.withLock(\.self) == 1)
        book.title = "c"
        #expect(told.withLock(\.self) == 1)
    }

    @Test("SD-166 reads in a tracking inside of another one are tracked, and later ones are not")
    func nesting() {
        let (outer, inner, later) = (Book(title: "o"), Book(title: "i"), Book(title: "l"))
        let told = Mutex<[String]>([])
        withObservationTracking {
            _ = outer.title
            withObservationTracking {
                _ = inner.title
            } onChange: {
                told.withLock { $0.append("inner") }
            }
        } onChange: {
            told.withLock { $0.append("outer") }
        }
        _ = later.title
        later.title = "x"
        inner.title = "x"
        outer.title = "x"
        #expect(told.withLock { Set($0) } == ["inner", "outer"])
    }

    @Test("SD-166 each thread knows whether its own reads are tracked") func threads() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let book = Book(title: "\(number)")
                    let told = Mutex(false)
                    if number.isMultiple(of: 2) {
                        withObservationTracking {
                            _ = book.title
                        } onChange: {
                            told.withLock { $0 = true }
                        }
                    } else {
                        _ = book.title
                    }
                    book.title = "new"
                    return told.withLock(\.self) == number.isMultiple(of: 2)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
