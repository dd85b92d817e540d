// SPDX-License-Identifier: Apache-2.0
// Overrides in extensions move into their class, where it is a class of the program and sees all that the member names.

import SwiftSyntax

final class ExtensionRule: RuleVisitor {
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        for item in node.memberBlock.members where overrides(item.decl) {
            let type = node.extendedType.trimmedDescription
            report(
                .extensionOverride, at: item, "the member in the class \(type)",
                move(item, of: node, to: type))
        }
        return .visitChildren
    }

    private func overrides(_ member: DeclSyntax) -> Bool {
        let modifiers = member.asProtocol((any WithModifiersSyntax).self)?.modifiers
        return modifiers?.contains { $0.name.text == "override" } ?? false
    }

    /// Takes a member out of an extension and puts it at the end of its class; nothing where it would mean something else there.
    private func move(_ item: MemberBlockItemSyntax, of node: ExtensionDeclSyntax, to type: String)
        -> [FileEdit]
    {
        let (lines, code) = (source.lines, item.codeRange)
        guard let place = program.classes[type], lines.begins(code.lowerBound), lines.ends(code.upperBound),
            node.genericWhereClause == nil, sees(place, item)
        else { return [] }
        let start = guards.firstLine(of: item)
        let member = lines.text(start..<lines.end(of: code.upperBound))
        var rest = lines.next(after: code.upperBound)
        // One empty line goes with the member, so that no two of them meet.
        if rest < lines.bytes.count, lines.trimmed(rest).isEmpty { rest = lines.next(after: rest) }
        let text = lines.lineEnd + member + lines.lineEnd
        return [
            source.edit(start..<rest, ""),
            FileEdit(path: place.path, range: place.end..<place.end, text: text),
        ]
    }

    /// Whether a member means the same in the file of the class: no private names, no import that is missing there.
    private func sees(_ place: ProgramFacts.ClassPlace, _ item: MemberBlockItemSyntax) -> Bool {
        guard place.path != source.path else { return true }
        let names = PrivateNames()
        names.walk(source.tree)
        let used = item.tokens(viewMode: .sourceAccurate).map(\.text)
        return names.imports.isSubset(of: place.imports) && !used.contains { names.names.contains($0) }
    }
}

/// What only a file's own code can name.
private final class PrivateNames: ActiveVisitor {
    var names: Set<String> = []
    var imports: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        imports.insert(node.path.trimmedDescription)
        return .skipChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        guard ["private", "fileprivate"].contains(node.name.text), let declared = node.parent?.parent else {
            return .skipChildren
        }
        if let named = declared.asProtocol((any NamedDeclSyntax).self) { names.insert(named.name.text) }
        for binding in declared.as(VariableDeclSyntax.self)?.bindings ?? [] {
            names.insert(binding.pattern.trimmedDescription)
        }
        return .skipChildren
    }
}
