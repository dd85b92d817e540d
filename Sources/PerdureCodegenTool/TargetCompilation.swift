// SPDX-License-Identifier: Apache-2.0
// Compiles one target. The tool reads and checks all files before it writes any, so that a mistake leaves the last good
// files in place.

import PerdureCodegen
import PerdureModelFormat

/// The work for one target.
struct TargetCompilation {
    let arguments: ToolArguments

    init(_ arguments: ToolArguments) { self.arguments = arguments }

    /// Compiles the models and mapping models and writes the code.
    ///
    /// - Throws: `ModelProblems` or `SourceProblems` with all problems, `ModelFormatError` for a model that cannot be written.
    func run() throws {
        let target = try TargetModels(arguments)
        let mappings = try TargetMappings(arguments.mappings, of: target)
        // These warnings come first: the compiler stops at the same lines and does not suggest a replacement.
        for warning in mappings.warnings { CodegenTool.say(warning) }
        for problem in target.sources.files.flatMap(\.porting) { CodegenTool.say("\(problem)") }
        let files = try TargetCode(target: target).files()
        let naming = ClassNaming(target)
        let output = try OutputFolder(arguments.output)
        for model in target.models { try output.write(naming.completing(model.bundle), of: model.url) }
        for mapping in mappings.compiled { try output.write(mapping.document, of: mapping.url) }
        for file in files { try output.write(file.text, to: file.name) }
    }
}
