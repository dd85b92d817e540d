// SPDX-License-Identifier: Apache-2.0
// Models on disk: every form is found and read, compiled bundles are written whole or not at all.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import Testing

@Suite("Model bundles")
struct ModelBundleTests {
    /// Runs a test in a folder of its own.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "Perdure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    static let twoVersions: ModelBundle = {
        var second = SampleModel.everything.asCompiled
        second.entities.removeLast()
        return ModelBundle(
            versions: [
                .init(name: "V1", document: SampleModel.everything.asCompiled),
                .init(name: "V2", document: second),
            ],
            currentVersionName: "V1")
    }()

    @Test("MOD-2 a compiled bundle is written and read with its versions and the current one")
    func compiled() throws {
        try Self.withFolder { folder in
            let url = folder.appendingPathComponent("Model.momd")
            try Self.twoVersions.write(to: url)
            try Self.twoVersions.write(to: url)
            #expect(try ModelBundle.read(at: url) == Self.twoVersions)
            #expect(try ModelFile.read(at: url) == Self.twoVersions.versions[0].document)
            let info = try PropertyList.read(
                Data(contentsOf: url.appendingPathComponent("VersionInfo.plist")))
            let hashes = VersionHash.entityHashes(of: Self.twoVersions.versions[1].document)
            #expect(
                info.dictionaryValue?[VersionInfo.versionHashes]?.dictionaryValue?["V2"]
                    == .dictionary(hashes.mapValues { .data($0) }))
            #expect(
                info.dictionaryValue?[VersionInfo.versionChecksums]?.dictionaryValue?["V2"]
                    == .string(VersionHash.checksum(of: hashes)))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Model.momd"])
        }
    }

    @Test("A bundle that cannot be written leaves the old one as it was")
    func failedWrite() throws {
        try Self.withFolder { folder in
            let url = folder.appendingPathComponent("Model.momd")
            try Self.twoVersions.write(to: url)
            var bad = Self.twoVersions
            bad.versions[1].name = "no/such/folder"
            let failing = bad
            #expect(throws: ModelFormatError.self) { try failing.write(to: url) }
            #expect(try ModelBundle.read(at: url) == Self.twoVersions)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Model.momd"])
        }
    }

    @Test("A folder of sources takes the place of the old one, and nothing is left where it cannot")
    func writtenSources() throws {
        try Self.withFolder { folder in
            let url = folder.appendingPathComponent("Model.xcdatamodeld")
            try Data().write(to: url)
            try Self.twoVersions.writeSource(to: url)
            try Self.twoVersions.writeSource(to: url)
            #expect(try ModelBundle.read(at: url).versions.map(\.name) == ["V1", "V2"])
            #expect(try ModelBundle.read(at: url).currentVersionName == "V1")
            let below = url.appendingPathComponent(".xccurrentversion/Model.xcdatamodeld")
            let error = try #require(throws: ModelFormatError.self) {
                try Self.twoVersions.writeSource(to: below)
            }
            #expect(error.description.contains("the model cannot be written: "))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Model.xcdatamodeld"])
        }
    }

    @Test("MOD-3 a folder of sources names its current version")
    func sources() throws {
        try Self.withFolder { folder in
            let url = folder.appendingPathComponent("Model.xcdatamodeld")
            for version in Self.twoVersions.versions {
                try ModelFile.write(
                    version.document, to: url.appendingPathComponent(version.name + ".xcdatamodel"))
            }
            #expect(try ModelBundle.read(at: url).currentVersionName == "V2")
            let current =
                "<plist><dict><key>_XCCurrentVersionName</key><string>V1.xcdatamodel</string></dict></plist>"
            try Data(current.utf8).write(to: url.appendingPathComponent(".xccurrentversion"))
            let bundle = try ModelBundle.read(at: url)
            #expect(bundle.versions.map(\.name) == ["V1", "V2"])
            #expect(bundle.currentVersionName == "V1")
            let single = url.appendingPathComponent("V2.xcdatamodel")
            #expect(try ModelFile.read(at: single) == bundle.versions[1].document)
            #expect(
                try ModelBundle.read(at: single.appendingPathComponent("contents")).currentVersionName == "V2"
            )
            try Data(current.replacingOccurrences(of: "V1", with: "V9").utf8)
                .write(to: url.appendingPathComponent(".xccurrentversion"))
            #expect(throws: ModelFormatError.self) { try ModelBundle.read(at: url) }
        }
    }

    @Test("Single compiled models are read, and an optimized one through the compiled one beside it")
    func singleFiles() throws {
        try Self.withFolder { folder in
            let file = folder.appendingPathComponent("Model.mom")
            try ModelFile.write(SampleModel.everything, to: file)
            #expect(try ModelFile.read(at: file) == SampleModel.everything.asCompiled)
            let optimized = folder.appendingPathComponent("Model.omo")
            try Data("momv2$rest".utf8).write(to: optimized)
            #expect(try ModelFile.read(at: optimized) == SampleModel.everything.asCompiled)
            try FileManager.default.removeItem(at: file)
            let error = try #require(throws: ModelFormatError.self) { try ModelFile.read(at: optimized) }
            #expect(error.kind == .unsupported)
        }
    }

    @Test("A damaged source from before Xcode 4 is refused with its path")
    func oldSources() throws {
        try Self.withFolder { folder in
            let url = folder.appendingPathComponent("Old.xcdatamodel")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data("bplist00".utf8).write(to: url.appendingPathComponent("elements"))
            let error = try #require(throws: ModelFormatError.self) { try ModelFile.read(at: url) }
            #expect(error.kind == .malformed && error.path == url.appendingPathComponent("elements").path)
        }
    }

    @Test("Missing, empty, foreign and damaged files end in errors with their path")
    func badFiles() throws {
        try Self.withFolder { folder in
            let contents: [(String, Data?)] = [
                ("missing.mom", nil), ("empty.mom", Data()), ("text.mom", Data("hello".utf8)),
                ("noise.mom", Data((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) })),
                ("cut.mom", Data("bplist00".utf8)), ("html.mom", Data("<html></html>".utf8)),
                ("sqlite.mom", Data("SQLite format 3\0".utf8)),
            ]
            for (name, data) in contents {
                let url = folder.appendingPathComponent(name)
                try data?.write(to: url)
                let error = try #require(throws: ModelFormatError.self) { try ModelBundle.read(at: url) }
                #expect(error.path == url.path && !error.reason.isEmpty)
            }
            #expect(throws: ModelFormatError.self) {
                try ModelBundle.read(at: folder.appendingPathComponent("x"))
            }
        }
    }
}
