// SPDX-License-Identifier: Apache-2.0
// `perdure generate`: writes the sources that the build plugin would make, for programs that commit them. SourceFolder.swift
// decides which files of the folder it may write.

import Foundation
import PerdureCodegen
import PerdureModelFormat

enum Generate {
    static let command = Command(
        group: "generate", action: nil, summary: "write the classes of a model's entities",
        discussion: """
            Writes the Swift sources of a model's current version, as its entities' code generation settings ask for
            them: class definitions, or extensions of classes that exist. Files that are up to date are left alone, and
            a file that was not generated is overwritten with --force only. With --swift-macros the classes declare the
            model themselves: they are yours to edit, and what they cannot say is reported. With --swiftdata they are
            classes with SwiftData's @Model, through which a store of the model opens; what they cannot say, and what
            has to be migrated for it, is reported.
            """,
        operands: [.model],
        options: [
            .output("DIR", "where to write the files"), .version,
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
            .init(
                name: "swift-macros", value: nil,
                help: "classes with macros, which take the place of the model file; for all entities"),
            .init(
                name: "swiftdata", value: nil,
                help:
                    "classes with SwiftData's @Model, which take the place of the model file; for all entities"
            ),
            .init(name: "all", value: nil, help: "classes for all entities, whatever their setting"),
            .init(name: "force", value: nil, help: "overwrite files that were not generated"),
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let model = try LoadedModel(arguments)
        try model.requireSound([model.current])
        if arguments.switches.contains("swift-macros") {
            return try write(model, arguments) {
                try MacroGenerator($0.current, name: $0.name, source: $0.fileName).output()
            }
        }
        if arguments.switches.contains("swiftdata") {
            return try write(model, arguments) {
                try SwiftDataGenerator($0.current, name: $0.name, source: $0.fileName).output()
            }
        }
        var options = CodeGenerator.Options(
            module: arguments.values["module"] ?? module(of: model), source: model.fileName)
        options.generatesEveryClass = arguments.switches.contains("all")
        options.entityNames = try entityNames(arguments, model)
        if let folder = arguments.values["sources"] {
            try options.read(SourceReading.read(folder), for: model.current)
        }
        let files = try files(of: model, options, arguments)
        guard !files.isEmpty else {
            Console.hint(
                options.generatesEveryClass
                    ? "No entity has a class of its own.\n"
                    : "No entity asks for generated code; --all writes classes for all of them.\n")
            return .success
        }
        let folder = SourceFolder(path: arguments.values["output"] ?? "", source: model.fileName)
        try folder.write(files, isForced: arguments.switches.contains("force"))
        return .success
    }

    /// Writes classes that replace the model file; prints the parts of the model that classes cannot express.
    static func write(
        _ model: LoadedModel, _ arguments: Arguments,
        _ make: (LoadedModel) throws -> MacroGenerator.Output
    ) throws -> ExitCode {
        do {
            let output = try make(model)
            for limit in output.limits { Console.hint(PlainText.safe("\(model.path): \(limit)") + "\n") }
            let folder = SourceFolder(path: arguments.values["output"] ?? "", source: model.fileName)
            try folder.write(output.files, isForced: arguments.switches.contains("force"))
            return .success
        } catch var error as ModelFormatError {
            error.path = error.path ?? model.path
            throw error
        }
    }

    /// The files to write.
    private static func files(
        of model: LoadedModel, _ options: CodeGenerator.Options, _ arguments: Arguments
    ) throws -> [GeneratedFile] {
        do {
            return try CodeGenerator(model.current, options).files()
        } catch var error as ModelFormatError {
            error.path = error.path ?? model.path
            throw error
        }
    }

    private static func entityNames(_ arguments: Arguments, _ model: LoadedModel) throws -> Set<String>? {
        guard let names = arguments.lists["entity"] else { return nil }
        for name in names where model.current.entity(named: name) == nil {
            throw UnknownName.entity(name, of: model.current, in: model.path)
        }
        return Set(names)
    }

    /// The only module in class names such as "Shop.Movie", otherwise the model's own name.
    private static func module(of model: LoadedModel) -> String {
        let modules = Set(
            model.current.entities.compactMap(\.className).filter { $0.contains(".") && $0.first != "." }
                .map { String($0.prefix { $0 != "." }) })
        return modules.count == 1 ? modules.first ?? model.name : model.name
    }
}
