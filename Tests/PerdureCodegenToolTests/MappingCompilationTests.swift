// SPDX-License-Identifier: Apache-2.0
// Mapping models among a target's files. The copies of models in them are binary, so that these tests use published ones
// where they are at hand.

import Foundation
import PerdureModelFormat
import PerdureTestSupport
import Testing

@Suite("Codegen tool: mapping models") struct MappingCompilationTests {
    private let target: TargetFolder

    init() throws { target = try TargetFolder() }

    private func run(_ mapping: URL, models: [URL] = []) throws -> CodegenRun {
        try CodegenRun(
            ["--module", "App", "--output", target.output.path, "--mapping", mapping.path]
                + models.flatMap { ["--model", $0.path] })
    }

    /// A source without copies of models.
    private func write(_ mapping: String) throws -> URL {
        try target.write(
            """
            <?xml version="1.0"?>
            <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
            <database>
            <object type="XDDEVMAPPINGMODEL" id="z1">
            <relationship name="entitymappings" type="0/0" destination="X" idrefs="z2"/></object>
            <object type="XDDEVENTITYMAPPING" id="z2">\(mapping)</object>
            </database>
            """, to: "Shop.xcmappingmodel/xcmapping.xml")
        return target.folder.file("Shop.xcmappingmodel")
    }

    @Test("MIG-64 a source becomes a file of its name, and an unreadable copy of a model is a warning")
    func compiles() throws {
        let url = try write(
            "<attribute name=\"sourcename\">A</attribute><attribute name=\"destinationname\">B</attribute>")
        let run = try run(url)
        #expect(run.exitCode == 0)
        #expect(
            run.errors.contains("Shop.xcmappingmodel: warning: the copy of the source model cannot be read"))
        let file = target.output.appendingPathComponent("Shop.cdm")
        #expect(try MappingFile.read(at: file).entityMappings.map(\.name) == ["AToB"])
        let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        _ = try self.run(url)
        let later = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        #expect(date == later)
    }

    @Test("MIG-64 what cannot be compiled is an error with file and mapping, and writes nothing")
    func refuses() throws {
        let url = try write(
            "<attribute name=\"sourcename\">A</attribute><attribute name=\"sourcefilterpredicatestring\">a ==</attribute>"
        )
        let run = try run(url)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("Shop.xcmappingmodel: error: entity mapping 'A': the filter 'a =='"))
        #expect(!FileManager.default.fileExists(atPath: target.output.path))
        let missing = try self.run(target.folder.file("Missing.xcmappingmodel"))
        #expect(missing.exitCode == 1 && missing.errors.contains("Missing.xcmappingmodel: error: "))
    }

    @Test(
        "MIG-64 a copy of a model that differs from the model at its path is a warning",
        .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
    func warns() throws {
        let mapping = try #require(
            Fixtures.files(in: "mappings", where: { $0 == "Moody 4-Moody 5.xcmappingmodel" }).first)
        let model = try target.writeModel(
            "<entity name=\"Country\"/>", name: "Moody", version: "Moody 4")
        let run = try run(Fixtures.url(mapping), models: [model])
        #expect(run.exitCode == 0)
        #expect(run.errors.contains("warning: the copy of the source model differs from "))
        #expect(!run.errors.contains("destination model"))
        #expect(FileManager.default.fileExists(atPath: target.output.path + "/Moody 4-Moody 5.cdm"))
    }

    @Test(
        "MIG-64 a copy that equals the model at its path is none",
        .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
    func staysSilent() throws {
        let mapping = try #require(
            Fixtures.files(in: "mappings", where: { $0 == "Moody 4-Moody 5.xcmappingmodel" }).first)
        let path = try #require(
            Fixtures.files(in: "models", where: { $0 == "Moody 5.xcdatamodel" }).first)
        let contents = Fixtures.url(path).appendingPathComponent("contents")
        try target.write(
            try String(contentsOf: contents, encoding: .utf8),
            to: "Moody.xcdatamodeld/Moody 5.xcdatamodel/contents")
        let run = try run(Fixtures.url(mapping), models: [target.folder.file("Moody.xcdatamodeld")])
        #expect(run.exitCode == 0)
        #expect(!run.errors.contains("warning: the copy"))
    }
}
