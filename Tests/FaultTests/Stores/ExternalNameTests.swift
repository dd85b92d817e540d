// SPDX-License-Identifier: Apache-2.0
// Names of external files that a stranger wrote: only plain files inside the folder are ever opened.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: external files") struct ExternalNameTests {
    private let store: BookStore
    private let secret = Data("secret of another program".utf8)

    init() throws {
        store = try BookStore()
        try secret.write(to: store.folder.file("secret"))
    }

    private static let name = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    private var external: URL { store.folder.file(".Books_SUPPORT/_EXTERNAL_DATA") }

    private func plant(_ name: Data) throws {
        try FileManager.default.createDirectory(at: external, withIntermediateDirectories: true)
        try store.damage(
            "UPDATE ZBOOK SET ZCOVER = \((Data([2]) + name + Data([0])).sqlLiteral) WHERE Z_PK = 1")
    }

    private func expectRefusal(_ words: String...) {
        let error = expectError(134070, naming: ["Book.cover"] + words, in: store.folder) {
            try store.readBooks()
        }
        let text = "\(error?.userInfo ?? [:])"
        #expect(!text.contains("secret of") && !text.contains("root:"))
        #expect(error?.userInfo["entity"] as? String == "Book")
        #expect(error?.userInfo["property"] as? String == "cover")
    }

    @Test(
        "check 31 names that lead out of the folder are refused and named",
        arguments: [
            "../../secret", "../../../../../../etc/passwd", "/etc/passwd", "/dev/zero", ".", "..", "",
            "6BA7B810-9DAD-11D1-80B4-00C04FD430C8/../../secret", "../6BA7B810-9DAD-11D1-80B4-00C04FD430C",
            "6BA7B810-9DAD-11D1-80B4-00C04FD430C\u{0}", "6BA7B810_9DAD_11D1_80B4_00C04FD430C8",
            String(repeating: "../", count: 12), String(repeating: "A", count: 5_000),
        ])
    func leadingOut(_ name: String) throws {
        try plant(Data(name.utf8))
        expectRefusal("damaged")
    }

    @Test("check 31 a missing file is an error that names it, entity and property")
    func missing() throws {
        try plant(Data(Self.name.utf8))
        expectRefusal(Self.name, "cannot be opened")
    }

    @Test(
        "check 31 a link, a folder, a pipe, a device under the name are refused at once",
        arguments: [
            "link", "folder", "pipe", "device",
        ])
    func notPlain(_ kind: String) throws {
        try plant(Data(Self.name.utf8))
        let path = external.appendingPathComponent(Self.name).path
        switch kind {
        case "link": symlink(store.folder.file("secret").path, path)
        case "folder": mkdir(path, 0o755)
        case "pipe": mkfifo(path, 0o600)
        default: symlink("/dev/zero", path)
        }
        expectRefusal(Self.name)
    }

    @Test("check 31 a folder of external files that is a link elsewhere is refused")
    func linkedFolder() throws {
        try plant(Data(Self.name.utf8))
        let elsewhere = store.folder.file("elsewhere")
        try FileManager.default.removeItem(at: external)
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try secret.write(to: elsewhere.appendingPathComponent(Self.name))
        try FileManager.default.createSymbolicLink(at: external, withDestinationURL: elsewhere)
        expectRefusal(Self.name, "_EXTERNAL_DATA")
    }

    @Test(
        "check 31 a damaged reference is replaced and deleted without touching any other file",
        arguments: [true, false])
    func replacing(_ deletes: Bool) throws {
        try plant(Data("../../secret".utf8))
        let stack = try store.open()
        let context = stack.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "title == 'Book 1'")
            request.includesPropertyValues = false
            let book = try #require(try context.fetch(request).first)
            if deletes { context.delete(book) } else { try? book.trySetValue(Data([1]), forKey: "cover") }
            do { try context.save() } catch {
                #expect(error.localizedDescription.contains("Book.cover"), "\(error)")
            }
        }
        #expect(try Data(contentsOf: store.folder.file("secret")) == secret)
    }
}
