// SPDX-License-Identifier: Apache-2.0
// `perdure store model` and `perdure store fit` on a server.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: models of stores on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerModelTests {
    private let folder: TemporaryFolder
    private let namespace: ServerNamespace
    private var url: String { namespace.url.absoluteString }
    private var place: String { "\"\(namespace.name)\"" }

    init() throws {
        folder = try TemporaryFolder()
        namespace = try ServerNamespace()
        _ = try write("Library", CopySample.model())
        let made = try ToolRun("store", "create", file("Library.mom"), "-o", url, "-q")
        #expect(made.exitCode == 0, "\(made.errors)")
    }

    private func file(_ name: String) -> String { folder.file(name).path }

    private func write(_ name: String, _ model: NSManagedObjectModel) throws -> String {
        try model.write(compiledTo: folder.file("\(name).mom"))
        return file("\(name).mom")
    }

    /// The model with one more attribute, or with another type of one.
    private func changed(_ change: (NSEntityDescription) -> Void) throws -> NSManagedObjectModel {
        let model = CopySample.model()
        change(try #require(model.entitiesByName["Book"]))
        return model
    }

    @Test("PG-153 PRG-122 store model takes the model out of a server, with the hashes that the store has")
    func model() throws {
        let hashes = try ToolRun("model", "hashes", file("Library.mom")).output
        for form in ["Out.xcdatamodeld", "Out.mom"] {
            let run = try ToolRun("store", "model", url, "-o", file(form))
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(try ToolRun("model", "hashes", file(form)).output == hashes)
        }
        let again = try ToolRun("store", "model", url, "-o", file("Out.mom"))
        #expect(again.exitCode == 4 && again.errors.contains("exists already"), "\(again.errors)")
        try SharedServer.run("DELETE FROM \(place).perdure_model")
        let none = try ToolRun("store", "model", url, "-o", file("None.mom"))
        #expect(none.exitCode == 3 && none.errors.contains("keeps no copy of its model"), "\(none.errors)")
        #expect(!FileManager.default.fileExists(atPath: file("None.mom")))
    }

    @Test("PG-153 PRG-128 fit names the version that made a store on a server, and what opening it does")
    func fits() throws {
        let next = try write(
            "Next",
            changed { book in
                let pages = NSAttributeDescription()
                (pages.name, pages.attributeType, pages.isOptional) = ("pages", .integer16AttributeType, true)
                book.properties.append(pages)
            })
        let refused = try write(
            "Refused", changed { $0.attributesByName["title"]?.attributeType = .dateAttributeType })
        let run = try ToolRun("store", "fit", url, file("Library.mom"), next)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.lines.first?.hasSuffix("Library (current): fits: opening does nothing") == true)
        #expect(
            run.output.contains("Next (current): opening migrates the store in place:\n"), "\(run.output)")
        #expect(run.output.contains("+pages"), "\(run.output)")
        let base = try #require(SharedServer.url)
        let no = try ToolRun("store", "fit", base, refused, "--schema", namespace.name, "--json")
        #expect(no.exitCode == 5)
        let json = try #require(try no.json() as? [String: Any])
        #expect((json["path"] as? String)?.contains("schema=\(namespace.name)") == true)
        let versions = try #require(json["versions"] as? [[String: Any]])
        #expect(versions.first?["opening"] as? String == "refused")
        #expect((versions.first?["refusals"] as? [String])?.isEmpty == false)
        #expect(try ToolRun("store", "fit", url, file("Library.mom")).exitCode == 0, "nothing was migrated")
    }
}
#endif
