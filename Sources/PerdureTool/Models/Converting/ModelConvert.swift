// SPDX-License-Identifier: Apache-2.0
// `perdure model convert`: from one form of a model to another. ModelOutput.swift writes files; classes come from
// PerdureCodegen.

import Foundation
import PerdureCodegen
import PerdureModelFormat

enum ModelConvert {
    static let command = Command(
        group: "model", action: "convert", summary: "write a model in another form",
        discussion: """
            Writes a model as Xcode's source (.xcdatamodeld with all versions, .xcdatamodel), compiled (.momd, .mom), or with --to as
            Swift: classes with @ManagedObject, or with SwiftData's @Model, in the folder OUTPUT. What a form cannot say is told on
            standard error. Classes are not read back: their program knows the model, and writes it with
            NSManagedObjectModel's write(compiledTo:) or contentsXML().
            """,
        operands: [.model],
        options: [
            .output("OUTPUT", "a name that ends in .xcdatamodeld, .xcdatamodel, .momd or .mom, or a folder"),
            .init(
                name: "to", value: "FORM", help: "macros or swiftdata: write classes into the folder OUTPUT"),
            .version, .init(name: "force", value: nil, help: "replace what is there"), .quiet,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        try refuseSources(arguments[operand: "MODEL"])
        let output = try arguments.values["to"] == nil ? ModelOutput(arguments) : nil
        let model = try LoadedModel(arguments)
        guard let output else { return try writeClasses(of: model, arguments) }
        try model.requireSound(model.bundle.versions.map(\.document))
        output.report(try output.write(model.bundle), arguments)
        return .success
    }

    private static func writeClasses(of model: LoadedModel, _ arguments: Arguments) throws -> ExitCode {
        try model.requireSound([model.current])
        switch arguments.values["to"] {
        case "macros":
            return try Generate.write(model, arguments) {
                try MacroGenerator($0.current, name: $0.name, source: $0.fileName).output()
            }
        case "swiftdata":
            return try Generate.write(model, arguments) {
                try SwiftDataGenerator($0.current, name: $0.name, source: $0.fileName).output()
            }
        case let form:
            let hint = Misspelling(form ?? "").hint(among: ["macros", "swiftdata"])
            throw UsageError(
                "'--to' must be macros or swiftdata, not '\(form ?? "")'\(hint)", arguments.command.fullName)
        }
    }

    /// Only the compiler knows what the expressions of macro classes mean.
    private static func refuseSources(_ path: String) throws {
        guard path.hasSuffix(".swift") || isFolderOfSources(path) else { return }
        throw ToolError(
            "\(path): Swift sources are not read, because only the compiler knows the values in them; let the program write its "
                + "model: 'try NSManagedObjectModel(for: A.self, B.self).write(compiledTo: url)' for classes with @ManagedObject, "
                + "'try NSManagedObjectModel.makeManagedObjectModel(for: [A.self, B.self])?.write(compiledTo: url)' for classes with @Model, with a url that ends in "
                + ".mom; then convert that file")
    }

    private static func isFolderOfSources(_ path: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.contains { $0.hasSuffix(".swift") }
            && !names.contains { $0 == "contents" || $0.hasSuffix(".xcdatamodel") || $0.hasSuffix(".mom") }
    }
}
