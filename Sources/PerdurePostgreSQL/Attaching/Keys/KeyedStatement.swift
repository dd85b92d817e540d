// SPDX-License-Identifier: Apache-2.0
// Statements that name keys of others. A text says `perdure_key($1)` where the columns of a key are wanted and `perdure_name($1)`
// where its whole text is; the session sends texts in place of the numbers, as parameters behind the statement's own.

#if PostgreSQL
import PerdureBase
import PerdurePostgreSQLClient

/// Puts texts in place of numbers in requests.
final class KeyedStatements: Sendable {
    let directory: KeyDirectory
    private let known = Lock([String: Form]())
    private static let capacity = 500
    static let key = "perdure_key"
    static let name = "perdure_name"

    /// A statement without the two words, and what they stood for.
    private struct Form {
        var text: String
        /// The parameter of each text, and whether its whole text is meant.
        var uses: [(parameter: Int, isName: Bool)]
    }

    init(_ directory: KeyDirectory) { self.directory = directory }

    /// The request as the server gets it.
    func request(_ request: ServerRequest) throws -> ServerRequest {
        guard request.text.contains("\(Self.key)($") || request.text.contains("\(Self.name)($") else {
            return request
        }
        let form = form(request.text, request.parameters.count)
        var result = request
        result.text = form.text
        for use in form.uses {
            guard request.parameters.indices.contains(use.parameter) else { continue }
            result.parameters.append(try exchanged(request.parameters[use.parameter], use.isName))
        }
        return result
    }

    private func form(_ text: String, _ count: Int) -> Form {
        if let form = known.withLock({ $0[text] }) { return form }
        let form = Self.read(text, count)
        known.withLock { known in
            if known.count >= Self.capacity { known.removeAll() }
            known[text] = form
        }
        return form
    }

    /// Reads a statement with so many parameters of its own.
    private static func read(_ text: String, _ count: Int) -> Form {
        var form = Form(text: "", uses: [])
        var rest = text[...]
        while let found = next(rest) {
            form.text += rest[..<found.range.lowerBound]
            rest = rest[found.range.upperBound...]
            let place =
                form.uses.firstIndex { $0 == (found.parameter, found.isName) } ?? form.uses.count
            if place == form.uses.count { form.uses.append((found.parameter, found.isName)) }
            form.text += "$\(count + place + 1)"
        }
        form.text += rest
        return form
    }

    /// The next of the words, with the parameter in its brackets.
    private static func next(_ text: Substring) -> (
        range: Range<Substring.Index>, parameter: Int, isName: Bool
    )? {
        let words = [key, name].compactMap { word in text.range(of: "\(word)($").map { ($0, word == name) } }
        guard let (word, isName) = words.min(by: { $0.0.lowerBound < $1.0.lowerBound }),
            let end = text[word.upperBound...].firstIndex(of: ")"),
            let number = Int(text[word.upperBound..<end])
        else { return nil }
        return (word.lowerBound..<text.index(after: end), number - 1, isName)
    }

    /// The texts of numbers; a number without a text equals no key.
    private func exchanged(_ value: ServerValue, _ isName: Bool) throws -> ServerValue {
        switch value {
        case .int8(let number): text(number, isName)
        case .array(.int8, let numbers): .array(.text, numbers.map { text($0.integer, isName) })
        case .encodedArray(.int8, let bytes):
            try exchanged(
                try bytes.withUnsafeBytes {
                    try ServerValue($0, oid: ServerType.int8.arrayOID, what: "keys")
                }, isName)
        case .array, .encodedArray, .nullArray: .array(.text, [])
        default: .null(.text)
        }
    }

    private func text(_ number: Int64?, _ isName: Bool) -> ServerValue {
        guard let text = number.flatMap(directory.text) else { return .null(.text) }
        return .text(isName ? text : KeyShape.bare(text))
    }
}
#endif
