// SPDX-License-Identifier: Apache-2.0
// `perdure store migrate` on a server: one store, and those of many namespaces.

#if PostgreSQL
import Foundation
import Perdure
import PerdureMapping
import PerdureTestSupport
import Testing

import class Perdure.NSExpression

@Suite("Tool: migrating stores on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerMigrateTests {
    private let folder: TemporaryFolder
    private let base: String

    init() throws {
        folder = try TemporaryFolder()
        base = try #require(SharedServer.url)
    }

    /// The sample's model with a change.
    private func next() throws -> String {
        let model = StoreSample.model()
        let title = model.entitiesByName["Note"]?.attributesByName["title"]
        title?.renamingIdentifier = "title"
        title?.name = "headline"
        let url = folder.file("Next.mom")
        try model.write(compiledTo: url)
        return url.path
    }

    private func fill(_ url: URL) throws {
        let stack = try Stack(at: url, StoreSample.model())
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note", ["title": "Bread"])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "PG-153 store migrate gives a store on a server the next version; the second time there is nothing to do"
    )
    func one() throws {
        let namespace = try ServerNamespace()
        try fill(namespace.url)
        let (url, model) = (namespace.url.absoluteString, try next())
        let dry = try ToolRun("store", "migrate", url, "--model", model, "--dry-run")
        #expect(dry.exitCode == 0 && dry.output.contains("title -> headline"))
        #expect(
            dry.output.contains("statements:\n  ALTER TABLE \"\(namespace.name)\".\"note\" RENAME COLUMN"))
        #expect(dry.output.hasSuffix("would be migrated\n"))
        #expect(try SharedServer.run("SELECT title FROM \(namespace.name).note") == ["Bread"])
        let run = try ToolRun("store", "migrate", url, "--model", model)
        #expect(
            run.exitCode == 0 && run.errors == "" && run.output.hasSuffix(": migrated\n"), "\(run.errors)")
        let texts = try SharedServer.run("SELECT headline FROM \(namespace.name).note")
        #expect(texts == ["Bread"])
        let again = try ToolRun("store", "migrate", url, "--model", model)
        #expect(again.exitCode == 0 && again.output.hasSuffix("has this version already\n"))
    }

    @Test(
        "PG-153 --schemas migrates the stores of all namespaces of a pattern, and goes on behind one that fails"
    )
    func many() throws {
        let mark = "tenants_" + String(UInt32.random(in: 0 ... .max), radix: 16)
        let names = (0..<4).map { "\(mark)_\($0)" }
        defer { for name in names { _ = try? SharedServer.run("DROP SCHEMA IF EXISTS \(name) CASCADE") } }
        for name in names {
            try fill(try #require(URL(string: base + (base.contains("?") ? "&" : "?") + "schema=\(name)")))
        }
        try SharedServer.run("UPDATE \(names[1]).perdure_store SET format = 99")
        let pattern = mark.replacingOccurrences(of: "_", with: "\\_") + "\\_%"
        let run = try ToolRun("store", "migrate", base, "--model", try next(), "--schemas", pattern)
        #expect(run.exitCode == 5)
        #expect(run.errors.contains("a newer version of Perdure"), "\(run.errors)")
        #expect(run.errors.contains("1 of 4 stores were not migrated"))
        #expect(run.output.components(separatedBy: "title -> headline").count == 2)
        #expect(run.output.components(separatedBy: ": migrated\n").count == 4)
        for index in [0, 2, 3] {
            #expect(try SharedServer.run("SELECT headline FROM \(names[index]).note") == ["Bread"])
        }
        let none = try ToolRun("store", "migrate", base, "--model", try next(), "--schemas", "none\(mark)")
        #expect(none.exitCode == 3 && none.errors.contains("no namespace with a store fits"))
    }

    @Test(
        "PG-153 MIG-153 store migrate takes a mapping model on a server, also where nothing can be inferred")
    func mapping() throws {
        let namespace = try ServerNamespace()
        try fill(namespace.url)
        let model = StoreSample.model()
        let title = model.entitiesByName["Note"]?.attributesByName["title"]
        title?.attributeType = .booleanAttributeType
        let (next, file) = (folder.file("Next.mom"), folder.file("Mapping.cdm"))
        try model.write(compiledTo: next)
        let old = StoreSample.model()
        let mapping = NSMappingModel()
        mapping.entityMappings = old.entities.filter { !$0.isAbstract }.map { entity in
            let mapping = NSEntityMapping()
            mapping.name = entity.name
            mapping.mappingType = .customEntityMappingType
            (mapping.sourceEntityName, mapping.destinationEntityName) = (entity.name, entity.name)
            if entity.name == "Note" {
                let property = NSPropertyMapping()
                property.name = "title"
                property.valueExpression = NSExpression(forConstantValue: true)
                mapping.attributeMappings = [property]
            }
            return mapping
        }
        try mapping.write(compiledTo: file)
        let words = ["store", "migrate", namespace.url.absoluteString, "--model", next.path]
        let refused = try ToolRun(words)
        #expect(refused.exitCode == 5)
        let dry = try ToolRun(words + ["--mapping", file.path, "--dry-run"])
        #expect(dry.exitCode == 0 && !dry.output.contains("statements:"))
        let run = try ToolRun(words + ["--mapping", file.path])
        #expect(run.exitCode == 0 && run.output.hasSuffix(": migrated\n"), "\(run.errors)")
        #expect(try SharedServer.run("SELECT count(*)::text FROM \(namespace.name).note") == ["1"])
    }

    @Test("PG-153 options for files are refused on a server")
    func refusals() throws {
        let run = try ToolRun("store", "migrate", base, "--model", try next(), "--to", "copy")
        #expect(run.exitCode == 2 && run.errors.contains("'--to' is for files"))
        let both = try ToolRun(
            "store", "migrate", base, "--model", try next(), "--schema", "a", "--schemas", "b")
        #expect(both.exitCode == 2)
    }
}
#endif
