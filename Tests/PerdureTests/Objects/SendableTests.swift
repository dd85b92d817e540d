// SPDX-License-Identifier: Apache-2.0
// What may cross between threads: asked of the compiler, with the modules of this build.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("What may cross between threads")
struct SendableTests {
    @Test("OBJ-241 comparing objects and reading their IDs is safe on any thread")
    func identity() async throws {
        let life = try Life(.sqlite)
        nonisolated(unsafe) let objects = try (0..<200).map { try life.saved(["p": $0]) }
        for object in objects { life.a.refresh(object, mergeChanges: false) }
        let ids = objects.map(\.objectID)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    zip(objects, ids).count {
                        $0.objectID == $1 && $0 == $0 && $0.hash == $0.hash && $0.isFault
                    }
                }
            }
            for await count in group { #expect(count == objects.count) }
        }
        #expect(objects.allSatisfy { $0.isFault })
    }

    @Test("OBJ-240 OBJ-10 an ID crosses; the object is found by it in the other context")
    func ids() async throws {
        let life = try Life(.sqlite)
        let a = life.a
        let b = life.b
        let id = try await a.perform {
            let thing = a.insert("Thing", ["p": 1])
            try a.save()
            return thing.objectID
        }
        #expect(try await b.perform { try b.existingObject(with: id).p } == 1)
    }

    @Test(
        "OBJ-242 OBJ-243 IDs and contexts are Sendable: they go into blocks and come out",
        .enabled(if: Compiler.isAvailable, "needs swiftc and the modules of this build"))
    func allowed() throws {
        let errors = try Compiler.errors(
            """
            func send<T: Sendable>(_ value: T) {}
            func use(_ context: NSManagedObjectContext, _ id: NSManagedObjectID) async throws {
                send(context)
                send(id)
                let found = await context.perform { context.object(with: id).objectID }
                send(found)
                let name: String? = await context.perform { context.object(with: id).value(forKey: "name") as? String }
                send(name)
                Task.detached { await context.perform { context.delete(context.object(with: id)) } }
            }
            """)
        #expect(errors.isEmpty)
    }

    @Test(
        "OBJ-242 OBJ-243 objects are not: the compiler keeps them in",
        .enabled(if: Compiler.isAvailable, "needs swiftc and the modules of this build"))
    func refused() throws {
        let errors = try Compiler.errors(
            """
            func send<T: Sendable>(_ value: T) {}
            struct Held: Sendable { let object: NSManagedObject }
            func use(_ object: NSManagedObject) {
                send(object)
                send([object])
            }
            """)
        #expect(errors.count >= 3)
        for line in [3, 5, 6] { #expect(errors.contains { $0.contains(".swift:\(line):") }, "\(errors)") }
        #expect(errors.allSatisfy { $0.contains("NSManagedObject") && $0.contains("Sendable") })
    }

    @Test(
        "PRG-2 what a block returns is not looked at, as with Apple's declaration",
        .enabled(if: Compiler.isAvailable, "needs swiftc and the modules of this build"))
    func results() throws {
        let errors = try Compiler.errors(
            """
            func use(_ context: NSManagedObjectContext, _ id: NSManagedObjectID) async {
                let one = await context.perform { context.object(with: id) }
                let all = await context.perform { [context.object(with: id)] }
                _ = (one, all)
            }
            """)
        #expect(errors.isEmpty)
    }
}

/// The compiler that built this, and the modules that it made.
private enum Compiler {
    static var modules: URL { Fixtures.packageRoot.appendingPathComponent(".build/debug/Modules") }

    static var path: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(fileURLWithPath: "\($0)/swiftc") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }

    static var isAvailable: Bool {
        path != nil
            && FileManager.default.fileExists(
                atPath: modules.appendingPathComponent("Perdure.swiftmodule").path)
    }

    /// The errors in a text that imports CoreData, one line each; its first line is the second.
    static func errors(_ text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = folder.file("Snippet.swift")
        try "import CoreData\n\(text)\n".write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = path
        process.arguments =
            ["-typecheck", "-swift-version", "6", "-I", modules.path] + SystemModules.options + [file.path]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains(" error: ") || $0.hasPrefix("error: ") }
        // A failure that says nothing must not look like success.
        return process.terminationStatus == 0 || !errors.isEmpty ? errors : ["error: \(lines)"]
    }
}
