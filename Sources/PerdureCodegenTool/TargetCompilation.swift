// SPDX-License-Identifier: Apache-2.0
// Everything that is made of one target: first all files are read and checked, then all are written, so that a
// mistake leaves the last good files as they are.

import PerdureCodegen
import PerdureModelFormat

/// The work for one target.
struct TargetCompilation {
    let arguments: ToolArguments

    init(_ arguments: ToolArguments) { self.arguments = arguments }

    /// Compiles the models and writes the code.
    ///
    /// - Throws: `ModelProblems` or `SourceProblems` for all that is wrong, `ModelFormatError` for what cannot be written.
    func run() throws {
        let target = try TargetModels(arguments)
        // First, because the compiler stops at these lines, and says nothing about what to write.
        for problem in target.sources.files.flatMap(\.porting) { CodegenTool.say("\(problem)") }
        let files = try TargetCode(target: target).files()
        let naming = ClassNaming(target)
        let output = try OutputFolder(arguments.output)
        for model in target.models { try output.write(naming.completing(model.bundle), of: model.url) }
        for file in files { try output.write(file.text, to: file.name) }
    }
}
