// SPDX-License-Identifier: Apache-2.0
// Stores of former versions: what is inferred, what plans do, and what is refused.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

@Suite("Migration plans of SwiftData") struct MigrationPlanTests {
    struct Stop: Error {}

    /// Counts the calls of closures, by thread of the test.
    enum NotePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NoteV1.self, NoteV2.self, NoteV3.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: NoteV1.self, toVersion: NoteV2.self,
                    willMigrate: { context in
                        for note in try context.fetch(FetchDescriptor<NoteV1.Note>())
                        where note.text == "stop" {
                            throw Stop()
                        }
                        for note in try context.fetch(FetchDescriptor<NoteV1.Note>()) { note.text += "!" }
                        try context.save()
                        #expect(throws: SwiftDataError.unknownSchema) {
                            _ = try context.fetch(FetchDescriptor<NoteV2.Note>())
                        }
                    },
                    didMigrate: { context in
                        for note in try context.fetch(FetchDescriptor<NoteV2.Note>()) {
                            note.length = note.body.count
                        }
                        try context.save()
                    }),
                .lightweight(fromVersion: NoteV2.self, toVersion: NoteV3.self),
            ]
        }
    }

    enum GapPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NoteV1.self, NoteV2.self, NoteV3.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: NoteV1.self, toVersion: NoteV3.self)]
        }
    }

    enum OldPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NoteV1.self, NoteV2.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: NoteV1.self, toVersion: NoteV2.self)]
        }
    }

    private func store(_ folder: TemporaryFolder, _ texts: String...) throws -> ModelConfiguration {
        let configuration = ModelConfiguration(url: folder.file("notes.store"))
        let container = try ModelContainer(
            for: Schema(versionedSchema: NoteV1.self), configurations: configuration)
        let context = ModelContext(container)
        for text in texts { context.insert(NoteV1.Note(text: text)) }
        try context.save()
        return configuration
    }

    @Test("SD-171 a store of a former version is migrated where the step can be inferred") func inferred()
        throws
    {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a")
        let container = try ModelContainer(
            for: Schema(versionedSchema: NoteV2.self), configurations: configuration)
        #expect(try ModelContext(container).fetch(FetchDescriptor<NoteV2.Note>()).map(\.body) == ["a"])
    }

    @Test("SD-172 SD-176 a plan leads a store through its versions, with contexts of each") func plan() throws
    {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a", "bcd")
        let container = try ModelContainer(
            for: Schema(versionedSchema: NoteV3.self), migrationPlan: NotePlan.self,
            configurations: configuration)
        let descriptor = FetchDescriptor<NoteV3.Note>(sortBy: [SortDescriptor(\.body)])
        let notes = try ModelContext(container).fetch(descriptor)
        #expect(notes.map(\.body) == ["a!", "bcd!"] && notes.map(\.length) == [2, 4])
        #expect(container.migrationPlan == NotePlan.self)
    }

    @Test("SD-172 an error of a closure ends the migration, and the store keeps its version") func failure()
        throws
    {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "stop")
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV3.self), migrationPlan: NotePlan.self,
                configurations: configuration)
        }
        #expect(error == .loadIssueModelContainer && error?.description.contains("Stop") == true)
        let container = try ModelContainer(
            for: Schema(versionedSchema: NoteV1.self), configurations: configuration)
        #expect(try ModelContext(container).fetch(FetchDescriptor<NoteV1.Note>()).map(\.text) == ["stop"])
    }

    @Test("SD-173 a store of no version of the plan is refused with 134504") func unknown() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("x.store"))
        _ = try ModelContainer(for: Schema([Trip.self]), configurations: configuration)
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV3.self), migrationPlan: NotePlan.self,
                configurations: configuration)
        }
        #expect(error == .loadIssueModelContainer && error?.description.contains("134504") == true)
    }

    @Test("SD-174 a store that is newer than the plan is refused") func newer() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("x.store"))
        _ = try ModelContainer(for: Schema(versionedSchema: NoteV3.self), configurations: configuration)
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV2.self), migrationPlan: OldPlan.self,
                configurations: configuration)
        }
        #expect(error == .backwardMigration)
    }

    @Test("SD-175 a stage between versions that are no neighbours is refused by name") func gaps() throws {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a")
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV3.self), migrationPlan: GapPlan.self,
                configurations: configuration)
        }
        #expect(error?.description.contains("NoteV1 to NoteV3") == true)
    }

    @Test(
        "SD-173 the error of a store that fits no version names the nearest one, the entity and the property")
    func difference() throws {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a")
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV3.self), migrationPlan: LatePlan.self,
                configurations: configuration)
        }
        let words = error?.description ?? ""
        #expect(error == .loadIssueModelContainer && words.contains("134504"))
        #expect(words.contains("NoteV2 2.0.0") && words.contains("NoteV3 3.0.0") && words.contains("Note."))
        #expect(words.contains("in the store"))
    }

    @Test("SD-173 two versions that are the same are refused by their names") func twins() throws {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a")
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteTwin.self), migrationPlan: TwinPlan.self,
                configurations: configuration)
        }
        let words = error?.description ?? ""
        #expect(words.contains("Duplicate version checksums across stages detected"))
        #expect(words.contains("NoteV1") && words.contains("NoteTwin"))
    }

    enum LatePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NoteV2.self, NoteV3.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: NoteV2.self, toVersion: NoteV3.self)]
        }
    }

    /// NoteV1 by another name.
    enum NoteTwin: VersionedSchema {
        static var versionIdentifier: Schema.Version { Schema.Version(1, 1, 0) }
        static var models: [any PersistentModel.Type] { NoteV1.models }
    }

    enum TwinPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NoteV1.self, NoteTwin.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: NoteV1.self, toVersion: NoteTwin.self)]
        }
    }

    @Test("SD-171 models that a new unique attribute does not allow are named in the error") func duplicates()
        throws
    {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a", "b", "a")
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteUnique.self), configurations: configuration)
        }
        let words = error?.description ?? ""
        #expect(error == .loadIssueModelContainer && words.contains("Note/p1") && words.contains("Note/p3"))
    }

    @Test("SD-178 an older store that may not be written is not migrated") func readOnly() throws {
        let folder = try TemporaryFolder()
        let configuration = try store(folder, "a")
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: NoteV2.self),
                configurations: ModelConfiguration(url: configuration.url, allowsSave: false))
        }
        #expect(error == .loadIssueModelContainer)
    }

    enum SplitPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SplitV1.self, SplitV2.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: SplitV1.self, toVersion: SplitV2.self)]
        }
    }

    /// Two configurations, each with its own classes.
    private func split(
        _ folder: TemporaryFolder, _ first: [any PersistentModel.Type], _ second: [any PersistentModel.Type]
    ) -> (ModelConfiguration, ModelConfiguration) {
        (
            ModelConfiguration("a", schema: Schema(first), url: folder.file("a.store")),
            ModelConfiguration("b", schema: Schema(second), url: folder.file("b.store"))
        )
    }

    @Test("SD-119 SD-172 a plan leads several stores, of which one has a class that is gone now")
    func goneClass() throws {
        let folder = try TemporaryFolder()
        do {
            let (a, b) = split(folder, [SplitV1.Member.self, SplitV1.Draft.self], [SplitV1.Entry.self])
            let container = try ModelContainer(
                for: Schema(versionedSchema: SplitV1.self), configurations: a, b)
            let context = ModelContext(container)
            context.insert(SplitV1.Member(name: "Ada"))
            context.insert(SplitV1.Draft())
            context.insert(SplitV1.Entry(text: "e"))
            try context.save()
            container.invalidate()
        }
        let (a, b) = split(folder, [SplitV2.Member.self], [SplitV2.Entry.self])
        let container = try ModelContainer(
            for: Schema(versionedSchema: SplitV2.self), migrationPlan: SplitPlan.self, configurations: a, b)
        let context = ModelContext(container)
        #expect(try context.fetch(FetchDescriptor<SplitV2.Member>()).map(\.name) == ["Ada"])
        #expect(try context.fetch(FetchDescriptor<SplitV2.Entry>()).map(\.text) == ["e"])
    }
}
