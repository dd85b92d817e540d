// SPDX-License-Identifier: Apache-2.0
// Checks that the indexes of @ManagedObject(indexes:) name properties that can have an index (MOD-80 to MOD-84).

import SwiftDiagnostics
import SwiftSyntax

/// Checks the argument `indexes:` as far as it consists of literals.
struct IndexCheck {
    private let managed: AnnotatedClass
    private(set) var problems: [Diagnostic] = []

    init(_ managed: AnnotatedClass) {
        self.managed = managed
        var names: Set<String> = []
        for element in managed.arguments.labelled["indexes"]?.as(ArrayExprSyntax.self)?.elements ?? [] {
            guard let index = element.expression.as(FunctionCallExprSyntax.self) else { continue }
            checkName(of: index, &names)
            for member in Self.members(of: index) { check(member) }
        }
    }

    private mutating func checkName(of index: FunctionCallExprSyntax, _ names: inout Set<String>) {
        guard let first = index.arguments.first, first.label == nil,
            let name = KeyText.literal(first.expression)
        else { return }
        if !names.insert(name).inserted { problems.append(Problem.duplicateIndex(name).at(first.expression)) }
    }

    /// The arguments after `on:`, up to the next label.
    private static func members(of index: FunctionCallExprSyntax) -> [ExprSyntax] {
        var members: [ExprSyntax] = []
        for argument in index.arguments.drop(while: { $0.label?.text != "on" }) {
            guard argument.label == nil || argument.label?.text == "on" else { break }
            members.append(argument.expression)
        }
        return members
    }

    private mutating func check(_ member: ExprSyntax) {
        let call = member.as(FunctionCallExprSyntax.self)
        let kind = MacroArguments.optionName(member)
        guard kind != "expression", let name = (call?.arguments.first?.expression ?? member) as ExprSyntax?,
            let key = KeyText.of(name), let first = key.split(separator: ".").first
        else { return }
        guard let property = managed.properties.first(where: { $0.name == first }) else {
            if managed.isRoot {
                problems.append(Problem.unknownIndexElement(key, managed.plainName).at(name))
            }
            return
        }
        if let problem = problem(of: property, key, isRegion: kind == "rTree") {
            problems.append(problem.at(name))
        }
    }

    private func problem(of property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem? {
        if property.isTransient { return .illegalIndexElement(key, "transient") }
        return property.kind.indexProblem(property, key, isRegion: isRegion)
    }
}
