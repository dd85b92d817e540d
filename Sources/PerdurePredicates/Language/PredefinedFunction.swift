// SPDX-License-Identifier: Apache-2.0
// The names of the predefined functions: the parser and NSExpression accept these and nothing else, so
// that a format string can never reach an arbitrary method. Their bodies are in Evaluation/Functions.swift.

/// The names of the predefined functions.
package enum PredefinedFunction {
    /// Functions of a list of values; a call may also pass the values one by one.
    static let statistics = ["average:", "sum:", "count:", "min:", "max:", "median:", "mode:", "stddev:"]
    static let others = [
        "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "sqrt:", "log:", "ln:",
        "raise:toPower:", "exp:", "floor:", "ceiling:", "abs:", "trunc:", "uppercase:", "lowercase:",
        "random",
        "randomn:", "now", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:",
        "rightshift:by:", "onesComplement:", "castObject:toType:", "length:", "canonical:",
        "distanceToLocation:fromLocation:", "objectFrom:withIndex:", "noindex:", "indexed:by:",
        "characterCount:",
    ]

    /// The selector of every accepted spelling: "sum:", "sum", "now:", "modulus".
    private static let selectors: [String: String] = {
        var table: [String: String] = [:]
        for selector in statistics + others {
            table[selector] = selector
            let first = selector.prefix { $0 != ":" }
            table[String(first)] = selector
            table[first + ":"] = selector
        }
        return table
    }()

    /// The selector of a function, written with or without its colons; nil for an unknown name.
    package static func selector(_ spelling: String) -> String? { selectors[spelling] }

    /// Whether a function takes this number of arguments.
    static func accepts(_ selector: String, count: Int) -> Bool {
        if statistics.contains(selector) { return count >= 1 }
        return count == selector.count { $0 == ":" }
    }

    /// The operator of a function and how tightly it binds; nil for a function without an operator.
    static func infix(_ selector: String) -> (symbol: String, binding: Binding)? {
        switch selector {
        case "add:to:": ("+", .additive)
        case "from:subtract:": ("-", .additive)
        case "multiply:by:": ("*", .multiplicative)
        case "divide:by:": ("/", .multiplicative)
        case "raise:toPower:": ("**", .power)
        case "bitwiseOr:with:": ("|", .bitOr)
        case "bitwiseXor:with:": ("^", .bitXor)
        case "bitwiseAnd:with:": ("&", .bitAnd)
        case "leftshift:by:": ("<<", .shift)
        case "rightshift:by:": (">>", .shift)
        default: nil
        }
    }
}

/// How tightly operators bind, loosest first.
enum Binding: Int, Comparable {
    case or, and, not, comparison, setOperation, bitOr, bitXor, bitAnd, shift
    case additive, multiplicative, negation, power, postfix

    static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }

    /// The next tighter binding.
    var tighter: Binding { Binding(rawValue: rawValue + 1) ?? .postfix }
}
