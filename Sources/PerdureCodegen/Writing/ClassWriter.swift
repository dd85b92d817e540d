// SPDX-License-Identifier: Apache-2.0
// Writes the files of one class. On Linux, subclasses can override members of the class itself, but not members of its
// extensions. A generated class therefore has all members but its class methods and primitive values in the class itself.

/// Writes the files of a class.
struct ClassWriter {
    let code: ClassCode
    let options: CodeGenerator.Options

    init(_ code: ClassCode, _ options: CodeGenerator.Options) {
        self.code = code
        self.options = options
    }

    /// `Movie+CoreDataClass.swift`: the class with its properties.
    func classFile() -> GeneratedFile {
        file("CoreDataClass") { text in
            text.block("nonisolated public class \(code.spelledName): \(inheritance)") { text in
                writeProperties(&text)
                TableWriter(code).writeOverride(&text)
            }
        }
    }

    /// `Movie+CoreDataProperties.swift`: the extensions of the class.
    func propertiesFile() -> GeneratedFile {
        file("CoreDataProperties") { text in
            text.block("nonisolated extension \(code.spelledName)") { text in
                writeFetchRequest(&text)
                if code.kind == .category { writeProperties(&text) }
                writePrimitives(&text)
                if code.kind == .category { TableWriter(code).writeNested(&text) }
            }
            writeConformances(&text)
        }
    }

    private func file(_ suffix: String, _ body: (inout SwiftText) -> Void) -> GeneratedFile {
        var text = SwiftText()
        text.line(GeneratedFile.header(source: options.source))
        text.line()
        var modules = code.importedModules.union([options.importedModule, "Foundation"])
        if code.isObservable { modules.insert("Observation") }
        for module in modules.sorted() { text.line("import \(SwiftName.spelled(module))") }
        text.line()
        body(&text)
        return GeneratedFile(name: "\(code.className)+\(suffix).swift", text: text.text)
    }

    private var inheritance: String {
        let superclass = code.superclass?.spelled ?? code.types.coreData("NSManagedObject")
        return code.isObservable ? "\(superclass), \(observable)" : superclass
    }

    private var observable: String { code.types.observation("Observable") }

    private func writeFetchRequest(_ text: inout SwiftText) {
        guard !code.handWritten.declaresClassMethod("fetchRequest") else { return }
        let type = "\(code.types.coreData("NSFetchRequest"))<\(code.spelledName)>"
        text.block("public class func fetchRequest() -> \(type)") { text in
            text.line("\(type)(entityName: \(SwiftName.literal(code.entityName)))")
        }
    }

    private func writeProperties(_ text: inout SwiftText) {
        for property in code.properties where !code.handWritten.declaresProperty(property.name) {
            PropertyWriter(property, code).writeProperty(&text)
        }
        for property in code.properties {
            MutatorWriter(property, code)?.write(&text)
            HandleWriter(property, code)?.write(&text)
        }
    }

    private func writePrimitives(_ text: inout SwiftText) {
        for property in code.properties { PropertyWriter(property, code).writePrimitive(&text) }
    }

    private func writeConformances(_ text: inout SwiftText) {
        if code.isIdentifiable {
            text.gap()
            text.line("nonisolated extension \(code.spelledName): \(code.types.swift("Identifiable")) {}")
        }
        if code.isObservable, code.kind == .category {
            text.gap()
            text.line("nonisolated extension \(code.spelledName): \(observable) {}")
        }
    }
}
