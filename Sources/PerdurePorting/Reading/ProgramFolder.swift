// SPDX-License-Identifier: Apache-2.0
// Finds the sources and the models of a program below a folder, and replaces sources. Nothing outside of the folder is read
// or written: links are not followed.

import Foundation
import PerdureModelFormat

/// The folder of a program.
public struct ProgramFolder: Sendable {
    /// A source that is longer is not read.
    private static let largestSource = 16 << 20
    /// Folders of other people's sources, and of what builds leave.
    private static let foreign: Set<String> = ["Pods", "Carthage", "DerivedData", "node_modules"]

    private let root: URL
    /// The Swift sources, sorted by their paths.
    public private(set) var sources: [PortedProgram.File] = []
    /// The class names in the current versions of the models.
    public private(set) var modelClasses: Set<String> = []
    /// What could not be read.
    public private(set) var problems: [PortProblem] = []

    /// Reads a folder.
    ///
    /// - Parameter path: the folder; a link to one is followed.
    /// - Throws: `PortProblem` when there is no such folder.
    public init(_ path: String) throws {
        root = URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder), isFolder.boolValue
        else {
            throw PortProblem(path: path, line: nil, text: "there is no such folder")
        }
        read("")
    }

    private mutating func read(_ folder: String) {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: url(folder).path)
            for name in names.sorted() where !name.hasPrefix(".") && !Self.foreign.contains(name) {
                try readEntry(folder.isEmpty ? name : folder + "/" + name)
            }
        } catch { add(folder.isEmpty ? "." : folder, "cannot be read: \(error.localizedDescription)") }
    }

    private mutating func readEntry(_ path: String) throws {
        let facts = try FileManager.default.attributesOfItem(atPath: url(path).path)
        switch facts[.type] as? FileAttributeType {
        case .typeDirectory?:
            let isModel = path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".xcdatamodel")
            if isModel { readModel(path) } else { read(path) }
        case .typeRegular?:
            guard path.hasSuffix(".swift") else { return }
            guard (facts[.size] as? Int ?? 0) <= Self.largestSource else {
                return add(path, "is too long for a source")
            }
            do {
                sources.append(.init(path: path, bytes: [UInt8](try Data(contentsOf: url(path)))))
            } catch { add(path, "cannot be read: \(error.localizedDescription)") }
        case .typeSymbolicLink?: readLink(path)
        default: return
        }
    }

    /// What a link inside of the folder leads to is found at its own place.
    private mutating func readLink(_ path: String) {
        let target = url(path).resolvingSymlinksInPath().path
        guard target != root.path, !target.hasPrefix(root.path + "/") else { return }
        add(
            path,
            "is a link that leads out of the folder, and was not followed; port what it leads to by itself")
    }

    private mutating func readModel(_ path: String) {
        do {
            let bundle = try ModelBundle.read(at: url(path))
            let entities = bundle.version(named: bundle.currentVersionName)?.document.entities ?? []
            modelClasses.formUnion(entities.compactMap(\.className))
        } catch { add(path, "is no readable model: \(error)") }
    }

    private mutating func add(_ path: String, _ text: String) {
        problems.append(PortProblem(path: path, line: nil, text: text))
    }

    private func url(_ path: String) -> URL { path.isEmpty ? root : root.appendingPathComponent(path) }

    /// Replaces a file in one step; its permissions stay.
    ///
    /// - Parameter file: a source that was read from the folder.
    /// - Throws: `PortProblem` when it was changed meanwhile or cannot be written; the file is as it was then.
    public func write(_ file: PortedProgram.File) throws(PortProblem) {
        let url = url(file.path)
        let new = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).port")
        do {
            guard try [UInt8](Data(contentsOf: url)) == file.before else {
                throw PortProblem(path: file.path, line: nil, text: "was changed meanwhile; port again")
            }
            let facts = try FileManager.default.attributesOfItem(atPath: url.path)
            try Data(file.after).write(to: new)
            try FileManager.default.setAttributes(
                [.posixPermissions: facts[.posixPermissions] ?? 0o644], ofItemAtPath: new.path)
            guard rename(new.path, url.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(at: new)
            if let problem = error as? PortProblem { throw problem }
            throw PortProblem(
                path: file.path, line: nil, text: "cannot be written: \(error.localizedDescription)")
        }
    }
}
