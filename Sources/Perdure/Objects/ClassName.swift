// SPDX-License-Identifier: Apache-2.0
// The names of classes in models, and the modules that a bare name may mean.

import Foundation

/// A class's name as a model writes it: "Module.Class"; in sources also ".Class", the module that the model is
/// compiled with; or "Class".
struct ClassName {
    let text: String

    init(_ text: String) { self.text = text }

    /// The name of a class; one that is nested has its outer types in it.
    init(of type: NSManagedObject.Type) { text = String(reflecting: type) }

    /// What stands before the first dot.
    var module: String? {
        guard let dot = text.firstIndex(of: "."), dot != text.startIndex else { return nil }
        return String(text[..<dot])
    }

    /// What stands after the last dot.
    var bare: String { text.split(separator: ".").last.map(String.init) ?? text }
}

/// The modules of this program that are known by the files it consists of.
enum ProgramModules {
    /// The program's own, then those of the resource bundles beside it.
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
        // Foundation logs a complaint about anything else.
        let isPlain = parts.allSatisfy { part in
            part.first.map { $0.isLetter || $0 == "_" } == true
                && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        guard isPlain, parts.count <= 2 else { return nil }
        if parts.count == 2 { return NSClassFromString(name) }
        let own: AnyClass? = names.lazy.compactMap { NSClassFromString("\($0).\(name)") }.first
        return own ?? CompiledClasses.named(name).first?.type
    }

    /// What may be the target in "Package_Target.resources": both names may have underscores of their own.
    private static func modules(ofBundle file: String) -> [String] {
        guard file.hasSuffix(".resources") else { return [] }
        let parts = file.dropLast(".resources".count).split(separator: "_", omittingEmptySubsequences: false)
        return parts.indices.dropFirst().map { module(of: parts[$0...].joined(separator: "_")) }
    }

    /// The module of a target has its name, with underscores for what Swift does not allow.
    private static func module(of target: String) -> String {
        let name = String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return name.first?.isNumber ?? false ? "_" + name : name
    }
}
