// SPDX-License-Identifier: Apache-2.0
// What the tool writes for sound models: compiled models with full class names, and nothing twice.

import Foundation
import PerdureModelFormat
import Testing

@Suite("Codegen tool: compiled models") struct CompilationTests {
    private let target: TargetFolder

    init() throws { target = try TargetFolder() }

    private static let entities = """
        <entity name="Movie" representedClassName="Movie" codeGenerationType="class"/>
        <entity name="Review" representedClassName=".Review"/>
        <entity name="Person" representedClassName="Person"/>
        <entity name="Cinema" representedClassName="Cinema"/>
        <entity name="Seat" representedClassName="Other.Seat"/>
        <entity name="Plain"/>
        """

    @Test("MOD-53 class names of the module are completed, others stay")
    func classNames() throws {
        let model = try target.writeModel(Self.entities)
        let source = try target.write("import CoreData\nclass Person: NSManagedObject {}", to: "Person.swift")
        #expect(try target.run(models: [model], sources: [source]).errors == "")
        let bundle = try ModelBundle.read(at: target.output.appendingPathComponent("Shop.momd"))
        let names = try #require(bundle.versions.first).document.entities.map {
            "\($0.name) \($0.className ?? "-")"
        }
        #expect(
            names.sorted() == [
                "Cinema Cinema", "Movie App.Movie", "Person App.Person", "Plain -", "Review App.Review",
                "Seat Other.Seat",
            ])
    }

    @Test("MOD-2 all versions are compiled, and the current one is named")
    func versions() throws {
        let model = try target.writeModel(#"<entity name="Movie" representedClassName=".Movie"/>"#)
        try target.writeModel(
            #"<entity name="Movie" representedClassName=".Movie"><attribute name="year" attributeType="Integer 64"/></entity>"#,
            version: "Shop 2")
        try target.writeCurrentVersion("Shop 2")
        #expect(try target.run(models: [model]).exitCode == 0)
        let folder = target.output.appendingPathComponent("Shop.momd")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == ["Shop 2.mom", "Shop.mom", "VersionInfo.plist"])
        let source = try ModelBundle.read(at: model)
        let compiled = try ModelBundle.read(at: folder)
        #expect(compiled.currentVersionName == "Shop 2")
        for version in source.versions {
            let same = try #require(compiled.version(named: version.name)).document
            #expect(VersionHash.entityHashes(of: same) == VersionHash.entityHashes(of: version.document))
            #expect(same.entities.map(\.className) == ["App.Movie"])
        }
    }

    @Test("A model without versions becomes a single file")
    func single() throws {
        try target.write(
            #"<model documentVersion="1.0"><entity name="Movie"/></model>"#, to: "Shop.xcdatamodel/contents")
        #expect(try target.run(models: [target.folder.file("Shop.xcdatamodel")]).exitCode == 0)
        let written = try FileManager.default.contentsOfDirectory(atPath: target.output.path).sorted()
        #expect(written == ["App.CoreData.swift", "Shop.mom", "Shop.xcdatamodel.swift"])
    }

    @Test("Nothing is written that stays the same, and everything that changes")
    func incremental() throws {
        let model = try target.writeModel(Self.entities)
        let other = try target.writeModel(#"<entity name="Thing"/>"#, name: "Other", version: "Other")
        let source = try target.write("class Person: NSManagedObject {}", to: "Person.swift")
        #expect(try target.run(models: [model, other], sources: [source]).exitCode == 0)
        let first = try files()
        try target.write("class Person: NSManagedObject { func grow() {} }", to: "Person.swift")
        #expect(try target.run(models: [model, other], sources: [source]).exitCode == 0)
        #expect(try files() == first)
        try target.writeModel(Self.entities.replacingOccurrences(of: "Plain", with: "Simple"))
        #expect(try target.run(models: [model, other], sources: [source]).exitCode == 0)
        let second = try files()
        let changed = first.keys.filter { first[$0] != second[$0] }.sorted()
        #expect(changed == ["Shop.momd", "Shop.momd/Shop.mom", "Shop.momd/VersionInfo.plist"])
        #expect(second["Other.momd"] == first["Other.momd"])
    }

    @Test("A mistake leaves the files of the last good model")
    func lastGood() throws {
        let model = try target.writeModel(Self.entities)
        #expect(try target.run(models: [model]).exitCode == 0)
        let first = try files()
        try target.writeModel(#"<entity name="A"/><entity name="A"/>"#)
        #expect(try target.run(models: [model]).exitCode == 1)
        #expect(try files() == first)
    }

    /// The numbers that the file system gave the files of the output: a file that is written anew gets another one.
    private func files() throws -> [String: UInt64] {
        let names =
            FileManager.default.enumerator(atPath: target.output.path)?.compactMap { $0 as? String } ?? []
        return try names.reduce(into: [:]) { result, name in
            let path = target.output.appendingPathComponent(name).path
            result[name] =
                try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
        }
    }
}
