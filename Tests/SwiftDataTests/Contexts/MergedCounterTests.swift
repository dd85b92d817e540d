// SPDX-License-Identifier: Apache-2.0
// Attributes that merge: what several contexts add counts altogether.

import PerdureTestSupport
import SwiftData
import Testing

@Model
final class Poll {
    var name: String
    @Attribute(.merges(.counter)) var votes: Int = 0
    @Attribute(.merges(.counter)) var weight: Double = 0
    var plain: Int = 0

    init(_ name: String) { self.name = name }
}

@Suite struct MergedCounterTests {
    @Test("SD-210 what two contexts add to a counter counts altogether") func additions() throws {
        let container = try ModelContainer(
            for: Poll.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let first = ModelContext(container)
        let poll = Poll("a")
        poll.votes = 10
        first.insert(poll)
        try first.save()
        let second = ModelContext(container)
        let other = try #require(second.model(for: poll.persistentModelID) as? Poll)
        #expect(other.votes == 10 && other.weight == 0)
        poll.votes += 2
        poll.weight += 0.5
        poll.plain = 1
        other.votes += 3
        other.weight += 0.25
        #expect(poll.votes == 12 && other.votes == 13)
        try first.save()
        try second.save()
        let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Poll>()).first)
        #expect(found.votes == 15 && found.weight == 0.75 && found.plain == 1)
        let request = FetchDescriptor<Poll>(predicate: #Predicate { $0.votes == 15 })
        #expect(try ModelContext(container).fetchCount(request) == 1)
        #expect(other.votes == 15)
    }

    @Test("SD-210 the option is written with the schema") func coding() throws {
        let schema = Schema([Poll.self])
        let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        let options = copy.entitiesByName["Poll"]?.attributesByName["votes"]?.options
        #expect(copy == schema && options == [.merges(.counter)])
        #expect(options?.first?.debugDescription == ".merges(.counter)")
    }
}
