// SPDX-License-Identifier: Apache-2.0
// The forms of `perdure store dump`: CSV, JSON lines, folders of files; values that cannot be read; readers that go away.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: forms of dumps") struct DumpFormTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("Things.sqlite").path
        let model = NSManagedObjectModel(
            EntitySketch(
                "Box", .attribute("label"), .toMany("things", "Thing", inverse: "box", isOrdered: true)),
            EntitySketch(
                "Thing", .attribute("name"), .attribute("count", .integer32AttributeType),
                .attribute("made", .dateAttributeType), .attribute("photo", .binaryDataAttributeType),
                .attribute("isNew", .booleanAttributeType), .toOne("box", "Box", inverse: "things")))
        let stack = try Stack(at: folder.file("Things.sqlite"), model)
        let context = stack.context()
        try context.performAndWait {
            let box = context.insert("Box", ["label": "=1+1"])
            for (number, name) in ["", "=HYPERLINK(\"x\")", "a, \"b\"\nc", "'quoted", "plain"].enumerated() {
                let thing = context.insert(
                    "Thing", ["name": name, "count": -number, "box": box, "isNew": number == 1])
                if number == 4 {
                    thing.setValue(Date(timeIntervalSinceReferenceDate: 0.25), forKey: "made")
                    thing.setValue(Data([0xFB, 0xFF]), forKey: "photo")
                }
            }
            context.insert("Thing", [:])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "CSV tells NULL from an empty text, runs no formula, and has dates by ISO 8601 and binary values as base64"
    )
    func cells() throws {
        let run = try ToolRun("store", "dump", path, "--entity", "Thing", "--csv")
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        let records = Set(
            run.output.components(separatedBy: "\r\n").map { record in
                record.replacing(/^Thing\/p\d+,/, with: "").replacing(/Box\/p\d+/, with: "Box")
            })
        #expect(run.output.hasPrefix("$object,$version,box,count,isNew,made,name,photo\r\n"))
        #expect(records.contains("1,Box,0,false,,\"\","))
        #expect(records.contains("1,Box,-1,true,,\"'=HYPERLINK(\"\"x\"\")\","))
        #expect(records.contains("1,Box,-2,false,,\"a, \"\"b\"\"\nc\","))
        #expect(records.contains("1,Box,-3,false,,'quoted,"))
        // A value of base64 may begin as a formula does.
        #expect(records.contains("1,Box,-4,false,2001-01-01T00:00:00.250Z,plain,'+/8="))
        #expect(records.contains("1,,,,,,"))
    }

    @Test("JSON lines of all entities have one object each, and members in their order")
    func lines() throws {
        let run = try ToolRun("store", "dump", path, "--json-lines")
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        let objects = try run.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["entity"] as? String } == ["Box"] + Array(repeating: "Thing", count: 6))
        let values = try #require(objects[0]["values"] as? [String: Any])
        #expect((values["things"] as? [String])?.count == 5)
        let plain = objects.compactMap { $0["values"] as? [String: Any] }.first {
            $0["name"] as? String == "plain"
        }
        #expect(plain?["photo"] as? String == "+/8=")
        #expect(plain?["made"] as? String == "2001-01-01T00:00:00.250Z")
    }

    @Test("a dump of all entities as CSV makes a new folder with a file for each")
    func folders() throws {
        let target = folder.file("Out").path
        #expect(try ToolRun("store", "dump", path, "--csv", "--to", target).exitCode == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: target).sorted() == ["Box.csv", "Thing.csv"])
        let boxes = try String(contentsOfFile: target + "/Box.csv", encoding: .utf8)
        #expect(boxes.hasPrefix("$object,$version,label,things\r\n"))
        #expect(boxes.contains(",'=1+1,Thing/p"))
        let again = try ToolRun("store", "dump", path, "--csv", "--to", target)
        #expect(
            again.exitCode == 4
                && again.errors.contains("exists already: name a folder that does not exist yet"))
        let lines = folder.file("Lines").path
        #expect(try ToolRun("store", "dump", path, "--json-lines", "--to", lines).exitCode == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: lines).sorted() == [
                "Box.jsonl", "Thing.jsonl",
            ])
    }

    @Test(
        "options that do not fit end with 2 and say what does",
        arguments: [
            (["--csv"], "'--csv' of all entities needs '--to FOLDER'"),
            (["--where", "1 == 1"], "'--where' needs '--entity'"),
            (["--entity", "Thing", "--to", "x"], "'--to' needs '--csv' or '--json-lines'"),
            (["--csv", "--json"], "'--json' and '--csv' exclude each other: choose one"),
        ])
    func refused(_ options: [String], _ reason: String) throws {
        let run = try ToolRun(["store", "dump", path] + options)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
    }

    @Test(
        "a value that cannot be read ends a dump; with --keep-going it is told, and everything else is there")
    func keepsGoing() throws {
        try RawDatabase(folder.file("Things.sqlite"), isReadOnly: false).rows(
            "UPDATE ZTHING SET ZCOUNT = 'many' WHERE ZNAME = 'plain'")
        let plain = try ToolRun("store", "dump", path, "--entity", "Thing", "--json")
        #expect(plain.exitCode == 3 && plain.errors.contains("Thing.count"))
        let run = try ToolRun("store", "dump", path, "--entity", "Thing", "--json", "--keep-going")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("Thing.count") && run.errors.contains("holds text"))
        let objects = try #require((try run.json() as? [String: Any])?["objects"] as? [[String: Any]])
        #expect(objects.count == 6)
        let values = objects.compactMap { $0["values"] as? [String: Any] }.first {
            $0["name"] as? String == "plain"
        }
        #expect(values?["count"] is NSNull && values?["photo"] as? String == "+/8=")
    }

    @Test("a reader that goes away ends a dump with 141 and without a word")
    func closedPipe() throws {
        let process = Process()
        process.executableURL = try Executables.url("perdure")
        process.arguments = ["store", "dump", path, "--json-lines"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try output.fileHandleForReading.close()
        try process.run()
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 141 && complaints.isEmpty, "\(complaints)")
    }
}
