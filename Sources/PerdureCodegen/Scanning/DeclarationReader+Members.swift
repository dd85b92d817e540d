// SPDX-License-Identifier: Apache-2.0
// Reads properties with their accessors, and functions. Part of DeclarationReader.swift.

extension DeclarationReader {
    private static let observers: Set<String> = ["willSet", "didSet"]
    private static let accessors: Set<String> = [
        "get", "set", "_read", "_modify", "read", "modify", "unsafeAddress", "unsafeMutableAddress", "init",
        "willSet", "didSet", "yielding", "borrow", "mutate",
    ]

    /// Reads the bindings of one `var` or `let`.
    mutating func readProperties(
        _ traits: DeclarationTraits, isConstant: Bool, into members: inout SourceMembers
    ) {
        var untyped: [Int] = []
        repeat {
            if says("(") {
                // A tuple of names, for which the linker never needs an accessor.
                skipBalanced()
                if consume(":") { _ = readTypeText() }
                if consume("=") { skipInitializer() }
                continue
            }
            guard let name = consumeName() else { return }
            var property = SourceProperty(name: name, isConstant: isConstant, traits: traits)
            property.hasSetter = !isConstant
            if consume(":") { property.type = readTypeText() }
            if consume("=") { skipInitializer() }
            if says("{") { readAccessors(of: &property) }
            members.properties.append(property)
            let index = members.properties.count - 1
            // In `var a, b: Int` the type belongs to every name.
            if let type = property.type {
                for earlier in untyped { members.properties[earlier].type = type }
                untyped = []
            } else {
                untyped.append(index)
            }
        } while consume(",")
    }

    private mutating func readAccessors(of property: inout SourceProperty) {
        let end = endOfBalanced
        recordUnreachable(from: position, until: end)
        var words: Set<String> = []
        position += 1
        while position < end, let word = readAccessorName() {
            words.insert(word)
            while position < end, !says("{"), !startsAccessor {
                if says("async") || says("throws") { property.hasEffects = true }
                position += 1
            }
            if says("{") { skipBalanced() }
        }
        position = min(end + 1, tokens.count)
        if words.isEmpty {
            property.isComputed = true
            property.hasSetter = false
        } else if !words.isSubset(of: Self.observers) {
            property.isComputed = true
            property.hasSetter = !words.isDisjoint(with: [
                "set", "_modify", "modify", "unsafeMutableAddress", "mutate",
            ])
        }
    }

    private var startsAccessor: Bool {
        guard let token = current else { return true }
        return token.says("@") || token.kind == .word && Self.accessors.contains(token.text)
    }

    /// The name of the accessor ahead; nil when the braces hold the statements of a getter.
    private mutating func readAccessorName() -> String? {
        while says("@") {
            position += 2
            if says("("), current?.followsSpace == false { skipBalanced() }
        }
        while ["mutating", "nonmutating", "__consuming", "nonisolated"].contains(current?.text ?? "") {
            position += 1
        }
        guard let word = current, word.kind == .word, Self.accessors.contains(word.text) else { return nil }
        // `get {`, `set(value) {`, `get async throws {`, `get set }`, but not `set.count` or `get = 1`.
        if let following = next, following.kind == .symbol, !["{", "(", "}"].contains(following.text) {
            return nil
        }
        position += 1
        return word.text
    }

    /// Reads a function's signature and skips its body.
    mutating func readFunction(_ traits: DeclarationTraits, into members: inout SourceMembers) {
        guard let name = consumeName() else {
            // An operator.
            while let token = current, !token.says("(") && !token.says("{") { position += 1 }
            return skipSignatureAndBody()
        }
        var function = SourceFunction(name: name, traits: traits)
        function.isGeneric = says("<")
        skipGenerics()
        if says("(") { function.parameters = readParameters() }
        while let token = current, ["async", "throws", "rethrows", "reasync"].contains(token.text),
            token.kind == .word
        {
            if token.text == "async" { function.isAsync = true } else { function.canThrow = true }
            position += 1
            if says("(") { skipBalanced() }
        }
        if consume("->") { function.result = readTypeText() }
        skipWhereClause()
        if says("{") { skipBody() }
        members.functions.append(function)
    }

    private mutating func readParameters() -> [SourceParameter] {
        let end = endOfBalanced
        var parameters: [SourceParameter] = []
        position += 1
        while position < end {
            skipAttributes()
            guard let label = consumeName() else { break }
            let name = consumeName() ?? label
            guard consume(":") else { break }
            let type = readTypeText()
            parameters.append(SourceParameter(label: label == "_" ? nil : label, name: name, type: type))
            while position < end, !says(",") { skipOne() }
            _ = consume(",")
        }
        position = min(end + 1, tokens.count)
        return parameters
    }

    /// Skips the signature and the body of an initialiser, a deinitialiser, a subscript or an operator function.
    mutating func skipSignatureAndBody() {
        while says("?") || says("!") { position += 1 }
        skipGenerics()
        if says("(") { skipBalanced() }
        while let token = current, ["async", "throws", "rethrows"].contains(token.text), token.kind == .word {
            position += 1
            if says("(") { skipBalanced() }
        }
        if consume("->") { _ = readTypeText() }
        skipWhereClause()
        if says("{") { skipBody() }
    }

    private mutating func skipWhereClause() {
        guard says("where") else { return }
        position += 1
        while let token = current, !token.says("{"), !token.says("}") {
            // A requirement has no body; its clause ends with the line.
            if token.startsLine, token.kind == .word, tokens[position - 1].text != ",", !token.says("where") {
                return
            }
            position += 1
        }
    }

    private mutating func skipBody() {
        let end = endOfBalanced
        recordUnreachable(from: position, until: end)
        position = end + 1
    }

    mutating func recordUnreachable(from start: Int, until end: Int) {
        for index in start..<max(start, min(end, tokens.count - 1))
        where tokens[index].says("@") && tokens[index + 1].says("NSManaged") {
            unreachable.append(SourceLocation(file: path, line: tokens[index].line))
        }
    }
}
