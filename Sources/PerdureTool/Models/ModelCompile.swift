// SPDX-License-Identifier: Apache-2.0
// `perdure model compile`: compiles a model's source to the files that programs load.

import Foundation
import PerdureModelFormat

enum ModelCompile {
    static let command = Command(
        group: "model", action: "compile", summary: "write a model as .momd or .mom",
        discussion: """
            Compiles a model. With an OUTPUT that ends in .momd all versions are written, with VersionInfo.plist; with
            one that ends in .mom the current version. An existing OUTPUT is replaced when the new one is complete.
            """,
        operands: [
            .model,
            .init(name: "OUTPUT", help: "the .momd folder or .mom file to write"),
        ],
        options: [.version], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let output = URL(fileURLWithPath: arguments[operand: "OUTPUT"])
        guard ["momd", "mom"].contains(output.pathExtension) else {
            throw UsageError("OUTPUT must end in .momd or .mom", arguments.command.fullName)
        }
        let model = try LoadedModel(arguments)
        try model.requireSound(model.bundle.versions.map(\.document))
        do {
            if output.pathExtension == "momd" {
                try model.bundle.write(to: output)
            } else {
                try ModelFile.write(model.current, to: output)
            }
        } catch let error as ModelFormatError {
            throw ToolError(error.description, error.kind == .unreadable ? .cannotWrite : .badInput)
        }
        return .success
    }
}
