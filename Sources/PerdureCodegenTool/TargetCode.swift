// SPDX-License-Identifier: Apache-2.0
// Writes the Swift files of a target: one for each model and one for the module. The list of files must not depend on
// their contents, because a build lists its files before it runs a tool.

import PerdureCodegen
import PerdureModelFormat

/// Writes the code of one target.
struct TargetCode {
    let target: TargetModels

    /// The files of all models and the file of the module; the module's file has the code that belongs to no single model.
    ///
    /// - Throws: `ModelProblems` or `SourceProblems`.
    func files() throws -> [GeneratedFile] {
        try target.checkClasses()
        let models = try modelFiles()
        let joined = JoinedSources(try accessors(), source: target.module)
        return models + [GeneratedFile(name: "\(target.module).CoreData.swift", text: joined.text)]
    }

    private func modelFiles() throws -> [GeneratedFile] {
        var problems: [ModelFormatError] = []
        var files: [GeneratedFile] = []
        for model in target.models {
            do { files.append(try file(of: model)) } catch let error as ModelFormatError {
                problems.append(error)
            }
        }
        guard problems.isEmpty else { throw ModelProblems(problems: problems) }
        return files
    }

    /// The accessors that the linker needs for @NSManaged members.
    private func accessors() throws -> [GeneratedFile] {
        var options = ManagedAccessorSymbols.Options(module: target.module)
        options.importedModule = importedModule
        options.models = target.models.compactMap { $0.current?.document }
        options.describedClasses = target.generatedClasses
        let output = try ManagedAccessorSymbols(target.sources, options).output()
        for warning in output.problems where warning.severity == .warning { CodegenTool.say("\(warning)") }
        let errors = output.problems.filter { $0.severity == .error }
        guard errors.isEmpty else { throw SourceProblems(problems: errors) }
        return output.file.map { [$0] } ?? []
    }

    /// The file of a model: the classes and properties of its entities.
    ///
    /// - Throws: `ModelFormatError` that names file, entity and property.
    private func file(of model: TargetModels.Model) throws -> GeneratedFile {
        do {
            let generator = model.current.map { CodeGenerator($0.document, options(source: model.fileName)) }
            let parts = try generator?.files() ?? []
            return GeneratedFile(
                name: "\(model.fileName).swift", text: JoinedSources(parts, source: model.fileName).text)
        } catch var error as ModelFormatError {
            error.path = error.path ?? model.currentPath
            throw error
        }
    }

    private func options(source: String) -> CodeGenerator.Options {
        var options = CodeGenerator.Options(module: target.module, source: source)
        options.importedModule = importedModule
        options.declaredTypes = Set(target.sources.types.values.filter { $0.path.count == 1 }.map(\.name))
        options.handWritten = handWritten
        return options
    }

    private var importedModule: String {
        importedModules.contains("Perdure") && !importedModules.contains("CoreData") ? "Perdure" : "CoreData"
    }

    private var importedModules: Set<String> {
        target.sources.files.reduce(into: []) { $0.formUnion($1.imports) }
    }

    private var handWritten: [String: HandWrittenMembers] {
        let declared = target.sources.managedClasses(modelClasses: target.modelClasses)
        let extended = target.generatedClasses.subtracting(declared.map(\.name))
            .map { target.sources.extensions(ofGenerated: $0) }
        return Dictionary((declared + extended).map { ($0.name, HandWrittenMembers($0)) }) { first, _ in first
        }
    }
}

/// The problems of a target's sources.
struct SourceProblems: Error {
    let problems: [SourceProblem]
}
