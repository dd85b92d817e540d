// SPDX-License-Identifier: Apache-2.0
// The names of classes in models, and the modules that a bare name may mean.

import Foundation

/// A class's name as a model writes it: "Module.Class", or "Class" alone.
///
/// Model sources may also say ".Class": a class of the module that the model is compiled with.
struct ClassName {
    let text: String

    init(_ text: String) { self.text = text }

    /// The name of a class, with the types around it.
    init(of type: AnyClass) { text = String(reflecting: type) }

    /// The text before the first dot.
    var module: String? {
        guard let dot = text.firstIndex(of: "."), dot != text.startIndex else { return nil }
        return String(text[..<dot])
    }

    /// The text after the last dot.
    var bare: String { text.split(separator: ".").last.map(String.init) ?? text }
}

/// The modules of this program, as the names of its files tell.
enum ProgramModules {
    /// The program's own module, then the modules of the resource bundles beside it.
    static let names: [String] = {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folders = [Bundle.main.bundleURL, program.deletingLastPathComponent()]
        return names(program: ProcessInfo.processInfo.processName, folders: folders)
    }()

    static func names(program: String, folders: [URL]) -> [String] {
        let bundles = folders.flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: $0.path))?.sorted() ?? []
        }
        var seen: Set<String> = []
        return ([module(of: program)] + bundles.flatMap(modules)).filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }

    /// A class of the program: by its name with the module, or by a bare name in the program's modules.
    static func type(named name: String) -> AnyClass? {
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
