// SPDX-License-Identifier: Apache-2.0
// The mapping models of a target, compiled. A mapping model holds copies of both models; a copy that is not the model any more
// is a warning, because the mapping then fits no store of the changed model.

import Foundation
import PerdureModelFormat

/// The mapping models of one target.
struct TargetMappings {
    private(set) var compiled: [(url: URL, document: MappingDocument)] = []
    private(set) var warnings: [String] = []

    /// Reads and compiles sources.
    ///
    /// - Throws: `ModelProblems` with the problem of each source.
    init(_ urls: [URL], of target: TargetModels) throws {
        var problems: [ModelFormatError] = []
        for url in urls {
            do {
                let source = try MappingFile.readSource(at: url)
                compiled.append((url, try source.compile(path: url.path)))
                warnings += [(source.source, "source"), (source.destination, "destination")].compactMap {
                    Self.warning($0.0, side: $0.1, target).map { "\(url.path): warning: \($0)" }
                }
            } catch let error as ModelFormatError {
                problems.append(error)
            }
        }
        guard problems.isEmpty else { throw ModelProblems(problems: problems) }
    }

    private static func warning(
        _ copy: MappingSource.EmbeddedModel, side: String, _ target: TargetModels
    ) -> String? {
        guard let document = copy.document else {
            return
                "the copy of the \(side) model cannot be read, so the mappings fit every version that has their "
                + "entities; refresh the data models in Xcode"
        }
        guard let path = copy.path, let current = target.version(at: path),
            !document.hasSameHashes(asCurrent: current)
        else { return nil }
        return
            "the copy of the \(side) model differs from \(path), so the mapping fits no store of it; refresh the data "
            + "models in Xcode"
    }
}

extension TargetModels {
    /// The version of a model that a path of a mapping model means: its folders count, not where they lie.
    fileprivate func version(at path: String) -> ModelDocument? {
        let parts = path.split(separator: "/").map(String.init)
        guard let last = parts.last, last.hasSuffix(".xcdatamodel") else { return nil }
        let name = String(last.dropLast(".xcdatamodel".count))
        let bundle = parts.dropLast().last.flatMap { $0.hasSuffix(".xcdatamodeld") ? $0 : nil } ?? last
        return models.first { $0.fileName == bundle }?.bundle.version(named: name)?.document
    }
}
