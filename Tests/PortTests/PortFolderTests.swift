// SPDX-License-Identifier: Apache-2.0
// Folders of programs: bad files beside good ones, links, ends of lines, permissions.

import Foundation
import PerdureTestSupport
import Testing

@testable import PerdurePorting

@Suite struct PortFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        let url = folder.file(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    private func ported() throws -> (ProgramFolder, PortedProgram) {
        let found = try ProgramFolder(folder.url.path)
        return (found, PortedProgram(found.sources))
    }

    @Test("PRG-83: a file with bad bytes or bad syntax is named and left alone; the others are ported")
    func badFiles() throws {
        try write("Bad.swift", [0x2F, 0x2F, 0xFF, 0x0A])
        try write("Broken.swift", Array("\nclass A {\n".utf8))
        try write("Good.swift", Array("let a = #keyPath(A.b)\n".utf8))
        let (_, program) = try ported()
        #expect(program.text("Good.swift") == "let a = \"b\"\n")
        #expect(program.problems.map(\.path) == ["Bad.swift", "Broken.swift"])
        #expect(
            program.problems.map(\.message).allSatisfy {
                $0.contains("left as it is") || $0.contains("left as it was")
            })
    }

    @Test("PRG-83: a link out of the folder is named, and nothing behind it is read or written")
    func links() throws {
        let other = try TemporaryFolder()
        try Data("@objc class A {}\n".utf8).write(to: other.file("A.swift"))
        try FileManager.default.createSymbolicLink(at: folder.file("Out"), withDestinationURL: other.url)
        try write("In/B.swift", Array("struct B {}\n".utf8))
        try FileManager.default.createSymbolicLink(
            at: folder.file("Inside"), withDestinationURL: folder.file("In"))
        let (found, program) = try ported()
        #expect(program.files.map(\.path) == ["In/B.swift"])
        #expect(found.problems.map(\.path) == ["Out"])
    }

    @Test("PRG-83: folders of builds and of other people's sources are passed over")
    func foreignFolders() throws {
        for name in [".build/A.swift", "Pods/A.swift", "Carthage/A.swift"] { try write(name, []) }
        #expect(try ported().0.sources.isEmpty)
        #expect(throws: PortProblem.self) { try ProgramFolder(folder.file("none").path) }
    }

    @Test("PRG-82: ends of lines, tabs and a last line without an end stay as they are")
    func formatting() throws {
        let text = "class A {\r\n\t@objc   func f() {}   \r\n\r\n\tlet a = #keyPath(A.b) // é\r\n}"
        try write("A.swift", Array(text.utf8))
        let after = try ported().1.text("A.swift")
        let guarded = "\t#if canImport(ObjectiveC)\r\n\t@objc\r\n\t#endif\r\n\tfunc f() {}   \r\n\r\n"
        #expect(after == "class A {\r\n\(guarded)\tlet a = \"b\" // é\r\n}")
    }

    @Test("PRG-83: a file is replaced with its permissions, and not when it was changed meanwhile")
    func writing() throws {
        try write("A.swift", Array("let a = #keyPath(A.b)\n".utf8))
        let url = folder.file("A.swift")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
        let (found, program) = try ported()
        let file = try #require(program.files.first)
        try found.write(file)
        #expect(try String(contentsOf: url, encoding: .utf8) == "let a = \"b\"\n")
        let facts = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(facts[.posixPermissions] as? Int == 0o640)
        #expect(throws: PortProblem.self) { try found.write(file) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["A.swift"])
    }
}
