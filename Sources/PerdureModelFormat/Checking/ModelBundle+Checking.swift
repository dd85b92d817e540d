// SPDX-License-Identifier: Apache-2.0
// Reads a model as a build does, and collects the problems of all versions by file.

import Foundation

/// All problems of a model.
package struct ModelProblems: Error, Sendable, Equatable {
    /// The problems, each with the path of its file.
    package var problems: [ModelFormatError]

    package init(problems: [ModelFormatError]) { self.problems = problems }
}

extension ModelBundle {
    /// Reads a model with all versions and checks each of them.
    ///
    /// - Parameter url: where the model lies.
    /// - Returns: the model.
    /// - Throws: `ModelProblems`, with all problems of all versions.
    package static func readChecked(at url: URL) throws(ModelProblems) -> ModelBundle {
        let location: ModelLocation
        do { location = try ModelLocation(url) } catch { throw ModelProblems(error, path: url.path) }
        var problems = location.isAmbiguous ? [ambiguity(of: location, path: url.path)] : []
        var versions: [Version] = []
        for version in location.versions {
            do {
                let document = try ModelFile.readFile(at: version.file)
                problems += document.problems().map { $0.at(version.file.path) }
                versions.append(Version(name: version.name, document: document))
            } catch {
                problems += ModelProblems(error, path: version.file.path).problems
            }
        }
        guard problems.isEmpty else { throw ModelProblems(problems: problems) }
        return ModelBundle(versions: versions, currentVersionName: location.currentVersionName)
    }

    private static func ambiguity(of location: ModelLocation, path: String) -> ModelFormatError {
        let names = location.versions.map { "'\($0.name)'" }.joined(separator: ", ")
        return ModelFormatError(
            .inconsistent,
            "the model has several versions (\(names)), and no file .xccurrentversion names the current one; "
                + "add that file, a property list whose key _XCCurrentVersionName names it", path: path)
    }
}

extension ModelLocation {
    /// Whether the current version is a guess among several.
    fileprivate var isAmbiguous: Bool { versions.count > 1 && !namesCurrentVersion }
}

extension ModelProblems {
    fileprivate init(_ error: any Error, path: String) {
        let problem = error as? ModelFormatError ?? ModelFormatError(.unreadable, "\(error)")
        problems = [problem.at(path)]
    }
}

extension ModelFormatError {
    /// The same problem, with the path of a file.
    fileprivate func at(_ file: String) -> ModelFormatError {
        var result = self
        result.path = path ?? file
        return result
    }
}
