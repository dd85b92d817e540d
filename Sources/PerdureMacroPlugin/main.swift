// SPDX-License-Identifier: Apache-2.0
// The program that expands macros for the compiler; both talk over standard input and output. The toolchain includes the
// message handling, but not the usual main function over it.

import PerdureMacroExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// A macro that this program does not have: declarations and expansions are of different versions.
struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String {
        "PerdureMacros has no macro \"\(name)\": clean the build folder and build again."
    }
}

struct Provider: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let type = macroTable[typeName] else { throw UnknownMacro(name: typeName) }
        return type
    }
}

let connection = StandardIOMessageConnection(inputFileDescriptor: 0, outputFileDescriptor: 1)
try CompilerPluginMessageListener(connection: connection, provider: Provider()).main()
