// SPDX-License-Identifier: Apache-2.0
// Hostile XML: DTDs and entities are refused and never expanded, depth is limited.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: XML") struct XMLTests {
    private let folder: TemporaryFolder
    private static let secret = "the text of the entity"

    init() throws { folder = try TemporaryFolder() }

    private static func laughs() -> String {
        let levels = (1...9).map { level in
            "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">"
        }
        return "<!DOCTYPE model [<!ENTITY a0 \"lol\">" + levels.joined() + "]><model a=\"&a9;\">&a9;</model>"
    }

    static let refused: [(name: String, text: String)] = [
        (
            "entity in an attribute",
            "<!DOCTYPE model [<!ENTITY s \"\(secret)\">]><model><entity name=\"&s;\"/></model>"
        ),
        ("entity in text", "<!DOCTYPE model [<!ENTITY s \"\(secret)\">]><model>&s;</model>"),
        ("a DTD without entities", "<!DOCTYPE model SYSTEM \"http://127.0.0.1:9/model.dtd\"><model/>"),
        ("a DTD that nobody uses", "<!DOCTYPE model [<!ENTITY s \"\(secret)\">]><model/>"),
        ("external entity", "<!DOCTYPE model [<!ENTITY s SYSTEM \"file:///etc/passwd\">]><model>&s;</model>"),
        (
            "parameter entity",
            "<!DOCTYPE model [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><model/>"
        ),
        ("an entity that was not declared", "<model><entity name=\"&s;\"/></model>"),
        ("billion laughs", laughs()),
        (
            "quadratic growth",
            "<!DOCTYPE model [<!ENTITY a \"\(String(repeating: "x", count: 50_000))\">]><model>"
                + String(repeating: "&a;", count: 10_000) + "</model>"
        ),
        ("100,000 levels", String(repeating: "<model>", count: 100_000)),
        (
            "100,000 levels, closed",
            String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        ),
        ("an attribute that does not end", "<model name=\"" + String(repeating: "y", count: 1_000_000)),
        ("a character that does not exist", "<model name=\"&#xFFFFFFFFFF;\"/>"),
        ("NUL by number", "<model name=\"&#0;\"/>"),
        ("an attribute that stands twice", "<model name=\"a\" name=\"b\"/>"),
        ("text behind the end", "<model/><model/>"),
        ("no end", "<model><entity name=\"A\">"),
        ("another root", "<html><body/></html>"),
    ]

    @Test("check 22 hostile sources are refused with 259; nothing is expanded", arguments: refused.indices)
    func hostile(_ index: Int) throws {
        let (name, text) = Self.refused[index]
        let url = folder.file("contents")
        try Data(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text).utf8).write(to: url)
        let error = expectError(259, naming: ["contents"], in: folder) {
            _ = try NSManagedObjectModel.load(contentsOf: url)
        }
        let words = "\(error?.userInfo ?? [:])"
        #expect(!words.contains(Self.secret) && !words.contains("root:") && words.count < 20_000, "\(name)")
        #expect(NSManagedObjectModel(contentsOf: url) == nil)
    }

    @Test(
        "check 22 a DTD in UTF-16 is refused too",
        arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian])
    func wideCharacters(_ encoding: String.Encoding) throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + Self.refused[0].text
        let url = folder.file("contents")
        try #require(text.data(using: encoding)).write(to: url)
        let error = expectError(259, naming: ["contents"]) {
            _ = try NSManagedObjectModel.load(contentsOf: url)
        }
        let words = "\(error?.userInfo ?? [:])"
        #expect(!words.contains(Self.secret))
    }

    @Test("check 22 a version file with an entity does not choose the version")
    func versionFile() throws {
        let bundle = folder.file("Model.xcdatamodeld")
        let manager = FileManager.default
        for (name, entity) in [("One", "First"), ("Two", "Second")] {
            let version = bundle.appendingPathComponent("\(name).xcdatamodel")
            try manager.createDirectory(at: version, withIntermediateDirectories: true)
            try Data("<?xml version=\"1.0\"?><model><entity name=\"\(entity)\"/></model>".utf8)
                .write(to: version.appendingPathComponent("contents"))
        }
        let current = bundle.appendingPathComponent(".xccurrentversion")
        try Data(
            """
            <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY v "Two.xcdatamodel">]><plist version="1.0"><dict>\
            <key>_XCCurrentVersionName</key><string>&v;</string></dict></plist>
            """.utf8
        ).write(to: current)
        do {
            let model = try NSManagedObjectModel.load(contentsOf: bundle)
            #expect(model.entitiesByName["Second"] == nil)
        } catch {
            #expect((error as NSError).code == 259)
            #expect(error.localizedDescription.contains("xccurrentversion"))
        }
    }
}
