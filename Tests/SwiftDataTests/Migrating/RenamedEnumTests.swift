// SPDX-License-Identifier: Apache-2.0
// A property of an enum with raw values gets another name, and the store keeps its values.

import Perdure
import PerdureTestSupport
import SwiftData
import Testing

enum GradeV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Pupil.self] }

    @Model
    final class Pupil {
        var rank: Rank
        var wish: Rank?

        init(_ rank: Rank, wish: Rank?) {
            self.rank = rank
            self.wish = wish
        }
    }
}

enum GradeV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Pupil.self] }

    @Model
    final class Pupil {
        @Attribute(originalName: "rank") var grade: Rank
        @Attribute(originalName: "wish") var hope: Rank?

        init(_ grade: Rank, hope: Rank?) {
            self.grade = grade
            self.hope = hope
        }
    }
}

/// The second version with one more property; the former names are still there.
enum GradeV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Pupil.self] }

    @Model
    final class Pupil {
        @Attribute(originalName: "rank") var grade: Rank
        @Attribute(originalName: "wish") var hope: Rank?
        var age: Int = 0

        init(_ grade: Rank) { self.grade = grade }
    }
}

@Suite struct RenamedEnumTests {
    enum GradePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [GradeV1.self, GradeV2.self, GradeV3.self] }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: GradeV1.self, toVersion: GradeV2.self),
                .lightweight(fromVersion: GradeV2.self, toVersion: GradeV3.self),
            ]
        }
    }

    private func configuration(_ folder: TemporaryFolder) -> ModelConfiguration {
        ModelConfiguration(url: folder.file("pupils.store"))
    }

    private func fill(_ configuration: ModelConfiguration) throws {
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: GradeV1.self), configurations: configuration))
        context.insert(GradeV1.Pupil(.high, wish: .top))
        context.insert(GradeV1.Pupil(.top, wish: nil))
        try context.save()
    }

    /// The grades and hopes of a store's pupils, told by a container of the second version.
    private func second(_ configuration: ModelConfiguration) throws -> [[Rank?]] {
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: GradeV2.self), configurations: configuration))
        return try context.fetch(FetchDescriptor<GradeV2.Pupil>()).map { [$0.grade, $0.hope] }
    }

    private let expected: Set<[Rank?]> = [[.high, .top], [.top, nil]]

    @Test("SD-32 SD-46 SD-171 an enum with raw values keeps its values under another name")
    func inferred() throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        try fill(configuration)
        #expect(try Set(second(configuration)) == expected)
    }

    @Test("SD-172 it keeps them through the stages of a plan") func plan() throws {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        try fill(configuration)
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: GradeV3.self), migrationPlan: GradePlan.self,
                configurations: configuration))
        let found = try context.fetch(FetchDescriptor<GradeV3.Pupil>()).map { [$0.grade, $0.hope] }
        #expect(Set(found) == expected)
    }

    @Test("SD-171 a former name that stays in the source loses nothing in the next version") func next()
        throws
    {
        let folder = try TemporaryFolder()
        let configuration = configuration(folder)
        try fill(configuration)
        _ = try second(configuration)
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: GradeV3.self), configurations: configuration))
        let found = try context.fetch(FetchDescriptor<GradeV3.Pupil>()).map { [$0.grade, $0.hope] }
        #expect(Set(found) == expected)
    }

    @Test("SD-46 the element of an enum with raw values has the property's former name") func element() throws
    {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: GradeV2.Pupil.self))
        let attributes = try #require(model.entitiesByName["Pupil"]?.attributesByName)
        let grade = try #require(attributes["grade"] as? NSCompositeAttributeDescription)
        #expect(grade.elements.map(\.name) == ["grade"])
        #expect(grade.elements.map(\.renamingIdentifier) == ["rank"])
    }
}
