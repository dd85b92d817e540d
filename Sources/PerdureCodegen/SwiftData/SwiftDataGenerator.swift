// SPDX-License-Identifier: Apache-2.0
// Turns a model file into classes with SwiftData's @Model. SwiftDataClassWriter.swift writes the classes,
// SwiftDataPropertyWriter.swift their properties.

import PerdureModelFormat

/// Writes classes with `@Model` for the entities of a model, so that a store of the model opens through them.
///
/// The sources are a start and no copy of the model file: from then on the classes are the model.
package struct SwiftDataGenerator: Sendable {
    /// The output for a model.
    package typealias Output = MacroGenerator.Output

    package let model: ModelDocument
    /// The model's name, without extension.
    package let name: String
    /// The model's name in the first line of every file, for example "Shop.xcdatamodeld".
    package let source: String

    package init(_ model: ModelDocument, name: String, source: String) {
        self.model = model
        self.name = name
        self.source = source
    }

    /// The sources, sorted by name, and what classes cannot say.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    package func output() throws -> Output {
        let names = try SwiftDataNames(model)
        var limits = modelLimits
        var files: [GeneratedFile] = []
        for entity in model.entities {
            var writer = SwiftDataClassWriter(entity, names)
            files.append(file(entity.name, try writer.text()))
            limits += writer.limits
        }
        for composite in names.plain.structs.composites {
            var writer = SwiftDataStructWriter(composite, names)
            files.append(file(composite.name, try writer.text()))
            limits += writer.limits
        }
        files.append(file(schemaName, schema))
        return Output(files: files.sorted { $0.name < $1.name }, limits: limits)
    }

    private var schemaName: String {
        let letters = String(name.filter { $0.isLetter || $0.isNumber || $0 == "_" })
        return (SwiftName.isIdentifier(letters) ? SwiftName.capitalized(letters) : "Model" + letters)
            + "Schema"
    }

    private var schema: SwiftText {
        var text = SwiftText()
        text.block("enum \(schemaName): VersionedSchema") { text in
            text.line("static let versionIdentifier = Schema.Version(1, 0, 0)")
            text.line()
            text.block("static var models: [any PersistentModel.Type]") { text in
                let classes = model.entities.map { "\(SwiftName.spelled($0.name)).self" }
                text.line("[\(classes.joined(separator: ", "))]")
            }
        }
        return text
    }

    private var modelLimits: [String] {
        model.fetchRequestTemplates.keys.sorted().map {
            "the fetch request \($0): write a FetchDescriptor for it"
        }
            + model.configurations.map(\.name).sorted().map {
                "the configuration \($0): give ModelContainer a ModelConfiguration with a schema of its classes"
            }
    }

    /// A source file without the mark of generated files: the user owns and edits the text.
    private func file(_ name: String, _ body: SwiftText) -> GeneratedFile {
        let source = String(source.map { $0.isNewline ? " " : $0 })
        let header = "// Made from \(source) by perdure generate --swiftdata.\n\n"
        return GeneratedFile(name: "\(name).swift", text: header + "import SwiftData\n\n" + body.text)
    }
}
