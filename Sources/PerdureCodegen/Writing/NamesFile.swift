// SPDX-License-Identifier: Apache-2.0
// `CoreDataNames.swift`: Foundation on Linux has classes of the same names as ours that cannot be constructed.
// One alias in a module says which are meant in all of its files.

/// The file of a module's aliases.
struct NamesFile {
    private static let ambiguous = ["NSComparisonPredicate", "NSExpression"]

    private let options: CodeGenerator.Options

    init(_ options: CodeGenerator.Options) { self.options = options }

    /// nil where the module's own sources declare all of the names.
    var file: GeneratedFile? {
        let names = Self.ambiguous.filter { !options.declaredTypes.contains($0) }
        guard !names.isEmpty else { return nil }
        var text = SwiftText()
        text.line(GeneratedFile.header(source: options.source))
        text.line()
        text.line("import \(options.importedModule)")
        text.line()
        for name in names { text.line("typealias \(name) = \(options.importedModule).\(name)") }
        return GeneratedFile(name: "CoreDataNames.swift", text: text.text)
    }
}
