// SPDX-License-Identifier: Apache-2.0
// Copies of a store have its UUID, so one coordinator takes only one of them: object IDs name their store by it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct StoreIdentityTests {
    /// A stack with a store of the extension's type, and a closed copy of it.
    private func copied(_ name: String, in folder: TemporaryFolder) throws -> (stack: Stack, copy: URL) {
        let stack = try Stack(at: folder.file("first.\(name)"), FixtureModel.notes())
        let copy = folder.file("second.\(name)")
        try stack.coordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: try #require(stack.url), ofType: stack.store.type)
        return (stack, copy)
    }

    @Test(
        "STO-44 STO-4 a copy beside its original is 134080 with both places and what to do",
        arguments: ["sqlite", "xml", "binary"])
    func refused(_ name: String) throws {
        let folder = try TemporaryFolder()
        let (stack, copy) = try copied(name, in: folder)
        for options in [nil, [NSReadOnlyPersistentStoreOption: true]] as [[AnyHashable: Any]?] {
            let error = #expect(throws: NSError.self) {
                try stack.coordinator.addPersistentStore(
                    ofType: stack.store.type, configurationName: nil, at: copy, options: options)
            }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSPersistentStoreOpenError)
            let text = error?.localizedDescription ?? ""
            for word in ["first.\(name)", "second.\(name)", "NSStoreUUIDKey", "another coordinator"] {
                #expect(text.contains(word), "\(text)")
            }
        }
        #expect(stack.coordinator.persistentStores == [stack.store])
    }

    @Test(
        "STO-44 a refused copy is closed; with a UUID of its own it stands beside the original",
        arguments: ["sqlite", "xml", "binary"])
    func accepted(_ name: String) throws {
        let folder = try TemporaryFolder()
        let (stack, copy) = try copied(name, in: folder)
        let (type, coordinator) = (stack.store.type, stack.coordinator)
        #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: copy)
        }
        let other = try Stack(at: copy, FixtureModel.notes())
        #expect(other.store.identifier == stack.store.identifier)
        try other.coordinator.remove(other.store)
        let identifier = UUID().uuidString
        try NSPersistentStoreCoordinator.setMetadata(
            [NSStoreUUIDKey: identifier], forPersistentStoreOfType: type, at: copy)
        let added = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: copy)
        #expect(added.identifier == identifier && coordinator.persistentStores.count == 2)
    }

    @Test("STO-44 a store that was removed makes room for its copy")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let (stack, copy) = try copied("sqlite", in: folder)
        try stack.coordinator.remove(stack.store)
        let added = try stack.coordinator.addPersistentStore(type: .sqlite, at: copy)
        #expect(stack.coordinator.persistentStores == [added])
    }
}
