// SPDX-License-Identifier: Apache-2.0
// Forms of values that no file of Apple's shows: they come back as they were, in the columns that the rules say.

import Perdure
import PerdureBase
import PerdureTestSupport
import SwiftData
import Testing

@Suite struct ValueFormTests {
    private func roundTrip(_ change: (Crate) -> Void) throws -> (Crate, ModelContext) {
        let container = try ModelContainer(
            for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let crate = Crate(code: "a")
        change(crate)
        context.insert(crate)
        try context.save()
        let second = ModelContext(container)
        return (try #require(try second.fetch(FetchDescriptor<Crate>()).first), second)
    }

    private func attribute(_ name: String) throws -> NSAttributeDescription {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Crate.self))
        return try #require(model.entitiesByName["Crate"]?.attributesByName[name])
    }

    @Test("SD-41 collections are one binary value, written as a property list, read as JSON too") func collections() throws {
        let (crate, context) = try roundTrip {
            $0.weights = ["a": 1.5]
            $0.media = [.paper, .file(path: "x")]
        }
        try withExtendedLifetime(context) {
            #expect(crate.weights == ["a": 1.5] && crate.media == [.paper, .file(path: "x")])
            #expect(try attribute("weights").attributeType == .binaryDataAttributeType)
        }
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("x.store"))
        do {
            let context = ModelContext(try ModelContainer(for: Crate.self, configurations: configuration))
            context.insert(Crate(code: "a"))
            try context.save()
        }
        let raw = try RawDatabase(configuration.url, isReadOnly: false)
        #expect(try raw.value("SELECT ZWEIGHTS FROM ZCRATE")?.uppercased().contains("62706C697374") == true)
        try raw.rows("UPDATE ZCRATE SET ZWEIGHTS = CAST('{\"b\":2}' AS BLOB)")
        raw.close()
        let context = ModelContext(try ModelContainer(for: Crate.self, configurations: configuration))
        #expect(try context.fetch(FetchDescriptor<Crate>()).first?.weights == ["b": 2])
    }

    @Test("SD-42 a type with one value is a column of that value") func singles() throws {
        let (crate, context) = try roundTrip { $0.tag = Tagged(number: 7) }
        withExtendedLifetime(context) {
            #expect(crate.tag == Tagged(number: 7) && crate.code == Code(rawValue: "a"))
        }
        #expect(try attribute("tag").attributeType == .integer64AttributeType)
    }

    @Test("SD-52 a struct in a struct is a composite in the composite") func nested() throws {
        let address = Address(
            street: "x", place: Place(city: "Rome", floor: 2, tags: ["t"]), rank: .high,
            at: Date(timeIntervalSinceReferenceDate: 3))
        let (crate, context) = try roundTrip { $0.address = address }
        withExtendedLifetime(context) { #expect(crate.address == address) }
        let elements = try #require(try attribute("address") as? NSCompositeAttributeDescription).elements
        #expect(elements.map(\.name) == ["street", "place", "rank", "at"])
        #expect(elements.map(\.attributeType) == [.stringAttributeType, .compositeAttributeType, .stringAttributeType, .dateAttributeType])
    }

    @Test("SD-53 an enum with payloads has an element of data for each case") func payloads() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Book.self))
        let medium = model.entitiesByName["Book"]?.attributesByName["medium"] as? NSCompositeAttributeDescription
        #expect(medium?.elements.map(\.name) == ["file", "paper"])
    }

    @Test("SD-48 coding keys that are no properties' names are refused, unless the value is encoded") func keys() throws {
        let (crate, context) = try roundTrip { $0.kept = Renamed(one: 5) }
        try withExtendedLifetime(context) {
            #expect(crate.kept == Renamed(one: 5))
            let error = #expect(throws: (any Error).self) {
                try context.transaction { try ExceptionTrap.catching { crate.renamed = Renamed(one: 1) } }
            }
            #expect("\(error as Any)".contains("uno"))
        }
    }

    @Test("SD-86 several models may have no value under an optional unique attribute") func unique() throws {
        let container = try ModelContainer(
            for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for code in ["a", "b", "c"] {
            let crate = Crate(code: code)
            crate.number = code == "c" ? 1 : nil
            context.insert(crate)
        }
        try context.save()
        let second = Crate(code: "d")
        second.number = 1
        context.insert(second)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Crate>()).map(\.code.rawValue).sorted() == ["a", "b", "d"])
    }
}
