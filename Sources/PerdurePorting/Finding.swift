// SPDX-License-Identifier: Apache-2.0
// What a rule reports: a place in a source that cannot stay as it is on Linux. FindingKind.swift has the kinds.

/// A place that has to change on Linux.
public struct Finding: Sendable {
    /// What has to change.
    public let kind: FindingKind
    /// The file, relative to the folder of the program.
    public let path: String
    /// The line, counted from 1.
    public let line: Int
    /// The byte where it begins.
    let offset: Int
    /// The source line without the space around it.
    public let code: String
    /// What to write in its place, in code or in words.
    public let replacement: String
    /// The changes of files that make the replacement; empty where a person has to decide.
    let edits: [FileEdit]

    /// Whether the change is made by the program.
    public var isMechanical: Bool { !edits.isEmpty }
}

/// A change of one file's bytes.
struct FileEdit: Sendable {
    let path: String
    let range: Range<Int>
    let text: String
}
