// SPDX-License-Identifier: Apache-2.0
// The changes of files as a unified diff, as `patch -p1` and `git apply` take it.

/// Writes patches.
public enum PatchText {
    private static let context = 3

    /// The patch of all changed files.
    ///
    /// - Parameter files: files with their former and their new contents.
    /// - Returns: the patch; empty where nothing changed.
    public static func of(_ files: [PortedProgram.File]) -> String {
        files.filter { $0.before != $0.after }.map(of).joined()
    }

    private static func of(_ file: PortedProgram.File) -> String {
        let steps = steps(lines(file.before), lines(file.after))
        return "--- a/\(file.path)\n+++ b/\(file.path)\n" + hunks(steps).map { text(steps, $0) }.joined()
    }

    /// One line of a comparison.
    private struct Step {
        let sign: Character
        let line: String
    }

    /// The lines of a text, each with its end.
    private static func lines(_ bytes: [UInt8]) -> [String] {
        var result: [String] = []
        var start = 0
        for index in bytes.indices where bytes[index] == 0x0A {
            result.append(String(decoding: bytes[start...index], as: UTF8.self))
            start = index + 1
        }
        if start < bytes.count { result.append(String(decoding: bytes[start...], as: UTF8.self)) }
        return result
    }

    private static func steps(_ before: [String], _ after: [String]) -> [Step] {
        let difference = after.difference(from: before) { Array($0.utf8) == Array($1.utf8) }
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var (result, old, new): ([Step], Int, Int) = ([], 0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                result.append(Step(sign: "-", line: before[old]))
                old += 1
            } else if added.contains(new) {
                result.append(Step(sign: "+", line: after[new]))
                new += 1
            } else {
                result.append(Step(sign: " ", line: before[old]))
                (old, new) = (old + 1, new + 1)
            }
        }
        return result
    }

    /// The ranges of steps that belong to one hunk each.
    private static func hunks(_ steps: [Step]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for index in steps.indices where steps[index].sign != " " {
            let range = max(0, index - context)..<min(steps.count, index + context + 1)
            if let last = result.last, last.upperBound >= range.lowerBound {
                result[result.count - 1] = last.lowerBound..<range.upperBound
            } else {
                result.append(range)
            }
        }
        return result
    }

    private static func text(_ steps: [Step], _ range: Range<Int>) -> String {
        func place(_ sign: Character) -> String {
            let count = steps[range].count { $0.sign != sign }
            let before = steps[..<range.lowerBound].count { $0.sign != sign }
            return "\(count == 0 ? before : before + 1),\(count)"
        }
        return "@@ -\(place("+")) +\(place("-")) @@\n"
            + steps[range].map { step in
                let isEnded = step.line.utf8.last == 0x0A
                return "\(step.sign)\(step.line)" + (isEnded ? "" : "\n\\ No newline at end of file\n")
            }.joined()
    }
}
