// SPDX-License-Identifier: Apache-2.0
// The program in README.md, run as it is printed there; only its files are in a temporary folder.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct ReadmeTests {
    private static let source = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Note" syncable="YES">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="created" optional="YES" attributeType="Date"/>
            </entity>
        </model>
        """

    private func writeModel(_ model: URL) throws {
        let version = model.appendingPathComponent("Notes.xcdatamodel")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        try Data(Self.source.utf8).write(to: version.appendingPathComponent("contents"))
    }

    @Test("the README's program runs as printed")
    @MainActor func program() throws {
        let folder = try TemporaryFolder()
        try writeModel(folder.file("Notes.xcdatamodeld"))
        var lines: [Any] = []
        func print(_ line: Any) { lines.append(line) }

        let model = NSManagedObjectModel(contentsOf: folder.file("Notes.xcdatamodeld"))!
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
        let file = folder.file("Notes.sqlite")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        container.loadPersistentStores { _, error in if let error { fatalError("\(error)") } }

        let context = container.viewContext
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue("Buy milk", forKey: "title")
        note.setValue(Date(), forKey: "created")
        try context.save()

        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "title CONTAINS[cd] %@", "MILK")
        request.sortDescriptors = [NSSortDescriptor(key: "created", ascending: false)]
        for note in try context.fetch(request) { print(note.value(forKey: "title") ?? "") }
        #expect(lines.map { "\($0)" } == ["Buy milk"])
    }

    @Test("the README prints the program that runs here")
    func sameText() throws {
        let readme = try String(
            contentsOf: Fixtures.packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let program = try #require(readme.components(separatedBy: "```").dropFirst().first)
        let lines = program.split(separator: "\n").dropFirst().map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        // Where the files are is what must differ.
        let compared = lines.filter { !$0.hasPrefix("//") && !$0.contains("fileURLWithPath") }
        #expect(compared.count > 12)
        #expect(compared.filter { !here.contains($0) } == [])
    }
}
