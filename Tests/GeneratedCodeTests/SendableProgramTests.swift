// SPDX-License-Identifier: Apache-2.0
// What the compiler says, in the Swift 6 language mode, of programs that take objects where they must not be.

import Foundation
import PerdureCodegen
import Testing

@Suite("Objects and the compiler's checks", .serialized, .enabled(if: TypeChecker.isAvailable))
struct SendableProgramTests {
    private func diagnostics(_ body: String, _ flags: [String] = ["-swift-version", "6"]) throws -> String {
        let text = """
            import CoreData

            func use(
                _ context: NSManagedObjectContext, _ person: NSManagedObject, _ container: NSPersistentContainer
            ) async throws {
            \(body)
            }
            """
        let file = GeneratedFile(name: "Program.swift", text: text)
        return try TypeChecker().check([file], module: "Program", flags: flags)
    }

    @Test(
        "REL-16 CTX-220 IDs, contexts and containers may go anywhere",
        arguments: [
            "    let id = person.objectID; _ = await context.perform { context.object(with: id).objectID }",
            "    async let id = context.perform { context.registeredObjects.first?.objectID }; _ = await id",
            "    _ = try await container.performBackgroundTask { try $0.fetch(NSFetchRequest<NSManagedObject>()).count }",
            "    let id = person.objectID; _ = Task { @MainActor in container.viewContext.object(with: id).isFault }",
        ])
    func allowed(_ body: String) throws {
        #expect(try diagnostics(body) == "")
    }

    private static let resultPrograms = [
        "    _ = try await container.performBackgroundTask { try $0.fetch(NSFetchRequest<NSManagedObject>()) }",
        "    let objects = await context.perform { context.registeredObjects }; print(objects.count)",
        "    let main = Task { @MainActor in await context.perform { context.registeredObjects }.count }; _ = await main.value",
        "    _ = await container.persistentStoreCoordinator.perform { NSManagedObject.fetchRequest() }",
    ]

    @Test(
        "PRG-2 blocks may give results that are not Sendable, as Apple's declarations allow",
        arguments: resultPrograms)
    func results(_ body: String) throws {
        #expect(try diagnostics(body) == "")
        #expect(try diagnostics(body, ["-swift-version", "5"]) == "")
        #expect(try diagnostics(body, ["-swift-version", "6", "-default-isolation", "MainActor"]) == "")
    }

    @Test(
        "PRG-2 an object that goes into an awaited block is a warning at most",
        arguments: [
            "    _ = await context.perform { person.value(forKey: \"name\") as? String }",
            "    _ = await container.persistentStoreCoordinator.perform { person.isFault }",
        ])
    func captures(_ body: String) throws {
        let text = try diagnostics(body, ["-swift-version", "6", "-no-warnings-as-errors"])
        #expect(text.contains("warning:") && !text.contains("error:"), "\(text)")
    }

    @Test(
        "REL-16 CTX-220 the compiler notices an object that goes to another queue",
        arguments: [
            "    _ = await context.perform { person.value(forKey: \"name\") as? String }",
            "    func start() { container.performBackgroundTask { _ in print(person.isFault) } }; start()",
        ])
    func refused(_ body: String) throws {
        let text = try diagnostics(body)
        #expect(
            text.contains("error:") && (text.contains("Sendable") || text.contains("data race")), "\(text)")
    }
}
