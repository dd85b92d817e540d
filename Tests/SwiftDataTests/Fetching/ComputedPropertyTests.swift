// SPDX-License-Identifier: Apache-2.0
// Computed properties in predicates and orders: refused, unless they are another name of a stored property.

import PerdureTestSupport
import SwiftData
import Testing

protocol Named {
    var name: String { get }
}

@Model
final class Sender {
    var name: String
    var nick: String?

    init(name: String) { self.name = name }

    var shown: String { nick ?? name }
}

@Model
final class Parcel: Named {
    var name: String
    var note: String?
    var price: Double
    var discount: Double?
    var count: Int = 1
    var isArchived: Bool = false
    var isSpam: Bool = false
    var isUrgent: Bool = false
    var rank: Rank = Rank.low
    var tags: [String] = []
    var home: Place = Place(city: "Oslo")
    var place: Place?
    var sender: Sender?

    init(_ name: String, price: Double, _ sender: Sender? = nil) {
        self.name = name
        self.price = price
        self.sender = sender
    }

    var isHidden: Bool { isArchived || isSpam }
    var isBusy: Bool { isArchived && isSpam || isUrgent }
    var isTop: Bool { rank == .low ? isUrgent : true }
    var effectivePrice: Double { discount ?? price }
    var paidPrice: Double { max(price, 0) }
    var wholePrice: Double { price.rounded() }
    var title: String { name.isEmpty ? "Untitled" : name }
    var short: String { String(name.prefix(20)) }
    var trimmed: String { name.trimmingCharacters(in: .whitespacesAndNewlines) }
    var tagged: String { tags.isEmpty ? name : tags[0] }
    var senderName: String { sender?.name ?? name }
    var remark: String? { note.flatMap { $0.isEmpty ? nil : $0 } }
    var share: Int { 100 / count }
    var heading: String { name }
}

@Suite struct ComputedPropertyTests {
    private let container: ModelContainer

    init() throws {
        container = try ModelContainer(
            for: Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let (ada, eve) = (Sender(name: "Ada"), Sender(name: "Eve"))
        for (index, name) in ["c", "a", "b"].enumerated() {
            let parcel = Parcel(name, price: Double(index), index == 0 ? eve : ada)
            parcel.home = Place(city: ["x", "z", "y"][index])
            parcel.place = parcel.home
            parcel.discount = [3, 2, 1][index]
            context.insert(parcel)
        }
        try context.save()
    }

    private func names(_ orders: SortDescriptor<Parcel>...) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor(sortBy: orders)).map(\.name)
    }

    @Test("SD-157 a computed property in a predicate is refused") func predicates() throws {
        let context = ModelContext(container)
        let predicates: [Predicate<Parcel>] = [
            #Predicate { $0.isHidden }, #Predicate { $0.isBusy }, #Predicate { $0.isTop },
            #Predicate { $0.effectivePrice > 1 }, #Predicate { $0.title == "a" },
            #Predicate { $0.senderName == "Ada" }, #Predicate { $0.remark == nil },
            #Predicate { $0.share == 1 },
        ]
        for predicate in predicates {
            #expect(throws: SwiftDataError.unsupportedPredicate) {
                _ = try context.fetch(FetchDescriptor(predicate: predicate))
            }
        }
    }

    @Test("SD-161 a computed property is no order, whatever single values it shares with a stored one")
    func orders() throws {
        let orders: [SortDescriptor<Parcel>] = [
            SortDescriptor(\.effectivePrice), SortDescriptor(\.paidPrice), SortDescriptor(\.wholePrice),
            SortDescriptor(\.title), SortDescriptor(\.short), SortDescriptor(\.trimmed),
            SortDescriptor(\.tagged),
            SortDescriptor(\.senderName), SortDescriptor(\.remark), SortDescriptor(\.share),
            SortDescriptor(\.sender?.shown), SortDescriptor(\.sender!.shown),
        ]
        for order in orders {
            #expect(throws: SwiftDataError.unsupportedSortDescriptor, "\(order)") { _ = try names(order) }
        }
    }

    @Test("SD-161 orders go through relationships and structs, with and without force") func paths() throws {
        #expect(try names(SortDescriptor(\.sender?.name), SortDescriptor(\.name)) == ["a", "b", "c"])
        #expect(try names(SortDescriptor(\.sender!.name), SortDescriptor(\.name)) == ["a", "b", "c"])
        #expect(try names(SortDescriptor(\.sender!.nick), SortDescriptor(\.price)) == ["c", "a", "b"])
        #expect(try names(SortDescriptor(\.home.city)) == ["c", "b", "a"])
        #expect(try names(SortDescriptor(\.place?.city)) == ["c", "b", "a"])
        #expect(try names(SortDescriptor(\.place!.city)) == ["c", "b", "a"])
        #expect(try names(SortDescriptor(\.place!.floor), SortDescriptor(\.price)) == ["c", "a", "b"])
        #expect(try names(SortDescriptor(\.discount!)) == ["b", "a", "c"])
    }

    /// The order by a name that a protocol asks for.
    private func order<T: Named>(_: T.Type) -> SortDescriptor<T> { SortDescriptor(\T.name) }

    @Test("SD-161 another name of a stored property stands for it") func aliases() throws {
        #expect(try names(SortDescriptor(\.heading)) == ["a", "b", "c"])
        #expect(try names(order(Parcel.self)) == ["a", "b", "c"])
        let found = try ModelContext(container).fetch(
            FetchDescriptor<Parcel>(predicate: #Predicate { $0.heading == "a" }))
        #expect(found.map(\.price) == [1])
    }
}
