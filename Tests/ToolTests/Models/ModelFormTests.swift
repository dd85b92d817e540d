// SPDX-License-Identifier: Apache-2.0
// `perdure model graph` and `model convert`, versions by name, and models on standard input.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: forms of models") struct ModelFormTests {
    private let models: ModelFolder
    private let notes: String

    init() throws {
        models = try ModelFolder()
        notes = try models.source("Notes.xcdatamodel", ModelFolder.notes)
    }

    @Test("PRG-121 graph prints Mermaid: boxes, inheritance, one line for a pair")
    func mermaid() throws {
        let run = try ToolRun("model", "graph", notes)
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                classDiagram
                    class n0["Folder"] {
                        String name
                    }
                    class n1["Note"] {
                        String? title
                    }
                    class n2["Task"] {
                        Boolean isDone
                    }
                    n1 <|-- n2
                    n0 "0..1" -- "*" n1 : notes / folder
                    n1 --> "0..1" n1 : origin

                """)
        #expect(!(try ToolRun("model", "graph", notes, "--entities-only").output.contains("title")))
    }

    @Test("PRG-121 graph prints DOT that Graphviz reads, and SVG where it is there")
    func dot() throws {
        let run = try ToolRun("model", "graph", notes, "--format", "dot")
        #expect(run.output.hasPrefix("digraph model {\n") && run.output.hasSuffix("}\n"))
        #expect(run.output.contains("n0 -> n1 [arrowhead=none, label=\"notes / folder\""))
        let svg = try ToolRun("model", "graph", notes, "-o", models.path("out.svg"))
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/dot") {
            #expect(svg.exitCode == 0)
            #expect(try String(contentsOf: models.folder.file("out.svg"), encoding: .utf8).contains("<svg"))
        } else {
            #expect(svg.exitCode == 4 && svg.errors.contains("apt-get install graphviz"))
        }
        #expect(try ToolRun("model", "graph", notes, "--format", "png").exitCode == 2)
    }

    @Test("PRG-122 a model goes through all forms and keeps its hashes")
    func converts() throws {
        let expected = try ToolRun("model", "hashes", notes).output
        var from = notes
        for form in ["A.momd", "A.xcdatamodeld", "A.mom", "B.xcdatamodel"] {
            let run = try ToolRun("model", "convert", from, "--output", models.path(form))
            #expect(run.exitCode == 0, "\(run.errors)")
            from = models.path(form)
            #expect(try ToolRun("model", "hashes", from).output == expected, "\(form)")
        }
        let again = try ToolRun("model", "convert", notes, "-o", models.path("A.mom"))
        #expect(again.exitCode == 4 && again.errors.contains("exists already; --force replaces it"))
        #expect(
            try ToolRun("model", "convert", notes, "-o", models.path("A.mom"), "--force", "-q").errors.isEmpty
        )
        let other = try ToolRun("model", "convert", notes, "-o", models.path("A.xml"))
        #expect(other.exitCode == 2 && other.errors.contains(".xcdatamodeld, .xcdatamodel, .mom, .momd"))
    }

    @Test("PRG-122 convert writes classes, and says how classes become a model")
    func classes() throws {
        for form in ["macros", "swiftdata"] {
            let run = try ToolRun("model", "convert", notes, "--to", form, "-o", models.path(form))
            #expect(run.exitCode == 0, "\(run.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: models.path(form))
            #expect(names.contains { $0.hasPrefix("Note") && $0.hasSuffix(".swift") }, "\(names)")
            let back = try ToolRun("model", "convert", models.path(form), "-o", models.path("C.mom"))
            #expect(back.exitCode == 3 && back.errors.contains(".write(compiledTo: url)"))
        }
        #expect(
            try ToolRun("model", "convert", notes, "--to", "macro", "-o", "x").errors.contains(
                "did you mean 'macros'?"))
    }

    @Test("PRG-122 what a source cannot say is told")
    func losses() throws {
        let model = NSManagedObjectModel(EntitySketch("A", .attribute("x", .integer32AttributeType)))
        model.entitiesByName["A"]?.attributesByName["x"]?.setValidationPredicates(
            [NSPredicate(format: "modulus:by:(SELF, 2) == 0")], withValidationWarnings: ["odd"])
        try model.write(compiledTo: models.folder.file("Odd.mom"))
        let run = try ToolRun(
            "model", "convert", models.path("Odd.mom"), "-o", models.path("Odd.xcdatamodeld"))
        #expect(run.exitCode == 0 && run.errors.contains("A.x: a model source cannot say all of it"))
    }

    @Test("PRG-133 --version names a version of a model; an unknown one is told with those that are there")
    func versions() throws {
        let folder = models.folder.file("V.xcdatamodeld")
        for (name, entity) in [("One", "First"), ("Two", "Second")] {
            _ = try models.source("V.xcdatamodeld/\(name).xcdatamodel", "<entity name=\"\(entity)\"/>")
        }
        #expect(try ToolRun("model", "show", folder.path, "--version", "One").output.contains("First"))
        #expect(try ToolRun("model", "show", folder.path, "--version", "Two").output.contains("Second"))
        let unknown = try ToolRun("model", "hashes", folder.path, "--version", "Tow")
        #expect(unknown.exitCode == 2)
        #expect(
            unknown.errors.hasSuffix(
                "there is no version 'Tow'; there are 'One', 'Two'; did you mean 'Two'?\n"))
        let diff = try ToolRun("model", "diff", folder.path, folder.path, "--source-version", "One")
        #expect(diff.exitCode == 1 && diff.output.contains("First") && diff.output.contains("Second"))
    }

    @Test("PRG-133 - is a model on standard input")
    func standardInput() throws {
        let text = try String(contentsOfFile: notes + "/contents", encoding: .utf8)
        let run = try ToolRun(["model", "hashes", "-"], input: text)
        #expect(run.exitCode == 0)
        #expect(try run.output == ToolRun("model", "hashes", notes).output)
        let broken = try ToolRun(["model", "show", "-"], input: "nothing")
        #expect(broken.exitCode == 3 && broken.errors.hasPrefix("perdure: standard input: "))
    }

    @Test("PRG-134 a folder that holds .mom files is no model, and says so")
    func folderOfModels() throws {
        let folder = models.folder.file("Resources")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["A.mom", "B.mom"] {
            #expect(
                try ToolRun("model", "compile", notes, folder.appendingPathComponent(name).path).exitCode == 0
            )
        }
        let run = try ToolRun("model", "show", folder.path)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("the folder is no model, although it holds compiled ones (A.mom, B.mom)"))
    }

    @Test("PRG-134 a model with several mistakes gives the same error each time")
    func sameError() throws {
        let entities = (0..<8).map {
            "<entity name=\"E\($0)\" parentEntity=\"Nobody\($0)\"><attribute name=\"x\" attributeType=\"String\"/><attribute name=\"x\" attributeType=\"String\"/></entity>"
        }
        let broken = try models.source("Broken.xcdatamodel", entities.joined())
        let texts = try (0..<6).map { _ in
            try ["show", "hashes", "lint"].map {
                try ToolRun("model", $0, broken).errors + ToolRun("model", $0, broken).output
            }
        }
        #expect(Set(texts).count == 1)
    }
}
