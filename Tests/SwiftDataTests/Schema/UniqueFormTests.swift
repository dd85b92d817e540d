// SPDX-License-Identifier: Apache-2.0
// Unique values and indexes of enums and structs: what has one column is unique there, all else is refused.

import PerdureTestSupport
import SwiftData
import Testing

struct BadgeCode: Codable, Equatable {
    var text: String
}

@Model
final class Badge {
    #Unique<Badge>([\.code, \.number])
    #Index<Badge>([\.kind, \.number], [\.code])
    @Attribute(.unique) var kind: Rank?
    var code: BadgeCode
    var number: Int
    var note: String?

    init(_ kind: Rank?, _ code: String, number: Int, note: String) {
        self.kind = kind
        self.code = BadgeCode(text: code)
        self.number = number
        self.note = note
    }
}

@Model
final class MoodBoard {
    #Unique<MoodBoard>([\.name, \.mood])
    var name: String = ""
    var mood: Mood = Mood.calm

    init() {}
}

@Suite struct UniqueFormTests {
    private let folder: TemporaryFolder
    private let url: URL
    private let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("badges.store")
        container = try ModelContainer(for: Badge.self, configurations: ModelConfiguration(url: url))
    }

    private func notes() throws -> [String?] {
        let context = ModelContext(container)
        return try context.fetch(FetchDescriptor<Badge>(sortBy: [SortDescriptor(\.number)])).map(\.note)
    }

    @Test("SD-80 SD-87 raw values and structs of one member have their indexes on the one column")
    func indexes() throws {
        let found = try RawDatabase(url).rows(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND name GLOB 'Z_Badge_*' ORDER BY name")
        #expect(
            found.map { $0[0] } == [
                "CREATE INDEX Z_Badge_SwiftDataIndexOnBinarycode ON ZBADGE (ZTEXT COLLATE BINARY ASC)",
                "CREATE INDEX Z_Badge_SwiftDataIndexOnBinarykindnumber ON ZBADGE "
                    + "(ZKIND COLLATE BINARY ASC, ZNUMBER COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_Badge_UNIQUE_code_number ON ZBADGE "
                    + "(ZTEXT COLLATE BINARY ASC, ZNUMBER COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_Badge_UNIQUE_kind ON ZBADGE (ZKIND COLLATE BINARY ASC)",
            ])
    }

    @Test("SD-82 a model with the unique raw value of a stored row updates that row") func upsert() throws {
        for (number, note) in [(1, "first"), (2, "second")] {
            let context = ModelContext(container)
            context.insert(Badge(.high, "a", number: number, note: note))
            try context.save()
        }
        #expect(try notes() == ["second"])
    }

    @Test("SD-84 SD-86 new models with one unique value become one row, those without a value stay")
    func twins() throws {
        let context = ModelContext(container)
        context.insert(Badge(nil, "a", number: 1, note: "first"))
        context.insert(Badge(nil, "a", number: 1, note: "second"))
        context.insert(Badge(nil, "b", number: 2, note: "third"))
        try context.save()
        #expect(try notes() == ["second", "third"])
    }

    @Test("SD-80 a unique value with several columns is refused by its name when a container is made")
    func refused() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: MoodBoard.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        #expect(error == .loadIssueModelContainer)
        #expect(error?.description.contains("MoodBoard.mood is to be unique") == true)
    }
}
