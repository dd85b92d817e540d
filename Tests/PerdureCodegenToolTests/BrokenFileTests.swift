// SPDX-License-Identifier: Apache-2.0
// Models whose files are damaged, missing or do not say what is meant.

import Foundation
import Testing

@Suite("Codegen tool: broken files") struct BrokenFileTests {
    private let target: TargetFolder

    init() throws { target = try TargetFolder() }

    private func message(_ model: URL) throws -> String {
        let run = try target.run(models: [model])
        #expect(run.exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: target.output.path))
        return run.errors.replacingOccurrences(of: target.folder.url.path + "/", with: "")
    }

    @Test("A source that is no XML")
    func noXML() throws {
        try target.write("entity Movie { title: String }", to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        #expect(
            try message(target.folder.file("Shop.xcdatamodeld")) == """
                Shop.xcdatamodeld/Shop.xcdatamodel/contents: error: this is neither a model source (XML) nor a compiled \
                model (binary property list)

                """)
    }

    @Test("XML that is damaged")
    func damaged() throws {
        try target.write(
            "<model>\n<entity name='Movie'>\n</model>", to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        #expect(
            try message(target.folder.file("Shop.xcdatamodeld"))
                .hasPrefix(
                    "Shop.xcdatamodeld/Shop.xcdatamodel/contents: error: this is no readable model source: "))
    }

    @Test("XML that is no model")
    func noModel() throws {
        try target.write("<html/>", to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        #expect(
            try message(target.folder.file("Shop.xcdatamodeld")) == """
                Shop.xcdatamodeld/Shop.xcdatamodel/contents: error: this is no model source: its root element is 'html', \
                not 'model'

                """)
    }

    @Test("A model without a version")
    func empty() throws {
        try target.write("", to: "Shop.xcdatamodeld/notes.txt")
        #expect(
            try message(target.folder.file("Shop.xcdatamodeld")) == """
                Shop.xcdatamodeld: error: the folder holds no model: there is no .xcdatamodel folder in it, and no file \
                'contents'

                """)
    }

    @Test("A version without its file")
    func noContents() throws {
        try target.write("", to: "Shop.xcdatamodeld/Shop.xcdatamodel/layout.txt")
        #expect(
            try message(target.folder.file("Shop.xcdatamodeld"))
                == "Shop.xcdatamodeld/Shop.xcdatamodel: error: the model source has no file 'contents'\n")
    }

    @Test("A current version that is not there")
    func missingVersion() throws {
        let model = try target.writeModel("")
        try target.writeModel("", version: "Shop 2")
        try target.writeCurrentVersion("Shop 3")
        #expect(
            try message(model) == """
                Shop.xcdatamodeld: error: the model has no version 'Shop 3', which is named as the current one; it has \
                'Shop 2', 'Shop'

                """)
    }

    @Test("Several versions of which none is the current one")
    func noCurrentVersion() throws {
        let model = try target.writeModel("")
        try target.writeModel("", version: "Shop 2")
        #expect(
            try message(model) == """
                Shop.xcdatamodeld: error: the model has several versions ('Shop 2', 'Shop'), and no file \
                .xccurrentversion names the current one; add that file, a property list whose key \
                _XCCurrentVersionName names it

                """)
    }

    @Test("Everything that is wrong in all versions of all models is said at once")
    func everything() throws {
        let shop = try target.writeModel(#"<entity name="A"/><entity name="A"/>"#)
        try target.writeModel(#"<entity name="B"/><entity name="B"/>"#, version: "Shop 2")
        try target.writeCurrentVersion("Shop 2")
        let other = try target.writeModel(
            #"<entity name="C"/><entity name="C"/>"#, name: "Other", version: "Other")
        let run = try target.run(models: [shop, other])
        let lines = run.errors.split(separator: "\n").map { $0.dropFirst(target.folder.url.path.count + 1) }
        #expect(
            lines == [
                "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents: error: entity B: two entities have the name 'B'; rename one of them",
                "Shop.xcdatamodeld/Shop.xcdatamodel/contents: error: entity A: two entities have the name 'A'; rename one of them",
                "Other.xcdatamodeld/Other.xcdatamodel/contents: error: entity C: two entities have the name 'C'; rename one of them",
            ])
    }

    @Test("Wrong arguments end with 2 and say which")
    func arguments() throws {
        for (arguments, reason) in [
            (["--module"], "--module needs a value"), (["--color", "red"], "there is no option '--color'"),
            (["--module", "App"], "--output is missing"), (["--output", "Out"], "--module is missing"),
        ] {
            let run = try CodegenRun(arguments)
            #expect(run.exitCode == 2)
            #expect(run.errors.hasPrefix("error: \(reason)\nusage: PerdureCodegenTool --module NAME"))
        }
    }
}
