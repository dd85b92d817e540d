// SPDX-License-Identifier: Apache-2.0
// Where the model of a store of another version is found.

import CoreData
import Foundation
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Migration: the source model") struct SourceModelTests {
    /// A store without a model of its own.
    ///
    /// No other test has books of this name, and the model that made it is gone.
    private static func orphan(_ name: String) throws -> LibraryFile {
        let file = try LibraryFile(name)
        try file.forgetModel()
        return file
    }

    private static func titles(_ file: LibraryFile, _ model: NSManagedObjectModel) throws -> [String] {
        try file.open(model) { stack in
            let context = stack.context()
            return try context.performAndWait {
                try context.all(file.books, by: "title").compactMap { $0.value(forKey: "title") as? String }
            }
        }
    }

    private static let all = ["Eden", "Orlando", "Solaris"]

    @Test("MIG-10 MIG-58 the model in the store serves, and after the migration it is the new one")
    func ownModel() throws {
        let file = try LibraryFile("Volume")
        #expect(try Self.titles(file, LibraryVersions.second("Volume")) == Self.all)
        let cached = try #require(
            try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file.url))
        #expect(cached.versionChecksum == LibraryVersions.second("Volume").versionChecksum)
        let language = cached.entitiesByName["Volume"]?.attributesByName["language"]
        #expect(language?.defaultValue as? String == "en")
        #expect(cached.entitiesByName["Writer"]?.renamingIdentifier == "Author")
        // The next migration finds it.
        #expect(try Self.titles(file, LibraryVersions.first("Volume")) == Self.all)
    }

    @Test("MIG-10 a model that the program uses serves a store without one")
    func modelInUse() throws {
        let file = try Self.orphan("Tome")
        let former = try Stack(.inMemory, LibraryVersions.first("Tome"))
        #expect(try Self.titles(file, LibraryVersions.second("Tome")) == Self.all)
        _ = former
    }

    @Test("MIG-10 a former version that was named by hand serves, and is made when it is needed")
    func registered() throws {
        let file = try Self.orphan("Scroll")
        NSManagedObjectModel.registerFormerVersion(LibraryVersions.first("Scroll"))
        #expect(try Self.titles(file, LibraryVersions.second("Scroll")) == Self.all)
    }

    @Test("MIG-10 a version in the file from which the program has read another one serves")
    func versionInFile() throws {
        let file = try Self.orphan("Codex")
        let bundle = file.folder.file("Library.momd")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try LibraryVersions.first("Codex").write(compiledTo: bundle.appendingPathComponent("1.mom"))
        try LibraryVersions.second("Codex").write(compiledTo: bundle.appendingPathComponent("2.mom"))
        let current = try NSManagedObjectModel.load(contentsOf: bundle.appendingPathComponent("2.mom"))
        #expect(try Self.titles(file, current) == Self.all)
    }

    @Test("MIG-10 the model may contain more entities than the store")
    func moreEntities() throws {
        let file = try Self.orphan("Booklet")
        NSManagedObjectModel.registerFormerVersion(
            {
                let model = LibraryVersions.first("Booklet")
                model.entities.append(contentsOf: NSManagedObjectModel(EntitySketch("Shelf")).moved())
                return model
            }())
        #expect(try Self.titles(file, LibraryVersions.second("Booklet")) == Self.all)
    }

    /// Gives a store hashes that no model has, not even one that this process has just let go of.
    private static func estrange(_ file: LibraryFile) throws {
        var metadata = try SQLiteStoreFile.readMetadata(at: file.url.path)
        guard case .dictionary(let hashes)? = metadata[NSStoreModelVersionHashesKey] else { return }
        metadata[NSStoreModelVersionHashesKey] = .dictionary(
            hashes.mapValues { _ in .data(Data(repeating: 7, count: 32)) })
        try SQLiteStoreFile.writeMetadata(metadata, at: file.url.path)
    }

    @Test("MIG-11 without any model it is 134130 with metadata, URL and reason, and the file stays")
    func missing() throws {
        let file = try Self.orphan("Papyrus")
        try Self.estrange(file)
        let error = try file.refusal(LibraryVersions.second("Papyrus"))
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134130)
        #expect(error.userInfo["metadata"] is [String: Any])
        #expect((error.userInfo["URL"] as? URL)?.path == file.url.path)
        #expect(error.userInfo["reason"] as? String == "Can't find model for source store")
        #expect(error.localizedDescription.contains("registerFormerVersion"))
    }

    @Test("MIG-2 an old program is told that a newer version may have written a store that it does not know")
    func newerStore() throws {
        let stranger = try Self.orphan("Tablet")
        try Self.estrange(stranger)
        let error = try stranger.refusal(LibraryVersions.second("Tablet"), [:])
        #expect(error.code == 134100)
        #expect(error.localizedDescription.contains("a newer version of the program may have written it"))
        // A version that the program knows is none of a newer program.
        let file = try Self.orphan("Tablet")
        let former = try Stack(.inMemory, LibraryVersions.first("Tablet"))
        let known = try file.refusal(LibraryVersions.second("Tablet"), [:])
        #expect(
            !known.localizedDescription.contains("newer") && known.localizedDescription.contains("migrate it")
        )
        _ = former
    }

    @Test("MIG-12 a model in the store that cannot be read, or is another one, is as if it were not there")
    func damaged() throws {
        for damage in ["x'00'", "(SELECT zeroblob(100))"] {
            let file = try LibraryFile("Folio")
            try file.change("UPDATE Z_MODELCACHE SET Z_CONTENT = \(damage)")
            let former = try Stack(.inMemory, LibraryVersions.first("Folio"))
            #expect(try Self.titles(file, LibraryVersions.second("Folio")) == Self.all)
            _ = former
        }
        let (file, other) = (try LibraryFile("Quarto"), try LibraryFile("Octavo"))
        let content = try #require(try RawDatabase(other.url).value("SELECT Z_CONTENT FROM Z_MODELCACHE"))
        try file.change("UPDATE Z_MODELCACHE SET Z_CONTENT = \(content)")
        try Self.estrange(file)
        #expect(try file.refusal(LibraryVersions.second("Quarto")).code == 134130)
    }
}

extension NSManagedObjectModel {
    /// The entities, taken out of the model.
    fileprivate func moved() -> [NSEntityDescription] {
        defer { entities = [] }
        return entities
    }
}
