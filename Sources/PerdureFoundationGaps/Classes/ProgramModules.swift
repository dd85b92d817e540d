// SPDX-License-Identifier: Apache-2.0
// The modules of the program, which a bare name of a class may mean. CompiledClasses.swift knows the classes themselves.

import Foundation

/// The modules of this program, as the names of its files tell.
package enum ProgramModules {
    /// The program's own module, then the modules of the resource bundles beside it.
    package static let names: [String] = {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folders = [Bundle.main.bundleURL, program.deletingLastPathComponent()]
        return names(program: ProcessInfo.processInfo.processName, folders: folders)
    }()

    package static func names(program: String, folders: [URL]) -> [String] {
        let bundles = folders.flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: $0.path))?.sorted() ?? []
        }
        var seen: Set<String> = []
        return ([module(of: program)] + bundles.flatMap(modules)).filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }

    /// A class of the program: by its name with the module, or by a bare name in the program's modules.
    package static func type(named name: String) -> AnyClass? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        // Foundation logs a complaint about any other text.
        let isPlain = parts.allSatisfy { part in
            part.first.map { $0.isLetter || $0 == "_" } == true
                && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        guard isPlain, parts.count <= 2 else { return nil }
        if parts.count == 2 { return NSClassFromString(name) }
        let own: AnyClass? = names.lazy.compactMap { NSClassFromString("\($0).\(name)") }.first
        return own ?? CompiledClasses.named(name).first?.type
    }

    /// The modules that "Package_Target.resources" may stand for: both names may contain underscores.
    private static func modules(ofBundle file: String) -> [String] {
        guard file.hasSuffix(".resources") else { return [] }
        let parts = file.dropLast(".resources".count).split(separator: "_", omittingEmptySubsequences: false)
        return parts.indices.dropFirst().map { module(of: parts[$0...].joined(separator: "_")) }
    }

    /// The module of a target: the target's name, with underscores for characters that Swift does not allow.
    private static func module(of target: String) -> String {
        let name = String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return name.first?.isNumber ?? false ? "_" + name : name
    }
}
