// SPDX-License-Identifier: Apache-2.0
// Where the model of an NSManagedObjectModelReference is, and the search for the version with the right checksum.

import Foundation
import PerdureModel

/// The place of a model.
enum ReferencedVersions {
    case model(NSManagedObjectModel)
    case file(URL)
    case name(String, Bundle?)
    case hashes([AnyHashable: Any], Bundle?)

    /// The version with a checksum.
    ///
    /// - Throws: 134504 with what is there instead.
    func version(_ checksum: String) throws -> NSManagedObjectModel {
        let candidates = try candidates(checksum)
        guard let found = candidates.first(where: { $0.versionChecksum == checksum }) else {
            let others = Set(candidates.map(\.versionChecksum)).sorted().joined(separator: ", ")
            throw StageErrors.missingModel(
                checksum,
                "\(text) has no version with it"
                    + (others.isEmpty ? "." : "; there is \(others).")
                    + " Give the checksum that perdure model or versionChecksum shows, or put that version there."
            )
        }
        return found
    }

    private func candidates(_ checksum: String) throws -> [NSManagedObjectModel] {
        switch self {
        case .model(let model): return [model]
        case .file(let url):
            do {
                return Self.sorted(try ModelFiles.versions(at: url))
            } catch {
                throw StageErrors.missingModel(
                    checksum, "\(url.path) cannot be read: \(error.localizedDescription)", error)
            }
        case .name(let name, let bundle):
            return Self.files(in: bundle).flatMap { Self.versions(at: $0, named: name) }
        case .hashes(let hashes, let bundle):
            let wanted = hashes.reduce(into: [String: Data]()) { result, entry in
                if let name = entry.key as? String { result[name] = entry.value as? Data }
            }
            return Self.files(in: bundle).flatMap { Self.versions(at: $0, named: nil) }.filter {
                wanted.count == hashes.count && $0.entityVersionHashesByName == wanted
            }
        }
    }

    /// The versions in a file: all of them if the file has the name, or the one that has it.
    ///
    /// A file that cannot be read has none.
    private static func versions(at url: URL, named name: String?) -> [NSManagedObjectModel] {
        let versions = (try? ModelFiles.versions(at: url)) ?? [:]
        guard let name, url.deletingPathExtension().lastPathComponent != name, url.lastPathComponent != name
        else { return sorted(versions) }
        return versions[name].map { [$0] } ?? []
    }

    private static func sorted(_ versions: [String: NSManagedObjectModel]) -> [NSManagedObjectModel] {
        versions.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func files(in bundle: Bundle?) -> [URL] {
        ModelFiles.urls(in: bundle.map { [$0] } ?? ProgramBundles.current.all)
    }

    private var text: String {
        switch self {
        case .model: "The given model"
        case .file(let url): url.path
        case .name(let name, let bundle): "\"\(name)\" in \(Self.text(of: bundle))"
        case .hashes(_, let bundle): "Among the models with the given hashes, \(Self.text(of: bundle))"
        }
    }

    private static func text(of bundle: Bundle?) -> String { bundle?.bundlePath ?? "the program's bundles" }
}
