// SPDX-License-Identifier: Apache-2.0
// Finds the word that somebody may have meant, among commands, options, entities or properties. UnknownName.swift tells of names.

/// A word that is not known.
package struct Misspelling {
    package let word: String

    package init(_ word: String) { self.word = word }

    /// `; did you mean 'show'?`, or nothing where no known word is near.
    package func hint(among known: [String]) -> String {
        nearest(among: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The nearest known word, whatever its capitals; a name that SQLite's tables have, such as ZTITLE, is that of the model.
    ///
    /// Two edits are a misspelling, in words of less than six letters one edit; more are another word.
    package func nearest(among known: [String]) -> String? {
        let known = known.sorted()
        let spellings = [word, word.first == "Z" ? String(word.dropFirst()) : word].map { $0.lowercased() }
        if let same = known.first(where: { spellings.contains($0.lowercased()) }) { return same }
        let limit = word.count < 6 ? 1 : 2
        let near = known.map { ($0, distance(to: $0)) }.filter { $0.1 <= limit }
        return near.min { $0.1 < $1.1 }?.0
    }

    /// The number of letters to insert, remove, replace, or exchange with their neighbour.
    private func distance(to other: String) -> Int {
        let (from, to) = (Array(word.lowercased()), Array(other.lowercased()))
        var before: [Int] = []
        var last = Array(0...to.count)
        for (row, letter) in from.enumerated() {
            var current = [row + 1]
            for (column, candidate) in to.enumerated() {
                var cost = min(
                    last[column] + (letter == candidate ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == to[column - 1], from[row - 1] == candidate {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, last) = (last, current)
        }
        return last[to.count]
    }
}
