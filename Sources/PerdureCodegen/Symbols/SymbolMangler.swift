// SPDX-License-Identifier: Apache-2.0
// Makes the symbol names of class members as the Swift compiler does, with the part of its scheme that such members need.
// Identifiers are in +Identifiers.swift. The tests compare the names with those of the compiler itself.

/// Makes one symbol name.
struct SymbolMangler {
    var buffer = "$s"
    /// The identifiers and types that a letter can replace, in the order of their first use.
    private var substitutions: [String: Int] = [:]
    private var nextSubstitution = 0
    /// The words of identifiers that later identifiers can refer to.
    var words: [String] = []
    /// The reference at the end of the buffer, with which the next reference may merge.
    private var lastReference: Reference?

    private struct Reference {
        /// The start of the reference's count and letter, after the operator.
        var start: Int
        var letter: Character
        var count: Int
        var isStandard: Bool
        /// The length of the whole symbol up to the end of the reference.
        var end: Int
    }

    /// The largest number of repetitions in one reference.
    private static let repetitionLimit = 2048

    /// The types of the standard library with a letter of their own.
    private static let standardLetters: [String: Character] = [
        "Array": "a", "Bool": "b", "Dictionary": "D", "Double": "d", "Float": "f", "Set": "h", "Int": "i",
        "Character": "J", "ClosedRange": "N", "Range": "n", "ObjectIdentifier": "O", "Optional": "q",
        "String": "S", "Substring": "s", "UInt": "u", "Encodable": "E", "Decodable": "e",
    ]

    /// The symbol of a property's accessor; the operation `vg` reads, `vs` sets.
    static func accessor(
        _ operation: String, of name: String, type: ResolvedType, in parent: NominalType,
        discriminator: String?
    ) -> String {
        var mangler = SymbolMangler()
        mangler.append(parent)
        mangler.appendName(name, discriminator)
        mangler.append(type)
        mangler.buffer += operation
        return mangler.buffer
    }

    /// The symbol of a method without a result.
    static func method(
        _ name: String, _ parameters: [(label: String?, type: ResolvedType)], in parent: NominalType,
        discriminator: String?
    ) -> String {
        var mangler = SymbolMangler()
        mangler.append(parent)
        mangler.appendName(name, discriminator)
        mangler.appendLabels(parameters.map(\.label))
        mangler.buffer += "y"
        mangler.appendParameters(parameters)
        mangler.buffer += "F"
        return mangler.buffer
    }

    private mutating func appendName(_ name: String, _ discriminator: String?) {
        append(identifier: name)
        guard let discriminator else { return }
        append(identifier: discriminator)
        buffer += "LL"
    }

    private mutating func appendLabels(_ labels: [String?]) {
        guard labels.contains(where: { $0 != nil }) else {
            if !labels.isEmpty { buffer += "y" }
            return
        }
        for label in labels {
            if let label { append(identifier: label) } else { buffer += "_" }
        }
    }

    private mutating func appendParameters(_ parameters: [(label: String?, type: ResolvedType)]) {
        if parameters.isEmpty {
            buffer += "y"
        } else if parameters.count == 1, parameters[0].label == nil {
            append(parameters[0].type)
        } else {
            append(list: parameters.map { ResolvedType.Element(label: nil, type: $0.type) })
        }
    }

    private mutating func append(list: [ResolvedType.Element]) {
        for (index, element) in list.enumerated() {
            append(element.type)
            if let label = element.label { append(identifier: label) }
            if index == 0 { buffer += "_" }
        }
        buffer += list.isEmpty ? "y" : "t"
    }

    mutating func append(_ type: ResolvedType) {
        switch type {
        case .nominal(let nominal, let arguments):
            if arguments.isEmpty { return append(nominal) }
            substituting("\(type)") { mangler in
                mangler.append(nominal)
                mangler.buffer += "y"
                for argument in arguments { mangler.append(argument) }
                mangler.buffer += "G"
            }
        case .optional(let wrapped):
            substituting("\(type)") { mangler in
                mangler.append(wrapped)
                mangler.buffer += "Sg"
            }
        case .tuple(let elements): append(list: elements)
        case .any: buffer += "yp"
        case .anyObject: buffer += "yXl"
        case .existential(let nominal):
            append(nominal)
            buffer += "_p"
        case .metatype(let instance):
            append(instance)
            buffer += "m"
        }
    }

    mutating func append(_ nominal: NominalType) {
        if nominal.module == "Swift", nominal.path.count == 1,
            let letter = Self.standardLetters[nominal.path[0].name]
        {
            return refer(to: letter, isStandard: true)
        }
        substituting("type \(nominal.module).\(nominal.name)") { mangler in
            if nominal.path.count > 1 {
                mangler.append(NominalType(nominal.module, Array(nominal.path.dropLast())))
            } else if nominal.module == "Swift" {
                mangler.buffer += "s"
            } else {
                mangler.append(identifier: nominal.module)
            }
            mangler.append(identifier: nominal.path[nominal.path.count - 1].name)
            if nominal.kind != .protocol { mangler.buffer.append(nominal.kind.rawValue) }
        }
    }

    /// Refers to an entry that the symbol already has, or mangles and remembers a new one.
    mutating func substituting(_ key: String, isRememberedFirst: Bool = false, _ body: (inout Self) -> Void) {
        if let index = substitutions[key] { return refer(toSubstitution: index) }
        if isRememberedFirst { remember(key) }
        body(&self)
        if !isRememberedFirst { remember(key) }
    }

    private mutating func remember(_ key: String) {
        substitutions[key] = nextSubstitution
        nextSubstitution += 1
    }

    private mutating func refer(toSubstitution index: Int) {
        guard index < 26 else {
            buffer += "A" + (index == 26 ? "_" : "\(index - 27)_")
            return
        }
        refer(to: Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(index))), isStandard: false)
    }

    /// Writes a reference and merges it with the reference just before it: `SiSi` is `S2i`, `ABAC` is `AbC`.
    private mutating func refer(to letter: Character, isStandard: Bool) {
        if var last = lastReference, last.end == buffer.utf8.count, last.isStandard == isStandard,
            last.count < Self.repetitionLimit
        {
            if last.letter == letter {
                last.count += 1
                buffer = String(buffer.prefix(last.start)) + "\(last.count)\(letter)"
                last.end = buffer.utf8.count
                lastReference = last
                return
            }
            if !isStandard {
                buffer = buffer.dropLast() + last.letter.lowercased() + String(letter)
                let end = buffer.utf8.count
                lastReference = Reference(
                    start: end - 1, letter: letter, count: 1, isStandard: false, end: end)
                return
            }
        }
        buffer += isStandard ? "S" : "A"
        let start = buffer.utf8.count
        buffer.append(letter)
        lastReference = Reference(
            start: start, letter: letter, count: 1, isStandard: isStandard, end: start + 1)
    }
}
