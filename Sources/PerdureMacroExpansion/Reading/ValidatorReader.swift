// SPDX-License-Identifier: Apache-2.0
// Reads methods named validate<Key>(_:). Apple's systems find them by name at run time; here the macro lists them.

import SwiftDiagnostics
import SwiftSyntax

/// A method that validates a key.
struct KeyValidatorMethod {
    let key: String
    /// The full name: `validateAge(_:)`.
    let method: String
}

/// Reads one method of a class.
struct ValidatorReader {
    private(set) var validator: KeyValidatorMethod?
    private(set) var problem: Diagnostic?

    private static let prefix = "validate"

    /// Reads a method; a method of another name or purpose yields neither a validator nor a problem.
    ///
    /// - Parameters:
    ///   - function: the method.
    ///   - keys: the names of the class's properties.
    ///   - entity: the name of the class's entity.
    ///   - isComplete: whether `keys` has all keys, with none in superclasses.
    init(_ function: FunctionDeclSyntax, keys: [String], entity: String, isComplete: Bool) {
        let name = function.name.plainText
        let parameters = function.signature.parameterClause.parameters
        guard name.hasPrefix(Self.prefix), let parameter = parameters.first, parameters.count == 1 else {
            return
        }
        let rest = String(name.dropFirst(Self.prefix.count))
        guard rest.first?.isUppercase == true else { return }
        let key = keys.first { $0.capitalizedName == rest }
        let fault = Self.fault(function, parameter)
        guard key != nil || fault == nil else { return }
        let fullName = name + function.labels
        if let fault, let key {
            guard function.canThrow || Self.isMutable(parameter.type) else { return }
            let report = Problem.validatorShape(fullName, key, fault, Self.example(name, parameter))
            problem = report.at(function.name)
        } else if key == nil, isComplete {
            problem = Problem.unknownValidatorKey(fullName, entity).at(function.name)
        } else {
            validator = KeyValidatorMethod(key: key ?? Self.key(rest), method: name + "(_:)")
        }
    }

    private static func key(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

    /// The reason why validation cannot call a method; nil when it can.
    private static func fault(_ function: FunctionDeclSyntax, _ parameter: FunctionParameterSyntax) -> String?
    {
        let modifiers = function.modifiers.map(\.name.text)
        let attributes = function.attributes.map(\.trimmedDescription)
        if modifiers.contains("static") || modifiers.contains("class") {
            return "it must be an instance method"
        }
        if function.genericParameterClause != nil { return "it must not be generic" }
        if parameter.firstName.text != "_" { return "its parameter must have no label" }
        if !isMutable(parameter.type) { return "its parameter must be 'inout'" }
        if !function.canThrow { return "it must throw" }
        if function.signature.effectSpecifiers?.asyncSpecifier != nil { return "it must not be async" }
        if attributes.contains("@MainActor") { return "it must not be isolated to an actor" }
        return function.signature.returnClause == nil ? nil : "it must not return anything"
    }

    /// Whether a parameter can replace its value: in Apple's form, or inout.
    private static func isMutable(_ type: TypeSyntax) -> Bool {
        let text = type.trimmedDescription
        return text.hasPrefix("inout ")
            || text.filter { $0 != " " }.hasSuffix("UnsafeMutablePointer<AnyObject?>")
    }

    private static func example(_ name: String, _ parameter: FunctionParameterSyntax) -> String {
        let type = parameter.type.trimmedDescription
        let wanted = isMutable(parameter.type) ? type : "inout \(type)"
        return "func \(name)(_ value: \(wanted)) throws"
    }
}

extension FunctionDeclSyntax {
    var canThrow: Bool { signature.effectSpecifiers?.throwsClause != nil }
}
