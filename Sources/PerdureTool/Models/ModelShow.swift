// SPDX-License-Identifier: Apache-2.0
// `perdure model show`: prints a model. ModelText.swift has the form for people, ModelJSON.swift the form for
// programs.

enum ModelShow {
    static let command = Command(
        group: "model", action: "show", summary: "print a model",
        discussion: """
            Prints the entities of a model with their properties, constraints and indexes. MODEL is a .xcdatamodeld,
            .xcdatamodel, .mom or .momd; of a model with several versions the current one is shown.
            """,
        operands: [.model], options: [.version, .json],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let file = try LoadedModel(arguments)
        try Console.print(arguments.wantsJSON ? ModelJSON.value(of: file).text : ModelText.describe(file))
        do { try file.requireSound([file.current]) } catch {
            Console.complain(ErrorText.describe(error))
            return .badInput
        }
        return .success
    }
}
