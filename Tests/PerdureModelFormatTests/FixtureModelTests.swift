// SPDX-License-Identifier: Apache-2.0
// Every model that Apple's tools wrote and that lies beside the project: read, written, read again, and
// hashed. (Hashes inside stores are compared in FixtureTests, which has SQLite.)

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import Testing

@Suite(
    "Real models", .enabled(if: FixtureFolder.isAvailable, "the folder of fixtures is not beside the project")
)
struct FixtureModelTests {
    @Test("MOD-201 every source survives reading, writing and reading", arguments: FixtureFolder.sources)
    func sourceRoundTrip(path: String) throws {
        let model = try XMLModelReader.read(data: FixtureFolder.data(path), path: path)
        let again = try XMLModelReader.read(data: XMLModelWriter.write(model), path: path)
        #expect(again == model)
        #expect(VersionHash.entityHashes(of: again) == VersionHash.entityHashes(of: model))
    }

    @Test("A source without old-style attributes is written byte for byte as Xcode wrote it")
    func sourceText() throws {
        var equal = 0
        for path in FixtureFolder.sources {
            let data = try FixtureFolder.data(path)
            var text = String(decoding: data, as: UTF8.self)
            // The editor's geometry is not part of a model.
            if let start = text.range(of: "    <elements>"), let end = text.range(of: "</elements>\n") {
                text.removeSubrange(start.lowerBound..<end.upperBound)
            }
            let written = XMLModelWriter.write(try XMLModelReader.read(data: data, path: path))
            if Data(text.utf8) == written { equal += 1 }
        }
        // The others differ in forms that Xcode has given up: empty user info, the order in the first line …
        #expect(equal >= 30)
    }

    @Test("MOD-201 every source survives compiling", arguments: FixtureFolder.sources)
    func compiling(path: String) throws {
        let model = try XMLModelReader.read(data: FixtureFolder.data(path), path: path)
        let compiled = try CompiledModelReader.read(data: CompiledModelWriter.write(model))
        #expect(compiled == model.asCompiled)
        let cache = try CompiledModelReader.read(data: CompiledModelWriter.writeModelCache(model))
        // A cache cannot tell a property that a child entity declares again from an inherited one.
        if model.problems().isEmpty { #expect(cache == model.asCompiled) }
    }

    @Test(
        "MOD-201 every compiled model survives reading, writing and reading",
        arguments: FixtureFolder.compiled)
    func compiledRoundTrip(path: String) throws {
        let model = try CompiledModelReader.read(data: FixtureFolder.data(path), path: path)
        #expect(!model.entities.isEmpty)
        #expect(try CompiledModelReader.read(data: CompiledModelWriter.write(model)) == model)
        #expect(try CompiledModelReader.read(data: CompiledModelWriter.writeModelCache(model)) == model)
        let source = try XMLModelReader.read(data: XMLModelWriter.write(model))
        #expect(source.asCompiled == model)
    }

    @Test("Every bundle of sources and of compiled models is read with its versions")
    func bundles() throws {
        let folders =
            FixtureFolder.files(in: "models") { $0.hasSuffix(".xcdatamodeld") }
            + FixtureFolder.files(in: "compiled") { $0.hasSuffix(".momd") }
        var read = 0
        for folder in folders {
            let hasModels = !FixtureFolder.files(in: folder) { $0 == "contents" || $0.hasSuffix(".mom") }
                .isEmpty
            guard hasModels else { continue }
            do {
                let bundle = try ModelBundle.read(at: FixtureFolder.url(folder))
                let current = try #require(bundle.version(named: bundle.currentVersionName))
                #expect(try ModelFile.read(at: FixtureFolder.url(folder)) == current.document)
                read += 1
            } catch let error as ModelFormatError where error.reason.contains("named as the current one") {
                // Of some bundles the collection lacks the current version.
                continue
            }
        }
        #expect(read > 20)
    }

    @Test("MOD-23 MOD-24 hashes and checksums equal those that Xcode put into VersionInfo.plist")
    func versionInfo() throws {
        var compared = 0
        for path in FixtureFolder.versionInfos {
            let info = try #require(try PropertyList.read(FixtureFolder.data(path)).dictionaryValue)
            let hashes = try #require(info[VersionInfo.versionHashes]?.dictionaryValue)
            let checksums = info[VersionInfo.versionChecksums]?.dictionaryValue ?? [:]
            for (version, expected) in hashes {
                let file = FixtureFolder.url(path).deletingLastPathComponent().appendingPathComponent(
                    version + ".mom")
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                let own = VersionHash.entityHashes(of: try ModelFile.read(at: file))
                #expect(own.mapValues(PropertyListValue.data) == expected.dictionaryValue)
                if let checksum = checksums[version] {
                    #expect(checksum == .string(VersionHash.checksum(of: own)))
                }
                compared += 1
            }
        }
        #expect(compared >= 3)
    }

    @Test("MOD-3 a source has the hashes of its compiled form, for every pair of the table")
    func pairs() throws {
        var compared = 0
        for pair in FixtureFolder.pairs where pair[1].hasSuffix("VersionInfo.plist") && pair[5] == "False" {
            let source = try ModelFile.read(at: FixtureFolder.url(pair[0]))
            let info = try PropertyList.read(FixtureFolder.data(pair[1])).dictionaryValue
            let version = String(pair[2].dropFirst("VersionInfo ".count))
            let expected = info?[VersionInfo.versionHashes]?.dictionaryValue?[version]?.dictionaryValue
            #expect(VersionHash.entityHashes(of: source).mapValues(PropertyListValue.data) == expected)
            compared += 1
        }
        #expect(compared >= 1)
    }

    /// Contradictions that two of the projects really have: properties that a child declares again, and an inverse
    /// that is not mutual.
    static let knownContradictions = ["OutsideDoseEvent", "Image"]

    @Test("Real models have no contradictions but for two known ones", arguments: FixtureFolder.sources)
    func problems(path: String) throws {
        let problems = try ModelFile.read(at: FixtureFolder.url(path)).problems()
        #expect(problems.filter { !Self.knownContradictions.contains($0.entity ?? "") } == [])
    }
}
