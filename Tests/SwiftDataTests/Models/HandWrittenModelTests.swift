// SPDX-License-Identifier: Apache-2.0
// Classes without the macro, accessors in the style of expanded code, and stored values that types do not know.

import PerdureTestSupport
import SwiftData
import Testing

final class Manual: PersistentModel {
    var persistentBackingData: any BackingData<Manual> = Manual.createBackingData()
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            .init(name: "name", keypath: \Manual.name, defaultValue: nil, metadata: nil),
            .init(name: "next", keypath: \Manual.next, defaultValue: nil, metadata: Schema.Relationship()),
        ]
    }

    var name: String {
        get { getValue(forKey: \.name) }
        set { setValue(forKey: \.name, to: newValue) }
    }
    var next: Manual? {
        get { getValue(forKey: \.next) }
        set { setValue(forKey: \.next, to: newValue) }
    }

    init(name: String) { self.name = name }
    init(backingData: any BackingData<Manual>) { persistentBackingData = backingData }
}

enum OldColor: String, Codable { case red, green }

enum ColorV1 {
    @Model
    final class Paint {
        var color: OldColor
        var other: OldColor?

        init(color: OldColor) {
            self.color = color
            other = color
        }
    }
}

enum ColorV2 {
    enum NewColor: String, Codable { case blue, red }

    @Model
    final class Paint {
        var color: NewColor
        var other: NewColor?

        init(color: NewColor) { self.color = color }
    }
}

@Suite struct HandWrittenModelTests {
    @Test("SD-15 a class without the macro is persisted, fetched and related") func manual() throws {
        let container = try ModelContainer(
            for: Manual.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let (one, two) = (Manual(name: "one"), Manual(name: "two"))
        context.insert(one)
        one.next = two
        try context.save()
        let descriptor = FetchDescriptor<Manual>(
            predicate: #Predicate { $0.name == "one" }, sortBy: [SortDescriptor(\.name)])
        #expect(try context.fetch(descriptor).first === one)
        let second = ModelContext(container)
        let other = try #require(try second.fetch(descriptor).first)
        #expect(other.next?.name == "two" && other == one)
    }

    @Test("SD-17 people who debug see values") func mirrors() throws {
        let author = Author(name: "Ada")
        #expect(
            Mirror(reflecting: author).children.contains {
                $0.label == "name" && "\($0.value)".contains("Ada")
            })
        #expect("\(author.debugDescription)".contains("name: Ada"))
        #expect(!author.debugDescription.contains("NoType"))
    }

    @Test("SD-56 a stored case that the type does not know is readable, and kept until it is set")
    func cases() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("x.store"))
        do {
            let context = ModelContext(
                try ModelContainer(for: ColorV1.Paint.self, configurations: configuration))
            context.insert(ColorV1.Paint(color: .green))
            try context.save()
        }
        let context = ModelContext(try ModelContainer(for: ColorV2.Paint.self, configurations: configuration))
        let paint = try #require(try context.fetch(FetchDescriptor<ColorV2.Paint>()).first)
        #expect(paint.color == .blue && paint.other == nil)
        #expect(paint.unreadableProperties == ["color", "other"])
        context.insert(ColorV2.Paint(color: .red))
        try context.save()
        let raw = try RawDatabase(configuration.url).rows("SELECT ZCOLOR FROM ZPAINT ORDER BY Z_PK").map {
            $0[0]
        }
        #expect(raw == ["green", "red"])
    }

    @Test("SD-43 NULL under a mandatory property reads as zero or nothing") func nulls() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("x.store"))
        do {
            let context = ModelContext(try ModelContainer(for: Book.self, configurations: configuration))
            context.insert(Book(title: "a"))
            try context.save()
        }
        try RawDatabase(configuration.url, isReadOnly: false).rows(
            "UPDATE ZBOOK SET ZTITLE = NULL, ZPAGES = NULL, ZISBN = NULL, ZCODES = NULL, ZRANK = NULL")
        let context = ModelContext(try ModelContainer(for: Book.self, configurations: configuration))
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        #expect(book.title == "" && book.pages == 0 && book.codes.isEmpty && book.rank == .low)
    }
}
