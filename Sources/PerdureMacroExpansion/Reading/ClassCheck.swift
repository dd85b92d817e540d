// SPDX-License-Identifier: Apache-2.0
// Checks whether a declaration can be a managed object's class, and whether the arguments of @ManagedObject fit the class.

import SwiftDiagnostics
import SwiftSyntax

/// Checks a declaration with @ManagedObject.
enum ClassCheck {
    /// The problem that prevents any expansion; nil for none.
    static func obstacle(_ declaration: some DeclGroupSyntax) -> Diagnostic? {
        guard let type = declaration.as(ClassDeclSyntax.self) else { return notAClass(declaration) }
        if let generics = type.genericParameterClause {
            return Problem.genericClass(type.name.text).at(generics)
        }
        guard AnnotatedClass(type, AttributeSyntax(TypeSyntax(stringLiteral: "ManagedObject"))) == nil else {
            return nil
        }
        return Problem.noSuperclass(type.name.text).at(type.name, inheriting(type))
    }

    private static func notAClass(_ declaration: some DeclGroupSyntax) -> Diagnostic {
        let keyword = declaration.introducer
        let article = keyword.text.first.map { "aeiou".contains($0) } == true ? "an" : "a"
        let problem = Problem.notAClass("\(article) \(keyword.text)")
        guard ["struct", "actor"].contains(keyword.text) else { return problem.at(keyword) }
        return problem.at(
            keyword,
            Remedy.replace(keyword, with: "final class", "replace '\(keyword.text)' with 'final class'"))
    }

    /// The remedy that writes NSManagedObject before the other inherited types of a class.
    private static func inheriting(_ type: ClassDeclSyntax) -> FixIt {
        let name = TypeSyntax(stringLiteral: "NSManagedObject")
        var changed = type
        if let clause = type.inheritanceClause {
            let first = InheritedTypeSyntax(type: name, trailingComma: .commaToken(trailingTrivia: .space))
            changed.inheritanceClause?.inheritedTypes = [first] + clause.inheritedTypes
        } else {
            changed.name.trailingTrivia = []
            changed.inheritanceClause = InheritanceClauseSyntax(
                colon: .colonToken(trailingTrivia: .space), inheritedTypes: [InheritedTypeSyntax(type: name)],
                trailingTrivia: type.name.trailingTrivia)
        }
        return Remedy.replace(type, with: changed, "inherit from NSManagedObject")
    }

    /// The problems of the arguments of @ManagedObject.
    static func arguments(of managed: AnnotatedClass) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        if let name = managed.arguments.unlabelled.first, KeyText.literal(name)?.isEmpty == true {
            problems.append(Problem.emptyEntityName(managed.name).at(name))
        }
        for (member, node) in constraintMembers(managed) {
            if let problem = problem(of: member, in: managed) { problems.append(problem.at(node)) }
        }
        return problems + IndexCheck(managed).problems
    }

    private static func constraintMembers(_ managed: AnnotatedClass) -> [(String, ExprSyntax)] {
        guard let constraints = managed.arguments.labelled["unique"]?.as(ArrayExprSyntax.self) else {
            return []
        }
        return constraints.elements.flatMap { constraint in
            (constraint.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? []).compactMap {
                member in
                KeyText.of(member).map { ($0, member) }
            }
        }
    }

    private static func problem(of member: String, in managed: AnnotatedClass) -> Problem? {
        let key = member.split(separator: ".").first.map(String.init) ?? member
        guard let property = managed.properties.first(where: { $0.name == key }) else {
            return managed.isRoot ? .unknownConstraintMember(member, managed.plainName) : nil
        }
        let obstacle = property.kind.obstacleToUniqueness ?? (property.merging == nil ? nil : "mergeable")
        return obstacle.map { .illegalConstraintMember(member, $0) }
    }
}
