// SPDX-License-Identifier: Apache-2.0
// `perdure model graph`: a model as a picture, or as the text of one. ModelPicture.swift is what is drawn.

import Foundation
import PerdureModelFormat

enum ModelGraph {
    static let command = Command(
        group: "model", action: "graph", summary: "draw the entities of a model",
        discussion: """
            Prints the entities with their attributes, their inheritance and their relationships as a class diagram of Mermaid, which
            Markdown pages show, or as DOT, the language of Graphviz. SVG is made by Graphviz's program 'dot', which must be
            installed. A pair of inverse relationships is one line.
            """,
        operands: [.model],
        options: [
            .init(name: "format", value: "FORM", help: "mermaid (if nothing else is said), dot or svg"),
            .output("FILE", "write to a file instead of standard output", isRequired: false),
            .init(name: "entities-only", value: nil, help: "leave the attributes out"), .version,
        ], run: run)

    private static let forms = ["mermaid", "dot", "svg"]

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let form = try form(arguments)
        let file = try LoadedModel(arguments)
        try file.requireSound([file.current])
        let picture = ModelPicture(
            file.current, hasAttributes: !arguments.switches.contains("entities-only"))
        let text: String
        switch form {
        case "dot": text = DotText.text(picture)
        case "svg": text = try GraphvizRun.svg(DotText.text(picture))
        default: text = MermaidText.text(picture)
        }
        guard let output = arguments.values["output"] else {
            try Console.print(text)
            return .success
        }
        do {
            try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
        } catch { throw ToolError("\(output): \(ErrorText.describe(error))", .cannotWrite) }
        return .success
    }

    /// The form that is asked for, or the one that the name of the output says.
    private static func form(_ arguments: Arguments) throws -> String {
        if let form = arguments.values["format"] {
            guard forms.contains(form) else {
                let hint = Misspelling(form).hint(among: forms)
                throw UsageError(
                    "'--format' must be mermaid, dot or svg, not '\(form)'\(hint)", arguments.command.fullName
                )
            }
            return form
        }
        let ending = arguments.values["output"].map { URL(fileURLWithPath: $0).pathExtension }
        return ["dot": "dot", "gv": "dot", "svg": "svg"][ending ?? ""] ?? "mermaid"
    }
}
