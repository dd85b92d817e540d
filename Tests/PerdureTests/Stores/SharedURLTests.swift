// SPDX-License-Identifier: Apache-2.0
// Descriptions of one container that have one URL.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct SharedURLTests {
    private func container(_ urls: URL...) -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        container.persistentStoreDescriptions = urls.map { NSPersistentStoreDescription(url: $0) }
        return container
    }

    private func codes(of container: NSPersistentContainer) -> [Int] {
        var codes: [Int] = []
        container.loadPersistentStores { codes.append(($1 as NSError?)?.code ?? 0) }
        return codes
    }

    @Test("STO-192 STO-4 the second description of a URL is called back with 134080")
    func twice() throws {
        let folder = try TemporaryFolder()
        let container = self.container(
            folder.file("a.sqlite"), folder.file("x/../a.sqlite"), folder.file("b.sqlite"))
        #expect(codes(of: container) == [0, 134080, 0])
        #expect(container.persistentStoreCoordinator.persistentStores.count == 2)
    }

    @Test("STO-192 stores that were open before the call are skipped")
    func openBefore() throws {
        let folder = try TemporaryFolder()
        let container = self.container(folder.file("a.sqlite"), folder.file("a.sqlite"))
        #expect(codes(of: container) == [0, 134080])
        container.persistentStoreDescriptions.append(
            NSPersistentStoreDescription(url: folder.file("b.sqlite")))
        #expect(codes(of: container) == [0])
    }

    @Test("STO-192 a handler that loads again opens the rest, which is no error then")
    func loadingAgain() throws {
        let folder = try TemporaryFolder()
        let bad = folder.file("bad.sqlite")
        try Data(String(repeating: "no database ", count: 400).utf8).write(to: bad)
        let container = self.container(bad, folder.file("good.sqlite"))
        var codes: [Int] = []
        container.loadPersistentStores { _, error in
            codes.append((error as NSError?)?.code ?? 0)
            guard error != nil else { return }
            try? FileManager.default.removeItem(at: bad)
            codes += self.codes(of: container)
        }
        #expect(codes == [259, 0, 0])
        #expect(container.persistentStoreCoordinator.persistentStores.count == 2)
    }
}
