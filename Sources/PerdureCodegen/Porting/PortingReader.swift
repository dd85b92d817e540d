// SPDX-License-Identifier: Apache-2.0
// Finds code that compiles on Apple's systems only, and code that compiles here but cannot work. It looks through the
// tokens that may be compiled, so never through comments, literals or inactive branches. PortingAdvice.swift has the
// replacements. The rows of "Lines to change" in Documentation/Compatibility/Sources.md are implemented here.

/// Looks for lines that a port has to change.
struct PortingReader {
    /// The owner of an opening bracket.
    private enum Bracket {
        case extensionBody, other
    }

    private let path: String
    private let tokens: [SourceToken]
    private var position = 0
    private var brackets: [Bracket] = []
    /// Whether the reader has passed `extension` and expects its brace.
    private var expectsBody = false
    private var found: [SourceProblem] = []

    /// Looks through the tokens of a file.
    static func problems(in tokens: [SourceToken], path: String) -> [SourceProblem] {
        var reader = PortingReader(path: path, tokens: tokens)
        reader.read()
        return reader.found
    }

    private init(path: String, tokens: [SourceToken]) {
        self.path = path
        self.tokens = tokens
    }

    private mutating func read() {
        while let token = token(0) {
            follow(token)
            if let advice = advice(on: token) {
                found.append(
                    SourceProblem(advice, at: SourceLocation(file: path, line: token.line), .warning))
            }
            position += 1
        }
    }

    private func token(_ distance: Int) -> SourceToken? {
        tokens.indices.contains(position + distance) ? tokens[position + distance] : nil
    }

    private func says(_ text: String, at distance: Int) -> Bool { token(distance)?.says(text) ?? false }

    private mutating func follow(_ token: SourceToken) {
        switch token.text {
        case "(", "[", "{":
            guard token.kind == .symbol else { return }
            let isBody = token.text == "{" && expectsBody
            brackets.append(isBody ? .extensionBody : .other)
            if isBody { expectsBody = false }
        case ")", "]", "}":
            if token.kind == .symbol { _ = brackets.popLast() }
        case "extension":
            // An `extension` that is neither the name of a member nor of an argument.
            if token.kind == .word, !says(".", at: -1), self.token(1)?.isName == true { expectsBody = true }
        default: break
        }
    }

    private func advice(on token: SourceToken) -> String? {
        if token.says("#"), says("(", at: 2) {
            if says("keyPath", at: 1) { return PortingAdvice.keyPath(argument) }
            if says("selector", at: 1) { return PortingAdvice.selector(argument) }
        }
        if token.says("@") { return attributeAdvice }
        if token.says("as"), says("!", at: 1) || says("?", at: 1) { return castAdvice }
        if token.says("override") { return overrideAdvice }
        return nil
    }

    /// The tokens between the parentheses two places ahead.
    private var argument: [String] {
        var texts: [String] = []
        var depth = 0
        for token in tokens[(position + 2)...] {
            if token.says("(") { depth += 1 }
            if token.says(")") { depth -= 1 }
            if depth == 0 { break }
            texts.append(token.text)
        }
        return Array(texts.dropFirst())
    }

    private var attributeAdvice: String? {
        guard let name = token(1), name.kind == .word, !name.followsSpace else { return nil }
        switch name.text {
        case "objc": return PortingAdvice.objc(hasName: says("(", at: 2) && token(2)?.followsSpace == false)
        case "objcMembers": return PortingAdvice.objcMembers
        default: return nil
        }
    }

    /// The advice on casting a request; nil for a result of `copy()`, which has any type, so that its casts succeed.
    private var castAdvice: String? {
        guard says("NSFetchRequest", at: 2), says("<", at: 3) else { return nil }
        let isCopy =
            says(")", at: -1) && says("(", at: -2) && (says("copy", at: -3) || says("mutableCopy", at: -3))
        guard !isCopy else { return nil }
        var result: [String] = []
        for token in tokens[(position + 4)...] {
            if token.says(">") { break }
            result.append(token.text)
        }
        return PortingAdvice.cast(to: result.filter { $0 != "any" }.joined())
    }

    private var overrideAdvice: String? {
        guard !says(".", at: -1), let next = token(1), next.kind == .word || next.says("@") else {
            return nil
        }
        if brackets.last == .extensionBody { return PortingAdvice.overrideInExtension }
        let names = (1...4).prefix { token($0)?.says("(") != true }.compactMap { token($0)?.text }
        guard names.last == "init", says("entity", at: names.count + 2), says(":", at: names.count + 3) else {
            return nil
        }
        return PortingAdvice.overriddenInitializer
    }
}
