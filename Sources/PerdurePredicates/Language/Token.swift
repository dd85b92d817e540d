// SPDX-License-Identifier: Apache-2.0
// The tokens of the predicate language. PredicateLexer.swift cuts a format string into them.

import Foundation

/// One token of a format string and where it starts.
struct Token: Equatable {
    var kind: Kind
    /// Counted in Unicode scalars from the start of the format string.
    var offset: Int

    enum Kind: Equatable {
        /// An identifier or a keyword; the position decides which.
        case word(String)
        /// `#word` or `#"any text"`: never a keyword.
        case escapedWord(String)
        /// `add:to:`
        case selector(String)
        case number(ConstantValue)
        case string(String)
        /// `$name`
        case variable(String)
        /// `%@` and its kin.
        case argument(ArgumentForm)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, Equatable {
        case openRound = "("
        case closeRound = ")"
        case openCurly = "{"
        case closeCurly = "}"
        case openSquare = "["
        case closeSquare = "]"
        case comma = ","
        case dot = "."
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case power = "**"
        case bitAnd = "&"
        case bitOr = "|"
        case bitXor = "^"
        case shiftLeft = "<<"
        case shiftRight = ">>"
        case complement = "~"
        case assign = ":="
        case equal = "="
        case doubleEqual = "=="
        case notEqual = "!="
        case lessOrGreater = "<>"
        case less = "<"
        case lessOrEqual = "<="
        case equalOrLess = "=<"
        case greater = ">"
        case greaterOrEqual = ">="
        case equalOrGreater = "=>"
        case and = "&&"
        case or = "||"
        case not = "!"
    }

    /// The argument that a percent form takes.
    enum ArgumentForm: String, Equatable {
        case object = "%@"
        case keyPath = "%K"
        case integer = "%d"
        case floating = "%f"
        case text = "%s"
    }
}

extension Token.Kind {
    /// The token as an error message shows it.
    var description: String {
        switch self {
        case .word(let text), .selector(let text): "'\(text)'"
        case .escapedWord(let text): "'#\(text)'"
        case .number(let value): "the number \(PredicatePrinter.format(.constant(value)))"
        case .string: "a string"
        case .variable(let name): "'$\(name)'"
        case .argument(let form): "'\(form.rawValue)'"
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        case .end: "the end of the text"
        }
    }
}

/// An error in a format string; the parser adds the format string to the message.
struct SyntaxFault: Error {
    var offset: Int
    var message: String
}
