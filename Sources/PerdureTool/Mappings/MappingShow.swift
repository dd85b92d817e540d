// SPDX-License-Identifier: Apache-2.0
// `perdure mapping show`: prints a mapping model. MappingText.swift has the form for people, MappingJSON.swift the form for
// programs.

import Foundation
import PerdureModelFormat

enum MappingShow {
    static let command = Command(
        group: "mapping", action: "show", summary: "print a mapping model",
        discussion: """
            Prints the entity mappings of a mapping model, in their order: source and destination, the policy's class, which
            source objects are migrated, and where each property's value comes from. FILE is a .cdm, or an .xcmappingmodel,
            which is compiled first.
            """,
        operands: [.init(name: "FILE", help: "the mapping model's file or folder")], options: [.json],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let url = URL(fileURLWithPath: arguments[operand: "FILE"])
        let mapping = try MappingFile.read(at: url)
        let name = url.deletingPathExtension().lastPathComponent
        try Console.print(
            arguments.wantsJSON
                ? MappingJSON.value(of: mapping, name: name).text
                : MappingText.describe(mapping, name: name))
        return .success
    }
}
