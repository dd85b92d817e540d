// SPDX-License-Identifier: Apache-2.0
// Turns a model file into classes with macros. MacroClassWriter.swift writes the classes. MacroModelWriter.swift writes
// the parts that only a model can express.

import PerdureModelFormat

/// Writes classes with `@ManagedObject` for the entities of a model.
///
/// The sources are a start and no copy of the model file: from then on the classes are the model.
package struct MacroGenerator: Sendable {
    /// The output for a model.
    package struct Output: Sendable, Equatable {
        package var files: [GeneratedFile]
        /// The parts of the model that classes cannot express, one sentence each.
        package var limits: [String]
    }

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

    /// The sources, sorted by name.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    package func output() throws -> Output {
        let names = try MacroNames(model)
        var limits: [String] = []
        var files: [GeneratedFile] = []
        for entity in model.entities {
            var writer = MacroClassWriter(entity, names)
            files.append(file(names[entity.name], try writer.text()))
            limits += writer.limits
        }
        for source in names.structs.sources(names) {
            files.append(file(source.name, source.text))
            limits += source.limits
        }
        var writer = MacroModelWriter(model, name: name, names)
        files.append(file(SwiftName.capitalized(writer.functionName) + "Model", writer.text()))
        limits += writer.limits
        return Output(files: files.sorted { $0.name < $1.name }, limits: limits)
    }

    /// A source file without the mark of generated files: the user owns and edits the text.
    private func file(_ name: String, _ body: SwiftText) -> GeneratedFile {
        let source = String(source.map { $0.isNewline ? " " : $0 })
        let header = "// Made from \(source) by perdure generate --swift-macros.\n\n"
        return GeneratedFile(
            name: "\(name).swift", text: header + "import Foundation\nimport PerdureMacros\n\n" + body.text)
    }
}
