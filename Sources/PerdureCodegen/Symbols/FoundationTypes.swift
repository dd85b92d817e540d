// SPDX-License-Identifier: Apache-2.0
// All types of Foundation and Dispatch that are not generic. This process has these types itself, so the code asks the
// runtime for a name: in each module of Foundation, as each kind of type. KnownTypes.swift has all other types.

import Dispatch
import Foundation

/// Looks up types by name in this process.
enum FoundationTypes {
    private static let modules = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch", "Swift",
    ]

    /// The limits of a name; no type of Foundation has a longer or deeper one.
    private static let limits = (characters: 100, depth: 3)

    /// The type of a name with its enclosing types, such as "NSNotification.Name"; nil for an unknown name.
    static func type(named name: String) -> NominalType? {
        let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard words.count <= limits.depth, name.utf8.count <= limits.characters, words.allSatisfy(isPlain)
        else {
            return nil
        }
        return modules.lazy.compactMap { type(words, in: $0) }.first
    }

    private static func isPlain(_ word: String) -> Bool {
        word.first?.isLetter == true
            && word.utf8.allSatisfy { $0 < 0x80 && ($0 == UInt8(ascii: "_") || isAlphanumeric($0)) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
    }

    private static func type(_ words: [String], in module: String) -> NominalType? {
        var mangled = "\(module.utf8.count)\(module)"
        var path: [NominalType.Part] = []
        for word in words {
            mangled += "\(word.utf8.count)\(word)"
            guard let kind = kind(of: mangled) else { return nil }
            if kind == .protocol { return words.count == 1 ? NominalType(module, word, .protocol) : nil }
            mangled += kind.rawValue.description
            path.append(.init(name: word, kind: kind))
        }
        return NominalType(module, path)
    }

    private static func kind(of mangled: String) -> NominalType.Kind? {
        for kind in [NominalType.Kind.struct, .class, .enum]
        where _typeByName(mangled + "\(kind.rawValue)") != nil {
            return kind
        }
        return _typeByName(mangled + "_p") == nil ? nil : .protocol
    }
}
