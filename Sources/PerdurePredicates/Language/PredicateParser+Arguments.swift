// SPDX-License-Identifier: Apache-2.0
// Replaces percent forms by their arguments. An NSExpression or NSPredicate of this module is put in as a tree.

import Foundation

extension PredicateParser {
    /// Reads one percent form as an operand.
    mutating func parseArgument(_ form: Token.ArgumentForm) throws -> Term {
        if form == .keyPath { return .expression(try parseLeadingKeyPath()) }
        let offset = token.offset
        advance()
        let value = try nextArgument(form, at: offset)
        height = 1
        switch form {
        case .integer: return .expression(.constant(try integer(value, at: offset)))
        case .floating: return .expression(.constant(try floating(value, at: offset)))
        default: return try embedded(value, at: offset)
        }
    }

    private mutating func embedded(_ value: ConstantValue, at offset: Int) throws -> Term {
        guard case .object(let box) = value else { return .expression(.constant(value)) }
        switch box.object {
        case let expression as NSExpression: return .expression(expression.node)
        case let predicate as NSPredicate: return .predicate(predicate.node)
        default: return .expression(.constant(value))
        }
    }

    private mutating func parseLeadingKeyPath() throws -> ExpressionNode {
        let keys = try parseKeyPathArgument()
        height = 1
        if keys.count == 1, ReservedWord(keys[0]) == .itself { return .evaluatedObject }
        return .keyPath(base: .evaluatedObject, keys: keys)
    }

    /// `%K`: a key path with dots in it, never an operator.
    mutating func parseKeyPathArgument() throws -> [String] {
        let offset = token.offset
        advance()
        guard case .string(let path) = try nextArgument(.keyPath, at: offset) else {
            throw fault("the argument of %K is not a string", at: offset)
        }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard keys.count <= KeyPathReader.longest else {
            throw fault(KeyPathReader.refusal(keys), at: offset)
        }
        guard !keys.contains("") else { throw fault("the key path \"\(path)\" has an empty key", at: offset) }
        return keys
    }

    private func integer(_ value: ConstantValue, at offset: Int) throws -> ConstantValue {
        switch value {
        case .integer: return value
        case .boolean(let flag): return .integer(flag ? 1 : 0)
        case .double(let number):
            guard let whole = Int64(exactly: number.rounded(.towardZero)) else { break }
            return .integer(whole)
        case .decimal: return value
        default: break
        }
        throw fault("the argument of a numeric form is not a number of its range", at: offset)
    }

    private func floating(_ value: ConstantValue, at offset: Int) throws -> ConstantValue {
        switch value {
        case .double, .decimal: return value
        case .integer(let number): return .double(Double(number))
        case .boolean(let flag): return .double(flag ? 1 : 0)
        default: throw fault("the argument of a numeric form is not a number", at: offset)
        }
    }
}
