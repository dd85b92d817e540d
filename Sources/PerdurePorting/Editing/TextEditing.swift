// SPDX-License-Identifier: Apache-2.0
// Applies changes to bytes, so that all other bytes of a file stay as they are.

enum TextEditing {
    /// The text with all edits made.
    ///
    /// - Parameters:
    ///   - edits: changes whose ranges do not overlap, in any order.
    ///   - bytes: the text before.
    /// - Returns: the text after.
    static func apply(_ edits: [FileEdit], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += bytes[position..<edit.range.lowerBound]
            result += Array(edit.text.utf8)
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }
}

/// Chooses changes that can be made together.
struct EditChoice {
    private var taken: [String: [Range<Int>]] = [:]
    private(set) var edits: [String: [FileEdit]] = [:]

    /// Takes all changes of a finding, or none when one of them meets a change that came before.
    ///
    /// A finding that has to wait keeps its places, so that members move into a class in their order.
    mutating func take(_ finding: Finding) {
        let isFree = finding.edits.allSatisfy { !meets($0) }
        for edit in finding.edits {
            taken[edit.path, default: []].append(edit.range)
            if isFree { edits[edit.path, default: []].append(edit) }
        }
    }

    /// Changes that touch meet too: their order would be open.
    private func meets(_ edit: FileEdit) -> Bool {
        taken[edit.path, default: []].contains {
            $0.lowerBound <= edit.range.upperBound && edit.range.lowerBound <= $0.upperBound
        }
    }
}
