// SPDX-License-Identifier: Apache-2.0
// What `perdure store check` finds, and what it does not complain about.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: store check") struct StoreCheckTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    @Test("a sound store")
    func sound() throws {
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 0)
        #expect(run.output == "\(sample.path): sound, 5 objects of 2 entities read\n")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "damage is listed, and the exit code is 1",
        arguments: [
            "UPDATE ZNOTE SET ZFOLDER = 4711 WHERE ZTITLE = 'Milk'",
            "UPDATE ZNOTE SET Z_ENT = 99 WHERE ZTITLE = 'Milk'",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Note'",
        ])
    func damaged(_ statement: String) throws {
        try sample.damage(statement)
        let run = try ToolRun("store", "check", sample.path)
        #expect(run.exitCode == 1)
        #expect(run.lines.count >= 2)
        #expect(run.lines.dropLast().allSatisfy { $0.hasPrefix("error: ") || $0.hasPrefix("warning: ") })
        #expect(run.lines.last?.contains("problem") == true)
        #expect(run.errors.isEmpty)
    }

    @Test("--json lists problems as objects")
    func json() throws {
        try sample.damage("UPDATE ZNOTE SET ZFOLDER = 4711 WHERE ZTITLE = 'Milk'")
        let run = try ToolRun("store", "check", "--json", sample.path)
        #expect(run.exitCode == 1)
        let json = try #require(try run.json() as? [String: Any])
        let problems = try #require(json["problems"] as? [[String: Any]])
        #expect(
            problems.contains { $0["severity"] as? String == "error" && $0["object"] as? String == "ZNOTE" })
    }

    @Test(
        "real stores: sound, or the fault of the file has a name",
        .enabled(if: Fixtures.isAvailable, Comment(rawValue: Fixtures.absence)),
        arguments: Fixtures.files(in: "stores", where: Fixtures.isStore))
    func realStores(_ path: String) throws {
        let folder = try TemporaryFolder()
        let store = try folder.copyStore(Fixtures.url(path))
        let model = try Fixtures.table("pairs.tsv").first { $0["reference"] == path }?["source"]
        let options = model.map { ["--model", Fixtures.url($0).path] } ?? []
        let run = try ToolRun(["store", "check", store.path] + options)
        if model == nil, run.errors.contains("keeps no copy of its model") { return }
        guard let fault = Self.knownFaults.first(where: { path.hasSuffix($0.file) })?.fault else {
            #expect(run.exitCode == 0, "\(path): \(run.output)\(run.errors)")
            return
        }
        #expect(run.exitCode == 1)
        #expect(run.lines.dropLast().contains { $0.contains(fault) }, "\(run.output)")
    }

    /// What is really wrong with a file: objects that pairs name are gone, keys of entities that the model lacks
    /// (stubs that a test suite wrote by hand).
    private static let knownFaults = [
        (
            file: "Test-15.4.1.photoslibrary/database/Photos.sqlite",
            fault: "Z_54MERGECANDIDATES: a pair points"
        ),
        (file: "ArtsyPartner_1.3.sqlite", fault: "row 1: is of entity 3"),
        (file: "ArtsyPartner_1.4.sqlite", fault: "Z_MAX of Artist is -1, though the key 4 is in use"),
        (file: "ArtsyPartner_2.0.sqlite", fault: "row 1: is of entity 1"),
    ]
}
