// SPDX-License-Identifier: Apache-2.0
// The real files beside the project, for FixtureModelTests.swift. (PerdureTestSupport has the same for
// tests above this layer.)

import Foundation

/// The folder of files that Apple's tools wrote; tests that need it are skipped where it is absent.
enum FixtureFolder {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/fixtures")

    static let isAvailable = FileManager.default.fileExists(
        atPath: root.appendingPathComponent("pairs.tsv").path)

    /// The files below a folder with a name or an extension, relative to the root.
    static func files(in folder: String, where matches: (String) -> Bool) -> [String] {
        let start = root.appendingPathComponent(folder).path
        guard let walk = FileManager.default.enumerator(atPath: start) else { return [] }
        return walk.compactMap { $0 as? String }.filter { matches(($0 as NSString).lastPathComponent) }
            .map { folder + "/" + $0 }.sorted()
    }

    static let sources = files(in: "models") { $0 == "contents" }
    static let compiled = files(in: "compiled") { $0.hasSuffix(".mom") }
    static let versionInfos = files(in: "compiled") { $0 == "VersionInfo.plist" }

    static func url(_ path: String) -> URL { root.appendingPathComponent(path) }
    static func data(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

    /// The lines of pairs.tsv below the heading.
    static var pairs: [[String]] {
        let text = (try? String(contentsOf: url("pairs.tsv"), encoding: .utf8)) ?? ""
        return text.components(separatedBy: .newlines).filter { !$0.isEmpty }.dropFirst()
            .map { $0.components(separatedBy: "\t") }
    }
}
