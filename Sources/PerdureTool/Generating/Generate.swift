// SPDX-License-Identifier: Apache-2.0
// `perdure generate`: writes the sources that the build plugin would make, for those who commit them. Which files
// of the folder may be written is decided in SourceFolder.swift.

import Foundation
import PerdureCodegen
import PerdureModelFormat

enum Generate {
    static let command = Command(
        group: "generate", action: nil, summary: "write the classes of a model's entities",
        discussion: """
            Writes the Swift sources of a model's current version, as its entities' code generation settings ask for
            them: class definitions, or extensions of classes that exist. Files that are up to date are left alone, and
            a file that was not generated is overwritten with --force only.
            """,
        operands: [.init(name: "MODEL", help: "the model's file or folder")],
        options: [
            .init(name: "output", value: "DIR", help: "where to write the files", isRequired: true),
            .init(
                name: "entity", value: "NAME", help: "only this entity; may be given several times",
                isRepeatable: true),
            .init(
                name: "module", value: "NAME",
                help:
                    "the module that the files are for; if not given, the one that the class names say, or the model's name"
            ),
            .init(
                name: "sources", value: "DIR",
                help: "the module's own sources: properties that they declare are left out"),
            .init(name: "all", value: nil, help: "classes for all entities, whatever their setting"),
            .init(name: "force", value: nil, help: "overwrite files that were not generated"),
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let model = try LoadedModel(arguments[operand: "MODEL"])
        try model.requireSound([model.current])
        var options = CodeGenerator.Options(
            module: arguments.values["module"] ?? module(of: model), source: model.fileName)
        options.generatesEveryClass = arguments.switches.contains("all")
        options.entityNames = try entityNames(arguments, model)
        if let folder = arguments.values["sources"] {
            try options.read(SourceReading.read(folder), for: model.current)
        }
        let files = try files(of: model, options, arguments)
        guard !files.isEmpty else {
            Console.hint("No entity asks for generated code; --all writes classes for all of them.\n")
            return .success
        }
        let folder = SourceFolder(path: arguments.values["output"] ?? "", source: model.fileName)
        try folder.write(files, isForced: arguments.switches.contains("force"))
        return .success
    }

    /// The files to write.
    ///
    /// Other kinds of source than classes over the model's slots are chosen here.
    private static func files(
        of model: LoadedModel, _ options: CodeGenerator.Options, _ arguments: Arguments
    ) throws -> [GeneratedFile] {
        do {
            let files = try CodeGenerator(model.current, options).files()
            return files.isEmpty ? [] : files + CodeGenerator.moduleFiles(options)
        } catch var error as ModelFormatError {
            error.path = error.path ?? model.path
            throw error
        }
    }

    private static func entityNames(_ arguments: Arguments, _ model: LoadedModel) throws -> Set<String>? {
        guard let names = arguments.lists["entity"] else { return nil }
        for name in names where model.current.entity(named: name) == nil {
            throw ToolError("\(model.path): the model has no entity '\(name)'")
        }
        return Set(names)
    }

    /// The one module that class names such as "Shop.Movie" say, or the model's own name.
    private static func module(of model: LoadedModel) -> String {
        let modules = Set(
            model.current.entities.compactMap(\.className).filter { $0.contains(".") && $0.first != "." }
                .map { String($0.prefix { $0 != "." }) })
        return modules.count == 1 ? modules.first ?? model.name : model.name
    }
}
