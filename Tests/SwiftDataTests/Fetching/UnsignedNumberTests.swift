// SPDX-License-Identifier: Apache-2.0
// Predicates on numbers without a sign: those above Int64.max are stored by their bits, and mean what they mean in Swift.

import PerdureTestSupport
import SwiftData
import Testing

enum Seal: UInt64, Codable {
    case weak = 7
    case strong = 0xF000_0000_0000_0007
}

struct Mark: Codable, Equatable {
    var bits: UInt64
}

@Model
final class Photo {
    var hash64: UInt64
    var tally: UInt
    var former: UInt64?
    var seal: Seal
    var mark: Mark

    init(_ number: UInt64, former: UInt64? = nil) {
        hash64 = number
        tally = UInt(number)
        self.former = former
        seal = number > 9 ? .strong : .weak
        mark = Mark(bits: number)
    }
}

@Suite struct UnsignedNumberTests {
    private static let high: UInt64 = 0xF000_0000_0000_0001
    private static let numbers = [0, 5, UInt64(Int64.max), high, .max]

    /// Photos with all numbers; those of a file, or not saved yet.
    private func photos(_ isSaved: Bool, _ folder: TemporaryFolder) throws -> ModelContext {
        let container = try ModelContainer(
            for: Photo.self, configurations: ModelConfiguration(url: folder.file("a.store")))
        let context = ModelContext(container)
        for number in Self.numbers { context.insert(Photo(number, former: number == 0 ? nil : number)) }
        if isSaved { try context.save() }
        return context
    }

    private func expect(
        _ context: ModelContext, _ predicate: Predicate<Photo>, _ test: (Photo) -> Bool,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let all = try context.fetch(FetchDescriptor<Photo>())
        let found = try context.fetch(FetchDescriptor(predicate: predicate))
        #expect(
            found.map(\.hash64).sorted() == all.filter(test).map(\.hash64).sorted(), sourceLocation: location)
    }

    @Test("SD-156 SD-29 equality, lists, optionals, enums and members of structs", arguments: [true, false])
    func equality(isSaved: Bool) throws {
        let folder = try TemporaryFolder()
        let context = try photos(isSaved, folder)
        let (high, list, seal) = (Self.high, [5, Self.high], Seal.strong)
        let (word, set, mark) = (UInt(Self.high), Set([UInt(Self.high), 5]), Mark(bits: Self.high))
        try expect(context, #Predicate { $0.hash64 == high }) { $0.hash64 == high }
        try expect(context, #Predicate { $0.hash64 != high }) { $0.hash64 != high }
        try expect(context, #Predicate { $0.former == high }) { $0.former == high }
        try expect(context, #Predicate { $0.former != high }) { $0.former != high }
        try expect(context, #Predicate { ($0.former ?? high) == high }) { ($0.former ?? high) == high }
        try expect(context, #Predicate { list.contains($0.hash64) }) { list.contains($0.hash64) }
        try expect(context, #Predicate { !list.contains($0.hash64) }) { !list.contains($0.hash64) }
        try expect(context, #Predicate { $0.tally == word }) { $0.tally == word }
        try expect(context, #Predicate { set.contains($0.tally) }) { set.contains($0.tally) }
        try expect(context, #Predicate { $0.seal == seal }) { $0.seal == seal }
        try expect(context, #Predicate { $0.mark.bits == high }) { $0.mark.bits == high }
        try expect(context, #Predicate { $0.mark == mark }) { $0.mark == mark }
    }

    @Test("SD-156 SD-29 order and ranges, below and above Int64.max", arguments: numbers, [true, false])
    func order(_ limit: UInt64, isSaved: Bool) throws {
        let folder = try TemporaryFolder()
        let context = try photos(isSaved, folder)
        let (word, low, bound, range) = (UInt(limit), UInt64(0), UInt64(6), 1...max(limit, 1))
        try expect(context, #Predicate { $0.hash64 < limit }) { $0.hash64 < limit }
        try expect(context, #Predicate { $0.hash64 <= limit }) { $0.hash64 <= limit }
        try expect(context, #Predicate { $0.hash64 > limit }) { $0.hash64 > limit }
        try expect(context, #Predicate { $0.hash64 >= limit }) { $0.hash64 >= limit }
        try expect(context, #Predicate { !(limit < $0.hash64) }) { !(limit < $0.hash64) }
        try expect(context, #Predicate { $0.tally < word }) { $0.tally < word }
        try expect(context, #Predicate { range.contains($0.hash64) }) { range.contains($0.hash64) }
        try expect(context, #Predicate { !(low..<limit).contains($0.hash64) || $0.hash64 == low }) {
            !(low <= $0.hash64 && $0.hash64 < limit) || $0.hash64 == low
        }
        try expect(context, #Predicate { ($0.former ?? limit) < bound }) { ($0.former ?? limit) < bound }
        try expect(context, #Predicate { ($0.former ?? bound) < limit }) { ($0.former ?? bound) < limit }
    }
}
