// SPDX-License-Identifier: Apache-2.0
// Compiles the models of a target and generates the code of their classes.

import PackagePlugin

@main
struct PerdureModelPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
