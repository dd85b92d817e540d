// SPDX-License-Identifier: Apache-2.0
// Finds a container's model by its name, in given bundles or in the program's bundles
// (PerdureModel/Documents/ProgramBundles.swift).

import Foundation

/// Looks for a model's file in bundles.
struct ModelFinding {
    let name: String
    /// The bundles, with the preferred one first.
    let bundles: [Bundle]
    /// Bundles of equal rank: only one of them may have the model.
    var equals: [Bundle] = []

    /// The model.
    ///
    /// - Throws: `CocoaError.fileNoSuchFile` when no bundle has it, `CocoaError.fileReadUnknown` when several bundles have
    ///   different models, or the error of reading it.
    func model() throws -> NSManagedObjectModel { try NSManagedObjectModel.load(contentsOf: try url()) }

    /// The model's file.
    func url() throws -> URL {
        for bundle in bundles {
            if let url = ModelFiles.url(named: name, in: bundle) { return url }
        }
        let found = equals.compactMap { ModelFiles.url(named: name, in: $0) }
        guard let first = found.first else { throw missing }
        let used = found.count > 1 ? found.filter(ModelFiles.belongsToProgram) : []
        let candidates = used.isEmpty ? found : used
        let chosen = candidates.first ?? first
        guard candidates.allSatisfy({ $0 == chosen || ModelFiles.areEqual($0, chosen) }) else {
            throw ambiguous(candidates)
        }
        return chosen
    }

    private var missing: CocoaError {
        let places = (bundles + equals).map(\.bundlePath).joined(separator: ", ")
        return CocoaError(
            .fileNoSuchFile,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "There is no model \"\(name)\" (\(ModelFiles.extensions.map { "." + $0 }.joined(separator: ", "))) "
                    + "in \(places). Name the bundle that has it in init(name:bundles:), or give the model itself."
            ])
    }

    private func ambiguous(_ urls: [URL]) -> CocoaError {
        CocoaError(
            .fileReadUnknown,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "There are several models \"\(name)\", and they differ: "
                    + urls.map(\.path).joined(separator: ", ")
                    + ". Name the bundle of the right one in init(name:bundles:), or give the model itself."
            ])
    }
}

extension ModelFinding {
    /// Searches the program's bundle, then the bundles of its own module, then those of other modules.
    init(name: String, program: ProgramBundles) {
        self.init(name: name, bundles: [program.main] + program.own, equals: program.others)
    }
}
