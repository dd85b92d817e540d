// SPDX-License-Identifier: Apache-2.0
// The bodies of the predefined functions. A nil argument makes the result nil, as in SQL. Functions+Casting.swift has
// conversions and distances.

import Foundation
import PerdureBase

/// The predefined functions of the predicate language.
package enum Functions {
    /// Calls a predefined function.
    ///
    /// - Parameters:
    ///   - name: Its selector, such as "add:to:".
    ///   - arguments: As many as the selector takes.
    /// - Returns: The result, null if an argument is null.
    /// - Throws: CoreDataException for arguments that the function cannot use.
    package static func call(_ name: String, _ arguments: [ConstantValue]) throws -> ConstantValue {
        guard PredefinedFunction.selector(name) == name,
            PredefinedFunction.accepts(name, count: arguments.count)
        else { throw unsupported(name) }
        if let result = try statistic(name, arguments) { return result }
        switch name {
        case "now": return .date(Date())
        case "random": return .integer(Int64.random(in: 0...1))
        default: break
        }
        guard !arguments.contains(.null) else { return .null }
        switch arguments.count {
        case 1: return try unary(name, arguments[0])
        default: return try binary(name, arguments[0], arguments[1])
        }
    }

    /// Calls one of the few methods that FUNCTION may reach.
    static func send(_ selector: String, to receiver: Any?, _ arguments: [ConstantValue]) throws -> Any? {
        guard let receiver, !(receiver is NSNull) else { return nil }
        if arguments.isEmpty, let property = StringProperty(rawValue: selector),
            case .string(let text) = ConstantValue(receiver)
        {
            return property.value(of: text)
        }
        if arguments.isEmpty, !selector.contains(":"), let object = receiver as? any KeyValueReadable {
            return try object.readValue(forKey: selector)
        }
        throw unsupported("FUNCTION(…, \"\(selector)\")")
    }

    static func unsupported(_ name: String) -> CoreDataException {
        .invalidArgument("Unsupported function expression \(name)")
    }

    private static func statistic(_ name: String, _ arguments: [ConstantValue]) throws -> ConstantValue? {
        guard PredefinedFunction.statistics.contains(name) else { return nil }
        let values = arguments.flatMap { $0.elements ?? [$0] }
        switch name {
        case "sum:": return try Statistics.sum(values)
        case "average:": return try Statistics.average(values)
        case "count:": return .integer(Int64(arguments == [.null] ? 0 : values.count))
        case "min:": return try Statistics.extreme(values, .orderedAscending)
        case "max:": return try Statistics.extreme(values, .orderedDescending)
        case "median:": return try Statistics.median(values)
        case "mode:": return Statistics.mode(values)
        default: return try Statistics.standardDeviation(values)
        }
    }

    private static func unary(_ name: String, _ value: ConstantValue) throws -> ConstantValue {
        switch name {
        case "uppercase:": return .string(try string(value, name).uppercased())
        case "lowercase:": return .string(try string(value, name).lowercased())
        case "canonical:": return .string(StringMatching.canonical(try string(value, name)))
        case "length:": return .integer(Int64(try string(value, name).utf16.count))
        case "characterCount:": return .integer(Int64(try string(value, name).count))
        case "noindex:": return value
        case "onesComplement:": return .integer(~(try integer(value, name)))
        case "randomn:":
            let limit = try integer(value, name)
            return .integer(limit > 0 ? Int64.random(in: 0..<limit) : 0)
        default: return try mathematics(name, value)
        }
    }

    private static func mathematics(_ name: String, _ value: ConstantValue) throws -> ConstantValue {
        guard let number = Number(value) else { throw wrongKind(value, name) }
        if case .integer(let whole) = number {
            switch name {
            case "floor:", "ceiling:", "trunc:": return value
            case "abs:" where whole != .min: return .integer(abs(whole))
            default: break
            }
        }
        switch name {
        case "sqrt:": return .double(number.double.squareRoot())
        case "log:": return .double(log10(number.double))
        case "ln:": return .double(log(number.double))
        case "exp:": return .double(exp(number.double))
        case "floor:": return .double(floor(number.double))
        case "ceiling:": return .double(ceil(number.double))
        case "trunc:": return .double(trunc(number.double))
        case "abs:":
            if case .decimal(let decimal) = number { return .decimal(abs(decimal)) }
            return .double(abs(number.double))
        default: throw unsupported(name)
        }
    }

    private static func binary(
        _ name: String, _ left: ConstantValue, _ right: ConstantValue
    ) throws -> ConstantValue {
        switch name {
        case "add:to:": return try arithmetic(left, .add, right, name)
        case "from:subtract:": return try arithmetic(left, .subtract, right, name)
        case "multiply:by:": return try arithmetic(left, .multiply, right, name)
        case "divide:by:": return try arithmetic(left, .divide, right, name)
        case "raise:toPower:":
            guard let base = Number(left), let power = Number(right) else { throw wrongKind(left, name) }
            return .double(pow(base.double, power.double))
        case "castObject:toType:": return try cast(left, to: string(right, name))
        case "distanceToLocation:fromLocation:": return try distance(left, right)
        case "indexed:by:": return left
        case "objectFrom:withIndex:": return try element(of: left, at: right)
        default: return try bitwise(name, integer(left, name), integer(right, name))
        }
    }

    /// Computes with numbers and dates: two dates have a difference in seconds, a date and a number of seconds make a date.
    private static func arithmetic(
        _ left: ConstantValue, _ operation: Number.Operation, _ right: ConstantValue, _ name: String
    ) throws -> ConstantValue {
        switch (left, operation, right) {
        case (.date(let left), .subtract, .date(let right)): return .double(left.timeIntervalSince(right))
        case (.date(let date), .add, _), (_, .add, .date(let date)):
            guard let seconds = Number(left) ?? Number(right) else { throw wrongKind(right, name) }
            return .date(date.addingTimeInterval(seconds.double))
        case (.date(let date), .subtract, _):
            guard let seconds = Number(right) else { throw wrongKind(right, name) }
            return .date(date.addingTimeInterval(-seconds.double))
        default: break
        }
        guard let first = Number(left) else { throw wrongKind(left, name) }
        guard let second = Number(right) else { throw wrongKind(right, name) }
        return try Number.calculate(first, operation, second)?.constant ?? .null
    }

    private static func bitwise(_ name: String, _ left: Int64, _ right: Int64) throws -> ConstantValue {
        switch name {
        case "modulus:by:":
            return right == 0 ? .null : .integer(left.remainderReportingOverflow(dividingBy: right).0)
        case "bitwiseAnd:with:": return .integer(left & right)
        case "bitwiseOr:with:": return .integer(left | right)
        case "bitwiseXor:with:": return .integer(left ^ right)
        case "leftshift:by:": return .integer(left << right)
        case "rightshift:by:": return .integer(left >> right)
        default: throw unsupported(name)
        }
    }

    // MARK: - Arguments

    /// A URL is its text, as for the string operators.
    static func string(_ value: ConstantValue, _ name: String) throws -> String {
        guard let text = value.text else { throw wrongKind(value, name) }
        return text
    }

    /// Doubles and decimals lose their fraction.
    static func integer(_ value: ConstantValue, _ name: String) throws -> Int64 {
        switch Number(value) {
        case .integer(let number): return number
        case .double(let number): if let whole = Int64(exactly: number.rounded(.towardZero)) { return whole }
        case .decimal(let number): if let whole = Number.exactInteger(number) { return whole }
        case nil: break
        }
        throw wrongKind(value, name)
    }

    static func wrongKind(_ value: ConstantValue, _ name: String) -> CoreDataException {
        .invalidArgument("the function \(name) cannot use \(value.kind)")
    }
}
