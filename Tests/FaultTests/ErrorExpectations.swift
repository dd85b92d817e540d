// SPDX-License-Identifier: Apache-2.0
// What every test of bad input asserts: which error it is, what its words name, and that no file changed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// All files below a folder with their bytes; a link counts as its destination's path, a folder as nothing.
struct FolderContent: Equatable {
    private let files: [String: Data]

    init(_ folder: TemporaryFolder) {
        let manager = FileManager.default
        var files: [String: Data] = [:]
        for case let name as String in manager.enumerator(atPath: folder.url.path) ?? .init() {
            let path = folder.file(name).path
            files[name] =
                (try? manager.destinationOfSymbolicLink(atPath: path)).map { Data($0.utf8) }
                ?? manager.contents(atPath: path) ?? Data()
        }
        self.files = files
    }

    var names: [String] { files.keys.sorted() }
    /// The main file's size: what a limit of memory is compared with.
    var size: Int { files.values.reduce(0) { $0 + $1.count } }
}

/// Expects an error of Cocoa's domain that names what is at fault, from a body that changes nothing in a folder.
///
/// - Parameters:
///   - code: the error's code.
///   - words: what its description must contain.
///   - folder: whose files must stay as they are, side files included.
///   - location: the test.
///   - body: what must fail.
/// - Returns: the error, for a look at its facts.
@discardableResult
func expectError(
    _ code: Int, naming words: [String], in folder: TemporaryFolder? = nil,
    at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> NSError? {
    let before = folder.map { FolderContent($0) }
    let error = #expect(throws: (any Error).self, sourceLocation: location) { try body() } as NSError?
    guard let error else { return nil }
    let text = error.localizedDescription
    #expect(error.domain == NSCocoaErrorDomain && error.code == code, "\(error)", sourceLocation: location)
    for word in words { #expect(text.contains(word), "no \"\(word)\" in: \(text)", sourceLocation: location) }
    let after = folder.map { FolderContent($0) }
    #expect(before?.names == after?.names, sourceLocation: location)
    #expect(before == after, "the files changed", sourceLocation: location)
    return error
}

/// Expects what Apple raises as an NSInvalidArgumentException, with words that name what is at fault.
func expectException(
    naming words: [String], at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let error = #expect(throws: CoreDataException.self, sourceLocation: location) { try body() }
    guard let error else { return }
    #expect(error.name == .invalidArgumentException, "\(error)", sourceLocation: location)
    for word in words {
        #expect(error.reason.contains(word), "no \"\(word)\" in: \(error.reason)", sourceLocation: location)
    }
}

extension NSError {
    /// The path that the error names.
    var path: String? { userInfo[NSFilePathErrorKey] as? String }
}
