// SPDX-License-Identifier: Apache-2.0
// What carries a mapping out: its expressions and its policy, whatever type it says it has.

import CoreData
import PerdureTestSupport
import Testing

@testable import PerdureMigration

/// Notes that it was asked.
final class WitnessPolicy: NSEntityMigrationPolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        HookLog.of(manager)?.calls.append(mapping.name)
    }
}

@Suite("Kinds of mappings") struct MappingKindTests {
    /// The types that are carried out alike.
    private static let types: [NSEntityMappingType] = [
        .undefinedEntityMappingType, .customEntityMappingType, .copyEntityMappingType,
        .transformEntityMappingType,
    ]

    @Test("MIG-66 expressions say what a mapping does, and not its type", arguments: types)
    func expressions(_ type: NSEntityMappingType) throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        let writers = try #require(mapping.mapping(to: "Writer"))
        writers.mappingType = type
        writers.set("fullName", "uppercase:($source.name)")
        try sample.migrate(mapping)
        let names = try sample.lines().filter { $0.hasPrefix("Writer ") }
        #expect(names.count == 2)
        #expect(names.first?.contains("fullName=AUTHOR 0") == true)
    }

    @Test("MIG-66 a policy is asked with any type", arguments: types)
    func policies(_ type: NSEntityMappingType) throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        let writers = try #require(mapping.mapping(to: "Writer"))
        writers.mappingType = type
        writers.entityMigrationPolicyClassName = "WitnessPolicy"
        let log = HookLog()
        try sample.migrate(mapping, by: sample.manager(log))
        #expect(log.calls == [writers.name])
    }

    @Test("MIG-66 what is removed makes nothing, and what is added has no source")
    func endpoints() throws {
        let sample = try LibrarySample()
        try sample.migrate(try sample.inferred())
        #expect(try !sample.lines().contains { $0.hasPrefix("Shelf") || $0.hasPrefix("Loan") })
    }

    @Test(
        "MIG-73 a policy is found by the name as written, by its last part, and in a module that no longer exists",
        arguments: ["WitnessPolicy", "PerdureMigrationTests.WitnessPolicy", "FormerApp.WitnessPolicy"])
    func names(_ name: String) throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = name
        let log = HookLog()
        try sample.migrate(mapping, by: sample.manager(log))
        #expect(log.calls.count == 1)
    }

    @Test("MIG-73 a policy that nobody has is 134110 before anything is made, with its name")
    func unknown() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Volume")?.entityMigrationPolicyClassName = "App.NobodysPolicy"
        let error = #expect(throws: NSError.self) { try sample.migrate(mapping) }
        #expect(error?.code == 134110)
        #expect((error?.userInfo["reason"] as? String)?.contains("NobodysPolicy") == true)
        #expect(!FileManager.default.fileExists(atPath: sample.destination.path))
    }
}
