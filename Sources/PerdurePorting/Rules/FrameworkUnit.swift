// SPDX-License-Identifier: Apache-2.0
// The declarations that can be left to Apple's systems on their own: whole types where their first line names the framework,
// otherwise the members that do, so that a class does not go for one of its properties.

import SwiftSyntax

/// A declaration or statement that stays or goes as a whole.
struct FrameworkUnit {
    struct ID: Hashable {
        let path: String
        let index: Int
    }
    let id: ID
    let node: Syntax
    /// The name that other code uses it by; nil for extensions and statements.
    let name: String?
    let words: Set<String>
    /// The framework that it needs; empty for none.
    let framework: String
    /// The places that need it.
    let mentions: [Int]
    /// Whether the program may do without, if no other code names it.
    let mayLeave: Bool
}

/// Makes the units of one file.
struct UnitMaker {
    let source: ParsedSource
    /// What the file imports and Linux lacks.
    let frameworks: [String]

    /// The units of top-level declarations, in the order of the file.
    func units(_ items: [Syntax]) -> [FrameworkUnit] {
        var units: [FrameworkUnit] = []
        for item in items { add(item, isMember: false, to: &units) }
        return units
    }

    private func add(_ node: Syntax, isMember: Bool, to units: inout [FrameworkUnit]) {
        let id = FrameworkUnit.ID(path: source.path, index: units.count)
        guard let group = node.asProtocol((any DeclGroupSyntax).self) else {
            return units.append(unit(node, id, ActiveTokens.of(node), isMember: isMember))
        }
        let head = ActiveTokens.of(node, before: group.memberBlock.codeRange.lowerBound)
        let isUser = head.contains { framework(of: $0) != nil }
        units.append(unit(node, id, isUser ? ActiveTokens.of(node) : head, isMember: false))
        if isUser { return }
        for member in Self.members(group.memberBlock.members) { add(member, isMember: true, to: &units) }
    }

    private func unit(_ node: Syntax, _ id: FrameworkUnit.ID, _ tokens: [TokenSyntax], isMember: Bool)
        -> FrameworkUnit
    {
        let names = tokens.filter { if case .identifier = $0.tokenKind { true } else { false } }
        let users = names.filter { framework(of: $0) != nil }
        let mentions = users.map(\.codeRange.lowerBound)
        return FrameworkUnit(
            id: id, node: node, name: Self.name(of: node), words: Set(names.map(\.text)),
            framework: users.first.flatMap { framework(of: $0) } ?? "", mentions: mentions,
            mayLeave: hasOwnLines(node) && (!isMember || mayLeave(node, mentions)))
    }

    private func framework(of token: TokenSyntax) -> String? {
        guard case .identifier(let name) = token.tokenKind else { return nil }
        return frameworks.first { FrameworkWords.belongs(name, to: $0) }
    }

    /// Whether a directive can stand in front of a declaration and behind it.
    private func hasOwnLines(_ node: Syntax) -> Bool {
        let (lines, range) = (source.lines, node.codeRange)
        guard lines.begins(range.lowerBound) else { return false }
        guard let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        else { return true }
        return next.tokenKind == .endOfFile
            || lines.number(of: next.codeRange.lowerBound) > lines.number(of: range.upperBound)
    }

    /// Whether a type can lose a member: others call overrides, initializers and cases without their names, and a member that
    /// uses the framework inside only does something else as well.
    private func mayLeave(_ member: Syntax, _ mentions: [Int]) -> Bool {
        let modifiers = member.asProtocol((any WithModifiersSyntax).self)?.modifiers
        guard Self.name(of: member) != nil,
            modifiers?.contains(where: { $0.name.text == "override" }) != true,
            let first = mentions.first
        else { return false }
        let body =
            member.as(FunctionDeclSyntax.self)?.body?.codeRange
            ?? member.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock?.codeRange
        return body.map { first < $0.lowerBound } ?? true
    }

    /// The members that Linux compiles.
    private static func members(_ list: MemberBlockItemListSyntax) -> [Syntax] {
        list.flatMap { item -> [Syntax] in
            guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [Syntax(item.decl)] }
            return LinuxCondition.active(condition.clauses).flatMap { clause -> [Syntax] in
                guard case .decls(let decls)? = clause.elements else { return [] }
                return members(decls)
            }
        }
    }

    private static func name(of node: Syntax) -> String? {
        if let variable = node.as(VariableDeclSyntax.self) {
            return variable.bindings.count == 1 ? variable.bindings.first?.pattern.trimmedDescription : nil
        }
        return node.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}

/// The tokens that Linux compiles.
private final class ActiveTokens: ActiveVisitor {
    private var tokens: [TokenSyntax] = []

    static func of(_ node: Syntax, before end: Int = .max) -> [TokenSyntax] {
        let walker = ActiveTokens()
        walker.walk(node)
        return walker.tokens.filter { $0.codeRange.lowerBound < end }
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        tokens.append(token)
        return .skipChildren
    }
}
