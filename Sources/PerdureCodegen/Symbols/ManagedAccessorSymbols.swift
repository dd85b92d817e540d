// SPDX-License-Identifier: Apache-2.0
// Supplies the accessors of hand-written @NSManaged members. The linker needs these accessors, and nothing else on Linux
// supplies them. The file relies on two details that the language does not promise: the attribute @_silgen_name, which
// gives a function a chosen symbol, and the compiler's scheme of symbol names. Tests check both with every supported
// compiler version (SymbolComparisonTests.swift, SuppliedAccessorTests.swift). Generated classes and macro classes need
// neither detail, should it change.

import PerdureModelFormat

/// Supplies the accessors of a target's @NSManaged members.
package struct ManagedAccessorSymbols: Sendable {
    /// The settings that the sources themselves do not have.
    package struct Options: Sendable {
        /// The module of the sources.
        package var module: String
        /// The module of Core Data that the generated source imports: "CoreData" or "Perdure".
        package var importedModule = "CoreData"
        /// The target's models, each in its current version.
        package var models: [ModelDocument] = []
        /// The available sources of other modules, by module; they tell the kinds of types.
        package var dependencies: [String: TargetSources] = [:]
        /// The classes that a model extends; other generated code already has their `ClassProperties`.
        package var describedClasses: Set<String> = []

        package init(module: String) { self.module = module }
    }

    /// The result for a target's sources.
    package struct Output: Sendable {
        /// The source with the accessors; nil when the target needs none.
        package var file: GeneratedFile?
        /// The problems of the sources, in the order of files and lines.
        package var problems: [SourceProblem]
    }

    private let sources: TargetSources
    private let options: Options

    package init(_ sources: TargetSources, _ options: Options) {
        self.sources = sources
        self.options = options
    }

    /// Writes the accessors.
    ///
    /// - Returns: one source file, and all problems; with an error the file is not complete.
    /// - Throws: `ModelFormatError` for a model with impossible classes.
    package func output() throws -> Output {
        let target = try ManagedTarget(sources, module: options.module, models: options.models)
        let resolver = TypeResolver(
            sources: sources, module: options.module, dependencies: options.dependencies,
            generatedClasses: target.generatedClasses)
        var problems = unreachableMembers + foreignExtensions
        var body = SwiftText()
        for managed in target.classes where !managed.type.traits.attributes.contains("ManagedObject") {
            do throws(SourceProblem) {
                problems += try write(managed, target, resolver, &body)
            } catch {
                // A private or generic class is a problem only if the linker needs accessors of it.
                if managed.hasManagedMembers { problems.append(error) }
            }
        }
        problems.sort { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
        return Output(file: body.isEmpty ? nil : file(body.text), problems: problems)
    }

    private func write(
        _ managed: ManagedClass, _ target: ManagedTarget, _ resolver: TypeResolver, _ text: inout SwiftText
    ) throws(SourceProblem) -> [SourceProblem] {
        var writer = try ManagedClassWriter(managed, target, resolver, types)
        var part = SwiftText()
        if managed.hasManagedMembers { writer.writeAccessors(&part) }
        if !options.describedClasses.contains(managed.name),
            sources.types[managed.name + "._ClassProperties"] == nil
        {
            writer.writeTable(&part)
        }
        guard !part.isEmpty else { return writer.problems }
        text.gap()
        if let condition = managed.type.traits.condition { text.line("#if \(condition)") }
        text.append(part)
        if managed.type.traits.condition != nil { text.line("#endif") }
        return writer.problems
    }

    private var types: TypeNames {
        let names = sources.types.values.compactMap(\.path.last)
        return TypeNames(shadowed: Set(names), coreDataModule: options.importedModule)
    }

    private func file(_ body: String) -> GeneratedFile {
        var text = SwiftText()
        text.line(GeneratedFile.header(source: "the @NSManaged members of \(options.module)"))
        text.line()
        let known = Set([options.importedModule, "Foundation"])
        let modules = Set(sources.files.filter(\.declaresManagedMembers).flatMap(\.imports)).union(known)
        for module in modules.sorted() where module != options.module {
            let access = sources.files.contains { $0.publicImports.contains(module) } ? "public " : ""
            if !known.contains(module) { text.line("#if canImport(\(module))") }
            text.line("\(access)import \(SwiftName.spelled(module))")
            if !known.contains(module) { text.line("#endif") }
        }
        text.line()
        return GeneratedFile(
            name: "\(options.module).NSManaged.swift", text: text.text + body + Self.support(for: body))
    }

    /// The functions that several accessors share.
    private static func support(for body: String) -> String {
        var text = SwiftText()
        if body.contains("__members(") {
            text.gap()
            text.block("private nonisolated func __members<T>(_ value: Any?, as type: T.Type) -> [T]?") {
                text in
                text.line("if let set = value as? NSSet { return set.compactMap { $0 as? T } }")
                text.line("if let set = value as? NSOrderedSet { return set.compactMap { $0 as? T } }")
                text.line("return value as? [T]")
            }
        }
        if body.contains("__missing(") {
            text.gap()
            text.block("private nonisolated func __missing<T>(_ property: String) -> T") { text in
                text.line(
                    "fatalError(\"\\(property) has no value that its type has a place for; declare it as an optional\")"
                )
            }
        }
        return text.isEmpty ? "" : "\n" + text.text
    }

    /// The problems of managed members inside functions, whose classes no other file can name.
    private var unreachableMembers: [SourceProblem] {
        sources.files.flatMap(\.unreachable).map {
            SourceProblem(
                "accessors of @NSManaged members stand in another file, which cannot name a class inside a "
                    + "function; move the class out", at: $0)
        }
    }

    /// The problems of extensions with managed members of classes that the target does not declare.
    private var foreignExtensions: [SourceProblem] {
        sources.files.flatMap(\.extensions).filter(\.members.hasManagedMember).filter {
            sources.types[$0.extended]?.kind != .class
        }.map {
            SourceProblem(
                "accessors are supplied only to classes of the module itself, and '\($0.extended)' is none; "
                    + "move the @NSManaged members into the module of the class", at: $0.traits.location)
        }
    }
}

extension ManagedClass {
    var hasManagedMembers: Bool { !managedProperties.isEmpty || !managedFunctions.isEmpty }
}

extension SourceFile {
    /// Whether an accessor may have to name types from the file's imports.
    fileprivate var declaresManagedMembers: Bool {
        types.contains { $0.kind == .typealias || $0.members.hasManagedMember }
            || extensions.contains(where: \.members.hasManagedMember)
    }
}
