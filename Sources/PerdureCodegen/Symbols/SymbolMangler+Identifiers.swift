// SPDX-License-Identifier: Apache-2.0
// Writes identifiers into symbols. A letter replaces an identifier that the symbol already has. It also replaces a word of
// an earlier identifier (`personName` after `Person`). Part of SymbolMangler.swift.

extension SymbolMangler {
    /// The largest number of remembered words; each has one letter.
    private static let wordLimit = 26

    mutating func append(identifier: String) {
        substituting("name \(identifier)", isRememberedFirst: true) { $0.appendNew(identifier) }
    }

    private mutating func appendNew(_ identifier: String) {
        if SwiftPunycode.isNeeded(for: identifier) {
            let encoded = SwiftPunycode.encoded(identifier)
            let startsAmbiguously = encoded.first.map { $0.isNumber || $0 == "_" } ?? false
            buffer += "00\(encoded.utf8.count)\(startsAmbiguously ? "_" : "")\(encoded)"
            return
        }
        let characters = Array(identifier)
        let found = wordReferences(in: characters)
        if !found.isEmpty { buffer += "0" }
        var position = 0
        for (index, reference) in found.enumerated() {
            appendText(characters[position..<reference.range.lowerBound])
            position = reference.range.upperBound
            let letter = UInt8(ascii: index == found.count - 1 ? "A" : "a") + UInt8(reference.word)
            buffer.append(Character(UnicodeScalar(letter)))
            if index == found.count - 1, position == characters.count { buffer += "0" }
        }
        appendText(characters[position...])
    }

    private mutating func appendText(_ text: ArraySlice<Character>) {
        guard !text.isEmpty else { return }
        buffer += "\(text.count)" + String(text)
    }

    /// Finds the known words of an identifier and remembers the new ones.
    private mutating func wordReferences(in characters: [Character]) -> [(range: Range<Int>, word: Int)] {
        var result: [(range: Range<Int>, word: Int)] = []
        for range in Self.words(of: characters) {
            let word = String(characters[range])
            if let known = words.firstIndex(of: word) {
                result.append((range, known))
            } else if word.count >= 2, words.count < Self.wordLimit {
                words.append(word)
            }
        }
        return result
    }

    /// The words of an identifier: a word starts at no digit or underscore, and ends before a capital after another letter.
    private static func words(of characters: [Character]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start: Int?
        for index in 0...characters.count {
            let character: Character? = index < characters.count ? characters[index] : nil
            if let begin = start, endsWord(character, after: characters[index - 1]) {
                result.append(begin..<index)
                start = nil
            }
            if start == nil, let character, character != "_", !("0"..."9").contains(character) {
                start = index
            }
        }
        return result
    }

    private static func endsWord(_ character: Character?, after previous: Character) -> Bool {
        guard let character, character != "_" else { return true }
        return isCapital(character) && !isCapital(previous)
    }

    private static func isCapital(_ character: Character) -> Bool { ("A"..."Z").contains(character) }
}
