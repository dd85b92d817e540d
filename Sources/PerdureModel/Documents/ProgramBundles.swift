// SPDX-License-Identifier: Apache-2.0
// Finds the bundles with a program's models. An app has one bundle; a Swift package has one for each target with resources,
// beside the program: Package_Target.resources. ModelFiles.swift looks into them.

import Foundation

/// The bundles that stand for "the main bundle" of a program.
package struct ProgramBundles {
    package let main: Bundle
    /// The resources of the program's own module.
    package let own: [Bundle]
    /// The resources of other modules, sorted by name; modules that only other programs use are included.
    package let others: [Bundle]

    /// The bundles of this process.
    package static var current: ProgramBundles {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return ProgramBundles(
            main: .main, folders: [Bundle.main.bundleURL, program.deletingLastPathComponent()],
            program: ProcessInfo.processInfo.processName)
    }

    /// Finds the bundles in some folders.
    ///
    /// - Parameters:
    ///   - main: the program's bundle.
    ///   - folders: where programs and bundles lie side by side.
    ///   - program: the name of the executable. It is the name of its target unless a product renames it.
    package init(main: Bundle, folders: [URL], program: String) {
        self.main = main
        var seen: Set<String> = []
        let bundles = folders.flatMap(Self.resources).filter { url in
            seen.insert(url.resolvingSymlinksInPath().path).inserted
        }.compactMap { Bundle(path: $0.path) }
        own = bundles.filter { Self.isOwn($0, program: program) }
        others = bundles.filter { !Self.isOwn($0, program: program) }
    }

    /// The bundles in the order in which they are searched.
    package var all: [Bundle] { [main] + own + others }

    /// The models that are joined when the caller gives no list of bundles.
    ///
    /// The program's own models come first. When there are none, the models of the program's other modules count.
    package var models: [URL] {
        let ownModels = ModelFiles.urls(in: [main] + own)
        return ownModels.isEmpty
            ? ModelFiles.urls(in: others).filter(ModelFiles.belongsToProgram) : ownModels
    }

    private static func resources(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted()
            .map { folder.appendingPathComponent($0) }
    }

    private static func isOwn(_ bundle: Bundle, program: String) -> Bool {
        let name = bundle.bundleURL.deletingPathExtension().lastPathComponent
        return name.hasSuffix("_\(program)")
    }
}
