// SPDX-License-Identifier: Apache-2.0
// Model files that are damaged or contradict themselves: error 259 with path, entity and property.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: model files") struct ModelFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ data: Data, as name: String) throws {
        let url = folder.file(name)
        try data.write(to: url)
        #expect(NSManagedObjectModel(contentsOf: url) == nil)
        _ = try NSManagedObjectModel.load(contentsOf: url)
    }

    private func source(_ entities: String) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">\(entities)</model>
            """.utf8)
    }

    @Test(
        "decision 21 a .mom that ends early is 259 and names the file",
        arguments: [0, 1, 7, 8, 40, 100, 500, 900])
    func truncated(_ count: Int) throws {
        let whole = try FixtureModel.notes().archivedData()
        #expect(whole.count > 1_000)
        let url = folder.file("Short.mom")
        try whole.prefix(count).write(to: url)
        let error = expectError(259, naming: ["Short.mom"], in: folder) {
            _ = try NSManagedObjectModel.load(contentsOf: url)
        }
        #expect(error?.path == url.path)
        #expect(NSManagedObjectModel(contentsOf: url) == nil)
    }

    @Test("decision 21 every length of a .mom but the whole ends in an error")
    func everyLength() throws {
        let whole = try FixtureModel.notes().archivedData()
        for count in 0..<whole.count {
            #expect(throws: NSError.self) { try NSManagedObjectModel(archivedData: whole.prefix(count)) }
        }
        #expect(try NSManagedObjectModel(archivedData: whole).entities.map(\.name) == ["Note"])
    }

    @Test("decision 21 changed bytes of a .mom end in a model or in an error of Cocoa's")
    func changedBytes() throws {
        let whole = try FixtureModel.scenarios().archivedData()
        var generator = SeededNumbers(seed: 7)
        var models = 0
        for _ in 0..<400 {
            do {
                _ = try NSManagedObjectModel(archivedData: whole.changing(1...6, from: 8, &generator))
                models += 1
            } catch {
                #expect((error as NSError).domain == NSCocoaErrorDomain, "\(error)")
            }
        }
        #expect(models < 400)
    }

    @Test("decision 21 an inverse that is not there is 259 and names entity and property")
    func danglingInverse() throws {
        let text = source(
            """
            <entity name="A"><relationship name="b" optional="YES" maxCount="1" deletionRule="Nullify" \
            destinationEntity="B" inverseName="gone" inverseEntity="B"/></entity><entity name="B"/>
            """)
        let url = folder.file("contents")
        try text.write(to: url)
        let error = expectError(259, naming: ["contents", "A.b", "gone", "B"], in: folder) {
            _ = try NSManagedObjectModel.load(contentsOf: url)
        }
        #expect(error?.userInfo["entity"] as? String == "A")
        #expect(error?.userInfo["property"] as? String == "b")
        #expect(NSManagedObjectModel(contentsOf: url) == nil)
    }

    @Test(
        "decision 21 names that lead nowhere are 259 and named",
        arguments: [
            (
                "<entity name=\"A\"><relationship name=\"b\" maxCount=\"1\" destinationEntity=\"Gone\"/></entity>",
                ["A.b", "Gone"]
            ),
            ("<entity name=\"A\" parentEntity=\"Gone\"/>", ["A", "Gone"]),
            ("<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/>", ["ancestor"]),
            ("<entity name=\"A\" parentEntity=\"A\"/>", ["A", "its own parent"]),
            ("<entity name=\"A\"/><entity name=\"A\"/>", ["A", "name"]),
            (
                "<entity name=\"A\"/><configuration name=\"C\"><memberEntity name=\"Gone\"/></configuration>",
                ["Gone", "C"]
            ),
        ])
    func contradictions(_ entities: String, _ words: [String]) throws {
        let url = folder.file("contents")
        try source(entities).write(to: url)
        expectError(259, naming: words + ["contents"], in: folder) {
            _ = try NSManagedObjectModel.load(contentsOf: url)
        }
    }

    @Test("hostile names of entities become tables and columns, or are refused; nothing else happens")
    func hostileNames() throws {
        let names = [
            "a\"; DROP TABLE Z_METADATA; --", "x' OR 1", "", "é\u{1F600}",
            String(repeating: "n", count: 5_000),
        ]
        for name in names {
            let entity = NSEntityDescription()
            entity.name = name
            let attribute = NSAttributeDescription()
            attribute.name = "k\"); DELETE FROM Z_PRIMARYKEY; --"
            attribute.attributeType = .stringAttributeType
            entity.properties = [attribute]
            let model = NSManagedObjectModel()
            model.entities = [entity]
            let url = folder.file("Names.sqlite")
            guard let stack = try? Stack(at: url, model) else { continue }
            try stack.coordinator.remove(stack.store)
            #expect(try RawDatabase(url).value("SELECT COUNT(*) FROM Z_PRIMARYKEY") == "1")
            #expect(try RawDatabase(url).value("SELECT COUNT(*) FROM Z_METADATA") == "1")
            try FileManager.default.removeItem(at: url)
        }
    }

    @Test(
        "check 30 default values that are no numbers end in a model or an error",
        arguments: [
            Double.infinity, -.infinity, .nan, 1e300, -1e300, .leastNonzeroMagnitude,
        ])
    func extremeDefaults(_ value: Double) throws {
        for type in [
            NSAttributeType.decimalAttributeType, .dateAttributeType, .integer16AttributeType,
            .doubleAttributeType,
        ] {
            let model = NSManagedObjectModel(
                EntitySketch("A", .attribute("a", type, default: NSNumber(value: value))))
            guard let data = try? model.archivedData() else { continue }
            let again = try NSManagedObjectModel(archivedData: data)
            let number = again.entitiesByName["A"]?.attributesByName["a"]?.defaultValue
            #expect("\(number as Any)".isEmpty == false)
            let stack = try Stack(.sqlite, again)
            let context = stack.context()
            context.performAndWait {
                context.insert("A")
                do { try context.save() } catch { #expect(!error.localizedDescription.isEmpty) }
            }
        }
    }

    @Test("a missing file, a folder, text and a picture are no models")
    func noModels() throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 400)
        expectError(259, naming: ["Picture.mom"]) { try load(png, as: "Picture.mom") }
        expectError(259, naming: ["Text.mom"]) { try load(Data("Dear diary,".utf8), as: "Text.mom") }
        expectError(259, naming: ["Empty.mom", "empty"]) { try load(Data(), as: "Empty.mom") }
        let missing = folder.file("Missing.mom")
        expectError(260, naming: ["Missing.mom"]) { _ = try NSManagedObjectModel.load(contentsOf: missing) }
        let empty = folder.file("Empty.momd")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        let error = #expect(throws: NSError.self) { _ = try NSManagedObjectModel.load(contentsOf: empty) }
        #expect(error?.localizedDescription.contains("Empty.momd") == true)
    }
}
