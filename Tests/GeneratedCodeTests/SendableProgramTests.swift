// SPDX-License-Identifier: Apache-2.0
// What the compiler says, in the Swift 6 language mode, of programs that take objects where they must not be.

import Foundation
import PerdureCodegen
import Testing

@Suite("Objects and the compiler's checks", .serialized, .enabled(if: TypeChecker.isAvailable))
struct SendableProgramTests {
    private func diagnostics(_ body: String) throws -> String {
        let text = """
            import CoreData

            func use(
                _ context: NSManagedObjectContext, _ person: NSManagedObject, _ container: NSPersistentContainer
            ) async throws {
            \(body)
            }
            """
        return try TypeChecker().check([GeneratedFile(name: "Program.swift", text: text)], module: "Program")
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

    @Test(
        "REL-16 CTX-220 an object that leaves its queue is an error of the compiler",
        arguments: [
            "    _ = await context.perform { person.value(forKey: \"name\") as? String }",
            "    _ = try await container.performBackgroundTask { try $0.fetch(NSFetchRequest<NSManagedObject>()) }",
            "    _ = await context.perform { context.registeredObjects }",
            "    func start() { container.performBackgroundTask { _ in print(person.isFault) } }; start()",
        ])
    func refused(_ body: String) throws {
        let text = try diagnostics(body)
        #expect(
            text.contains("error:") && (text.contains("Sendable") || text.contains("data race")), "\(text)")
    }
}
