// SPDX-License-Identifier: Apache-2.0
// The tool that the build plugin runs for each target. Start reading at CodegenTool.swift.

import Foundation

exit(CodegenTool.run(Array(CommandLine.arguments.dropFirst())))
