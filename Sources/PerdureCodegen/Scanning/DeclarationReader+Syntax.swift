// SPDX-License-Identifier: Apache-2.0
// The reader's cursor, and the skipping of brackets, types and expressions. Part of DeclarationReader.swift.

extension DeclarationReader {
    var current: SourceToken? { position < tokens.count ? tokens[position] : nil }
    var next: SourceToken? { position + 1 < tokens.count ? tokens[position + 1] : nil }

    func says(_ text: String) -> Bool { current?.says(text) ?? false }

    mutating func consume(_ text: String) -> Bool {
        guard says(text) else { return false }
        position += 1
        return true
    }

    mutating func consumeName() -> String? {
        guard let token = current, token.isName else { return nil }
        position += 1
        return token.text
    }

    /// The index of the token that closes the bracket ahead; the last token when no token does.
    var endOfBalanced: Int {
        var depth = 0
        for index in position..<tokens.count where tokens[index].kind == .symbol {
            switch tokens[index].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}":
                depth -= 1
                if depth <= 0 { return index }
            default: break
            }
        }
        return tokens.count - 1
    }

    mutating func skipBalanced() { position = endOfBalanced + 1 }

    /// Skips one token, or a pair of brackets with its contents; stays before the bracket that closes the enclosing block.
    mutating func skipOne() {
        guard let token = current else { return }
        if token.kind == .symbol, ["(", "[", "{"].contains(token.text) {
            if token.text == "{" { recordUnreachable(from: position, until: endOfBalanced) }
            skipBalanced()
        } else if !token.says("}") {
            position += 1
        }
    }

    /// Skips `<…>`.
    mutating func skipGenerics() {
        guard says("<") else { return }
        var depth = 0
        while let token = current {
            if token.says("<") { depth += 1 }
            if token.says(">") { depth -= 1 }
            if token.says("{") || token.says("}") { return }
            skipOne()
            if depth == 0 { return }
        }
    }

    mutating func skipAttributes() {
        while says("@") {
            position += 2
            if says("("), current?.followsSpace == false { skipBalanced() }
        }
    }

    /// Reads a type and returns its text.
    mutating func readTypeText() -> String {
        let start = position
        skipType()
        var text = ""
        for index in start..<max(start, min(position, tokens.count)) {
            let token = tokens[index]
            if index > start, token.followsSpace || token.startsLine { text += " " }
            text += token.kind == .quotedWord ? "`\(token.text)`" : token.text
        }
        return text
    }

    private static let typePrefixes: Set<String> = [
        "inout", "some", "any", "borrowing", "consuming", "sending", "isolated", "__owned", "__shared",
        "repeat",
        "each", "nonisolated",
    ]

    private mutating func skipType() {
        repeat {
            skipTypePrefixes()
            skipPrimaryType()
            skipTypeSuffixes()
            skipFunctionResult()
        } while consume("&")
    }

    private mutating func skipTypePrefixes() {
        while let token = current {
            if token.says("@") {
                skipAttributes()
            } else if token.says("~") || token.kind == .word && Self.typePrefixes.contains(token.text) {
                position += 1
                if token.text == "nonisolated", says("(") { skipBalanced() }
            } else {
                return
            }
        }
    }

    private mutating func skipPrimaryType() {
        if says("(") || says("[") { return skipBalanced() }
        guard consumeName() != nil else { return }
        skipGenerics()
    }

    private mutating func skipTypeSuffixes() {
        while let token = current, token.kind == .symbol, !token.startsLine || token.says(".") {
            if token.says("."), let name = next, name.isName {
                position += 2
                skipGenerics()
            } else if token.says(":"), next?.says(":") == true, tokens.indices.contains(position + 2),
                tokens[position + 2].isName
            {
                // A module selector: `Shop::Item`.
                position += 3
                skipGenerics()
            } else if (token.says("?") || token.says("!")) && !token.followsSpace {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func skipFunctionResult() {
        let start = position
        while let token = current, token.kind == .word, ["async", "throws", "rethrows"].contains(token.text) {
            position += 1
            if says("(") { skipBalanced() }
        }
        if consume("->") { skipType() } else { position = start }
    }

    /// Skips the expression after `=`, up to the next binding, the accessors or the end of the statement.
    mutating func skipInitializer() {
        var isFirst = true
        while let token = current, !token.says("}"), !token.says(")"), !token.says(";") {
            if token.says(","), startsBinding(at: position + 1) { return }
            if token.startsLine, !isFirst, !continuesExpression(token) { return }
            // Braces after a value are a closure or observers; the property stays stored with both.
            skipOne()
            isFirst = false
        }
    }

    private func startsBinding(at index: Int) -> Bool {
        guard index + 1 < tokens.count, tokens[index].isName else { return index + 1 >= tokens.count }
        let following = tokens[index + 1]
        return following.startsLine || [":", "=", "{", ",", ";", "}"].contains { following.says($0) }
    }

    private func continuesExpression(_ token: SourceToken) -> Bool {
        let before = tokens[position - 1]
        if before.kind == .symbol, ![")", "]", "}", ">", "?", "!"].contains(before.text) { return true }
        if before.kind == .word, ["try", "await", "return", "is", "as", "in"].contains(before.text) {
            return true
        }
        if token.kind == .word { return ["else", "as", "is"].contains(token.text) }
        guard token.kind == .symbol else { return false }
        return !["@", "#", "(", "[", "{", "}", ";"].contains(token.text)
            || token.says("{") && before.text == "="
    }
}
