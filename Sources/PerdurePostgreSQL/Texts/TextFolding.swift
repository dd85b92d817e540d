// SPDX-License-Identifier: Apache-2.0
// The folding of texts on the server (PG-111, PG-112): the evaluator's own table, in functions whose names have its hash.

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL

/// A way of preparing texts for a comparison.
enum TextFolding: String, Sendable, CaseIterable {
    /// The bytes as they are.
    case bytes = ""
    /// Composed.
    case composed = "nfc"
    case ignoringCase = "c"
    case ignoringDiacritics = "d"
    case ignoringBoth = "cd"

    init(_ options: ComparisonOptions) {
        if options.contains(.normalized) {
            self = .bytes
        } else {
            switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
            case (true, true): self = .ignoringBoth
            case (true, false): self = .ignoringCase
            case (false, true): self = .ignoringDiacritics
            case (false, false): self = .composed
            }
        }
    }

    /// The foldings that have a table.
    static let tables = [TextFolding.ignoringCase, .ignoringDiacritics, .ignoringBoth]

    /// Whether the server may be unable to judge a text; the function then gives NULL.
    var mayFail: Bool { Self.tables.contains(self) }

    var options: ComparisonOptions {
        switch self {
        case .bytes: .normalized
        case .composed: []
        case .ignoringCase: .caseInsensitive
        case .ignoringDiacritics: .diacriticInsensitive
        case .ignoringBoth: [.caseInsensitive, .diacriticInsensitive]
        }
    }

    /// The function of the store; nil when the text stays as it is.
    var function: String? {
        switch self {
        case .bytes: nil
        case .composed: "perdure_nfc"
        default: "perdure_fold_\(rawValue)_\(FoldingTable.hash)"
        }
    }
}

/// What becomes of each scalar, by the evaluator's own functions.
enum FoldingTable {
    /// The hash of the tables and the class: another toolchain may fold in another way.
    static let hash: String = {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        let texts = TextFolding.tables.map { tables[$0] ?? "" } + [unjudged]
        for byte in texts.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(String(hash, radix: 16).suffix(8))
    }()

    /// The tables as JSON objects.
    static let tables = Dictionary(uniqueKeysWithValues: TextFolding.tables.map { ($0, json($0)) })

    /// The scalars that change alone and in composed form, as a JSON object.
    private static func json(_ folding: TextFolding) -> String {
        let entries = scalars.changing.compactMap { scalar -> String? in
            let text = String(Character(scalar))
            guard text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([scalar]) else {
                return nil
            }
            let folded = StringMatching.prepared(text, folding.options)
            return folded.unicodeScalars.elementsEqual([scalar]) ? nil : "\"\(text)\":\"\(folded)\""
        }
        return "{\(entries.joined(separator: ","))}"
    }

    /// The scalars that the tables do not decide alone, as a class of a regular expression.
    static let unjudged: String = {
        let ranges = scalars.unjudged.map { range in
            [range.lowerBound, range.upperBound].map { String(format: "\\U%08X", $0) }.joined(separator: "-")
        }
        return "[\(ranges.joined())]"
    }()

    private static let scalars = Scalars()

    /// All scalars, sorted out.
    private struct Scalars {
        var changing: [Unicode.Scalar] = []
        var unjudged: [ClosedRange<UInt32>] = []

        init() {
            for value in 1...0x2_FFFF as ClosedRange<UInt32> {
                guard let scalar = Unicode.Scalar(value) else { continue }
                if Self.isPlain(value) { continue }
                if FoldingTable.isUnjudged(scalar) {
                    add(value...value)
                } else if Self.mayChange(scalar) {
                    changing.append(scalar)
                }
            }
            add(0x3_0000...0x10_FFFF)
        }

        private mutating func add(_ range: ClosedRange<UInt32>) {
            guard let last = unjudged.last, last.upperBound + 1 == range.lowerBound else {
                unjudged.append(range)
                return
            }
            unjudged[unjudged.count - 1] = last.lowerBound...range.upperBound
        }

        /// Ideographs and syllables, which have neither case nor marks.
        private static func isPlain(_ value: UInt32) -> Bool {
            (0x3400...0x4DB5).contains(value) || (0x4E00...0x9FEF).contains(value)
                || (0xAC00...0xD7A3).contains(value) || (0x2_0000...0x2_A6D6).contains(value)
        }

        private static func mayChange(_ scalar: Unicode.Scalar) -> Bool {
            let properties = scalar.properties
            if properties.changesWhenCaseMapped || properties.changesWhenNFKCCaseFolded { return true }
            return String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1
        }
    }

    /// Whether a scalar's fate depends on its neighbours, or on the server's version of Unicode.
    private static func isUnjudged(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard let age = properties.age, age.major <= 12, !(age.major == 12 && age.minor > 0) else {
            return true
        }
        if properties.isGraphemeExtend || properties.canonicalCombiningClass.rawValue != 0 { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .privateUse, .unassigned: return true
        default: break
        }
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x200C, 0x200D, 0x1F3FB...0x1F3FF: return true
        default: return losesMark(scalar)
        }
    }

    /// Whether a scalar is a mark on a base that diacritics do not leave.
    private static func losesMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value > 0x500 else { return false }
        let parts = String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
        guard parts.count > 1, let base = parts.first, base.value >= 0x510 else { return false }
        return parts.dropFirst().contains { (0x300...0x36F).contains($0.value) }
    }
}
#endif
