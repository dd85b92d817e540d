// SPDX-License-Identifier: Apache-2.0
// Parses the declarations of a file: imports, and types and extensions with their members. The parser skips bodies by
// their brackets. +Members.swift parses members, +Syntax.swift types and signatures.

/// Parses declarations from tokens, and skips syntax that it does not know.
struct DeclarationReader {
    let path: String
    let tokens: [SourceToken]
    var position = 0
    var unreachable: [SourceLocation] = []
    private var imports: Set<String> = []
    private var publicImports: Set<String> = []
    private var types: [SourceType] = []
    private var extensions: [SourceExtension] = []

    private static let modifiers: Set<String> = [
        "static", "class", "override", "final", "lazy", "weak", "unowned", "required", "convenience",
        "dynamic",
        "optional", "mutating", "nonmutating", "nonisolated", "isolated", "indirect", "consuming",
        "borrowing",
        "distributed", "prefix", "postfix", "infix", "__consuming", "sending",
    ]

    init(_ text: String, path: String) {
        self.path = path
        tokens = ConditionalTokens.active(SourceTokenizer.tokens(of: text))
    }

    mutating func readFile(into file: inout SourceFile) {
        var members = SourceMembers()
        while current != nil {
            readDeclaration(of: [], into: &members)
            // Skip a brace that closes nothing.
            if says("}") { position += 1 }
        }
        file.imports = imports
        file.publicImports = publicImports
        file.types = types
        file.extensions = extensions
        file.unreachable = unreachable
    }

    private mutating func readMembers(of path: [String]) -> SourceMembers {
        var members = SourceMembers()
        guard consume("{") else { return members }
        while current != nil, !consume("}") { readDeclaration(of: path, into: &members) }
        return members
    }

    /// Reads one declaration, or skips one token or one pair of brackets with its contents.
    private mutating func readDeclaration(of path: [String], into members: inout SourceMembers) {
        guard let first = current else { return }
        var traits = DeclarationTraits(
            condition: first.condition, location: SourceLocation(file: self.path, line: first.line))
        readTraits(into: &traits)
        guard let keyword = current, keyword.kind == .word else { return skipOne() }
        traits.location.line = keyword.line
        position += 1
        switch keyword.text {
        case "class", "struct", "enum", "protocol", "actor":
            readType(SourceType.Kind(rawValue: keyword.text) ?? .class, of: path, traits)
        case "extension": readExtension(traits)
        case "typealias": readAlias(of: path, traits)
        case "var", "let": readProperties(traits, isConstant: keyword.text == "let", into: &members)
        case "func": readFunction(traits, into: &members)
        case "import": readImport(traits)
        case "case": skipCase()
        case "init", "deinit", "subscript": skipSignatureAndBody()
        default: break
        }
    }

    /// Reads attributes and modifiers, in any order.
    private mutating func readTraits(into traits: inout DeclarationTraits) {
        while let token = current {
            if token.says("@") {
                position += 1
                readAttribute(into: &traits)
            } else if token.kind == .word, !readModifier(token.text, into: &traits) {
                return
            } else if token.kind != .word {
                return
            }
        }
    }

    private mutating func readModifier(_ word: String, into traits: inout DeclarationTraits) -> Bool {
        if let level = AccessLevel(rawValue: word) {
            guard let following = next, following.isName || following.says("(") || following.says("@") else {
                return false
            }
            position += 1
            if consumeParenthesized("set") { traits.setterAccess = level } else { traits.access = level }
            return true
        }
        guard Self.modifiers.contains(word), let following = next,
            following.isName || following.says("(") || following.says("@")
        else { return false }
        // `class` is a modifier only before another modifier or a member.
        if word == "class", following.kind == .quotedWord || !Self.followsClassModifier(following.text) {
            return false
        }
        position += 1
        traits.modifiers.insert(word)
        if says("("), current?.followsSpace == false { skipBalanced() }
        return true
    }

    private static func followsClassModifier(_ word: String) -> Bool {
        ["var", "let", "func", "subscript", "@"].contains(word) || modifiers.contains(word)
            || AccessLevel(rawValue: word) != nil
    }

    private mutating func consumeParenthesized(_ word: String) -> Bool {
        guard says("("), position + 2 < tokens.count, tokens[position + 1].says(word),
            tokens[position + 2].says(")")
        else { return false }
        position += 3
        return true
    }

    private mutating func readAttribute(into traits: inout DeclarationTraits) {
        guard let name = current, name.isName else { return }
        position += 1
        var text = name.text
        while says("."), let part = next, part.isName {
            text += "." + part.text
            position += 2
        }
        traits.attributes.append(text)
        if says("<"), current?.followsSpace == false { skipGenerics() }
        if says("("), current?.followsSpace == false { skipBalanced() }
    }

    private mutating func readType(_ kind: SourceType.Kind, of path: [String], _ traits: DeclarationTraits) {
        guard let name = consumeName() else { return }
        var type = SourceType(kind: kind, path: path + [name], traits: traits)
        type.isGeneric = says("<")
        skipGenerics()
        type.inheritance = readInheritance()
        // This reserves the type's place before the types inside of it.
        let index = types.count
        types.append(type)
        types[index].members = readMembers(of: type.path)
    }

    private mutating func readExtension(_ traits: DeclarationTraits) {
        let extended = readTypeText()
        var result = SourceExtension(extended: extended, traits: traits)
        result.inheritance = readInheritance()
        let path = extended.prefix { $0 != "<" }.split(separator: ".").map(String.init)
        let index = extensions.count
        extensions.append(result)
        extensions[index].members = readMembers(of: path)
    }

    private mutating func readInheritance() -> [String] {
        var result: [String] = []
        if consume(":") {
            repeat { result.append(readTypeText()) } while consume(",")
        }
        while let token = current, !token.says("{"), !token.says("}") { position += 1 }
        return result
    }

    private mutating func readAlias(of path: [String], _ traits: DeclarationTraits) {
        guard let name = consumeName() else { return }
        var alias = SourceType(kind: .typealias, path: path + [name], traits: traits)
        alias.isGeneric = says("<")
        skipGenerics()
        guard consume("=") else { return }
        alias.inheritance = [readTypeText()]
        types.append(alias)
    }

    private mutating func readImport(_ traits: DeclarationTraits) {
        let kinds = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
        if let token = current, kinds.contains(token.text), next?.isName == true { position += 1 }
        if let name = consumeName() {
            imports.insert(name)
            if traits.access == .public { publicImports.insert(name) }
        }
        while consume(".") { position += 1 }
    }

    /// Skips the cases of an enum; their names may be words with another meaning elsewhere.
    private mutating func skipCase() {
        var isOpen = true
        while let token = current, isOpen || !token.startsLine, !token.says("}"), !token.says(";") {
            isOpen = token.says(",") || token.says("=")
            skipOne()
            if says(",") || says("=") { isOpen = true }
        }
    }
}
