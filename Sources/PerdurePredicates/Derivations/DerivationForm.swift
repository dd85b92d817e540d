// SPDX-License-Identifier: Apache-2.0
// The forms of a derived attribute's expression that stores can compute, with the names that the expression uses.
// DerivationResolver.swift looks the names up.
//
//   form        texts
//   value       name, author.name, uppercase:(name), lowercase:(author.name), canonical:(name)
//   aggregate   items.@count, count:(items), items.@sum.price, items.price.@sum, sum:(items.price), @min, @max, @avg
//   clock       now()

/// The form of a derivation.
public enum DerivationForm: Sendable, Hashable {
    /// The time of the save that writes the row.
    case clock
    /// A value of the object, or of an object that to-one relationships lead to.
    case value(keys: [String], TextFunction?)
    /// An aggregate over the members of a to-many relationship.
    case aggregate(Aggregate, keys: [String])

    /// A function that is applied to a text before it is stored.
    public enum TextFunction: String, Sendable, Hashable, CaseIterable {
        case uppercase = "uppercase:"
        case lowercase = "lowercase:"
        /// Without case and diacritics.
        case canonical = "canonical:"
    }

    /// The operators, by their spelling in key paths.
    public enum Aggregate: String, Sendable, Hashable, CaseIterable {
        case count = "@count"
        case sum = "@sum"
        case minimum = "@min"
        case maximum = "@max"
        case average = "@avg"

        /// The operator of a function like `sum:(items.price)`.
        fileprivate init?(function: String) {
            switch function {
            case "count:": self = .count
            case "sum:": self = .sum
            case "min:": self = .minimum
            case "max:": self = .maximum
            case "average:": self = .average
            default: return nil
            }
        }
    }

    /// Reads the form of an expression.
    ///
    /// - Throws: `DerivationProblem` for an expression without such a form.
    init(_ expression: ExpressionNode) throws {
        switch expression {
        case .keyPath(.evaluatedObject, let keys): try self.init(keys)
        case .function(let call) where call.operand == nil: try self.init(call)
        default: throw DerivationProblem(Self.advice)
        }
    }

    private init(_ keys: [String]) throws {
        let operators = keys.filter { $0.hasPrefix("@") }
        let plain = keys.filter { !$0.hasPrefix("@") }
        guard let name = operators.first else {
            self = .value(keys: plain, nil)
            return
        }
        guard operators.count == 1, let aggregate = Aggregate(rawValue: name) else {
            throw DerivationProblem("no store can compute \(operators.joined(separator: " with "))")
        }
        guard aggregate != .count || keys.last == name else {
            throw DerivationProblem("nothing can stand behind @count")
        }
        self = .aggregate(aggregate, keys: plain)
    }

    private init(_ call: FunctionCall) throws {
        if call.name == "now", call.arguments.isEmpty {
            self = .clock
            return
        }
        let function = TextFunction(rawValue: call.name)
        let aggregate = Aggregate(function: call.name)
        guard function != nil || aggregate != nil else {
            throw DerivationProblem("no store can compute the function \(call.name)")
        }
        guard call.arguments.count == 1, case .keyPath(.evaluatedObject, let keys) = call.arguments[0],
            !keys.contains(where: { $0.hasPrefix("@") })
        else { throw DerivationProblem("the argument of \(call.name) must be a key path") }
        self = aggregate.map { .aggregate($0, keys: keys) } ?? .value(keys: keys, function)
    }

    private static let advice =
        "write a key path, a path with @count, @sum, @min, @max or @avg, now(), or one of canonical:, lowercase: "
        + "and uppercase: with a path"
}

/// Why a derived attribute cannot be computed, as the end of a sentence.
package struct DerivationProblem: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}
