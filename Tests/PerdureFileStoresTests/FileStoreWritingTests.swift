// SPDX-License-Identifier: Apache-2.0
// What reaches the files of XML and binary stores: deletions alone, texts that XML cannot hold; and what is left alone.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("XML and binary stores: what is written") struct FileStoreWritingTests {
    static let types = FileStoreStack.types

    @Test("STO-70 a save that only deletes is written", arguments: types)
    func deletion(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        let desk = context.insert("Desk", ["place": "a"])
        try context.save()
        context.delete(desk)
        try context.save()
        let again = try stack.reopened(LibraryModel.make())
        #expect(try again.context().all("Desk").isEmpty)
    }

    @Test("STO-70 texts with characters that XML cannot hold come back", arguments: types)
    func controlCharacters(_ type: String) throws {
        let text = "one\u{1}two\u{FFFE}\r\n<three>"
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        context.insert("Everything", ["text": text])
        try context.save()
        let again = try stack.reopened(LibraryModel.make()).context()
        let found = try again.all("Everything").map { $0.value(forKey: "text") as? String }
        #expect(found == [text])
    }

    @Test("STO-102 a file that is no store of the type is not destroyed", arguments: types)
    func foreignFile(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("notes.txt")
        try Data("no store".utf8).write(to: url)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url, ofType: type) }
        #expect(try Data(contentsOf: url) == Data("no store".utf8))
    }
}
