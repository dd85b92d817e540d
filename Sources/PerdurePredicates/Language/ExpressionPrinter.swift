// SPDX-License-Identifier: Apache-2.0
// Writes expressions with no more brackets than their precedence needs. Constants are in
// ConstantPrinter.swift.

import Foundation

enum ExpressionPrinter {
    /// Writes an expression, in brackets if its outermost operator binds looser than asked.
    static func write(_ node: ExpressionNode, tightest: Binding, to text: inout String) {
        guard let binding = binding(of: node), binding < tightest else { return write(node, to: &text) }
        text += "("
        write(node, to: &text)
        text += ")"
    }

    /// How tightly the node's outermost operator binds; nil if it has none.
    private static func binding(of node: ExpressionNode) -> Binding? {
        switch node {
        case .setOperation: .setOperation
        case .assignment: .or
        case .constant(let value) where value.isNegativeNumber: .negation
        case .function(let call) where call.operand == nil && call.arguments.count == 2:
            PredefinedFunction.infix(call.name)?.binding
        case .function(let call) where isComplement(call): .negation
        default: nil
        }
    }

    private static func write(_ node: ExpressionNode, to text: inout String) {
        switch node {
        case .constant(let value): ConstantPrinter.write(value, to: &text)
        case .evaluatedObject: text += "SELF"
        case .variable(let name): text += "$\(name)"
        case .keyPath(let base, let keys): write(keys, of: base, to: &text)
        case .index(let base, let index): write(index, of: base, to: &text)
        case .function(let call): write(call, to: &text)
        case .aggregate(let elements): writeList(elements, "{", "}", to: &text)
        case .subquery(let collection, let variable, let predicate):
            text += "SUBQUERY("
            write(collection, tightest: .setOperation, to: &text)
            text += ", $\(variable), "
            PredicatePrinter.write(predicate, to: &text)
            text += ")"
        case .conditional(let test, let yes, let no):
            text += "TERNARY("
            PredicatePrinter.write(test, to: &text)
            writeList([yes, no], ", ", ")", to: &text)
        case .setOperation(let operation, let left, let right):
            write(left, tightest: .setOperation, to: &text)
            text += " \(word(operation)) "
            write(right, tightest: Binding.setOperation.tighter, to: &text)
        case .assignment(let variable, let value):
            text += "$\(variable) := "
            write(value, tightest: .setOperation, to: &text)
        case .fetch(let request, let context, let countOnly):
            writeList([request, context, .constant(.boolean(countOnly))], "FETCH(", ")", to: &text)
        case .anyKey: text += "ANYKEY"
        case .block(let block): writeList(block.arguments, "BLOCK(", ")", to: &text)
        }
    }

    private static func word(_ operation: ExpressionNode.SetOperation) -> String {
        switch operation {
        case .union: "UNION"
        case .intersect: "INTERSECT"
        case .minus: "MINUS"
        }
    }

    private static func writeList(
        _ elements: [ExpressionNode], _ open: String, _ close: String, to text: inout String
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ", " }
            write(element, tightest: .setOperation, to: &text)
        }
        text += close
    }

    private static func write(_ keys: [String], of base: ExpressionNode, to text: inout String) {
        var isFirst = base == .evaluatedObject
        if !isFirst { write(base, tightest: .postfix, to: &text) }
        for key in keys {
            if !isFirst { text += "." }
            text += escaped(key, isFirst: isFirst)
            isFirst = false
        }
    }

    /// A key as the parser reads it back; reserved words need an escape only where they begin a key path.
    private static func escaped(_ key: String, isFirst: Bool) -> String {
        let name = key.hasPrefix("@") ? String(key.dropFirst()) : key
        guard PredicateLexer.isWord(name) else { return "#" + ConstantPrinter.quoted(key) }
        return isFirst && ReservedWord(key) != nil ? "#" + key : key
    }

    private static func write(_ index: ExpressionIndex, of base: ExpressionNode, to text: inout String) {
        write(base, tightest: .postfix, to: &text)
        switch index {
        case .first: text += "[FIRST]"
        case .last: text += "[LAST]"
        case .size: text += "[SIZE]"
        case .expression(let expression): writeList([expression], "[", "]", to: &text)
        }
    }

    private static func write(_ call: FunctionCall, to text: inout String) {
        if let receiver = call.operand {
            return writeList(
                [receiver, .constant(.string(call.name))] + call.arguments, "FUNCTION(", ")", to: &text)
        }
        if let infix = PredefinedFunction.infix(call.name), call.arguments.count == 2 {
            return write(infix.symbol, infix.binding, call.arguments, to: &text)
        }
        if isComplement(call) {
            text += "~"
            return write(call.arguments[0], tightest: .negation, to: &text)
        }
        if call.name == "castObject:toType:", !isLiteral(call.arguments) {
            return writeList(call.arguments, "CAST(", ")", to: &text)
        }
        writeList(call.arguments, call.name + "(", ")", to: &text)
    }

    private static func isComplement(_ call: FunctionCall) -> Bool {
        call.name == "onesComplement:" && call.operand == nil && call.arguments.count == 1
    }

    /// Whether CAST of these arguments would be read as a constant.
    private static func isLiteral(_ arguments: [ExpressionNode]) -> Bool {
        guard arguments.count == 2, case .constant(let value) = arguments[0],
            case .constant(.string(let type)) = arguments[1]
        else { return false }
        return LiteralCast.constant(value, type: type) != nil
    }

    private static func write(
        _ symbol: String, _ binding: Binding, _ operands: [ExpressionNode], to text: inout String
    ) {
        // Powers group to the right, everything else to the left.
        write(operands[0], tightest: binding == .power ? .postfix : binding, to: &text)
        text += " \(symbol) "
        write(operands[1], tightest: binding == .power ? .power : binding.tighter, to: &text)
    }
}
