// SPDX-License-Identifier: Apache-2.0
// Which declarations use a framework, and which of these the rest of the program can do without.

import SwiftSyntax

/// The declarations of a program, by what they name.
struct FrameworkUsers {
    struct File {
        let source: ParsedSource
        let imports: [(ImportDeclSyntax, String)]
        /// The declarations that need a framework.
        let units: [FrameworkUnit]
    }

    private(set) var files: [File] = []
    /// The declarations that can be left out together.
    private(set) var separable: Set<FrameworkUnit.ID> = []
    private var others: [FrameworkUnit] = []

    init(_ sources: [ParsedSource]) {
        for source in sources { read(source) }
        separate()
    }

    private mutating func read(_ source: ParsedSource) {
        let collector = TopLevelCollector()
        collector.walk(source.tree)
        let imports = collector.imports.compactMap { node -> (ImportDeclSyntax, String)? in
            let name = String(node.path.trimmedDescription.prefix { $0 != "." })
            return LinuxCondition.absent.contains(name) ? (node, name) : nil
        }
        let frameworks = imports.map(\.1) + collector.guardedImports
        let units = UnitMaker(source: source, frameworks: frameworks).units(collector.items)
        files.append(File(source: source, imports: imports, units: units.filter { !$0.framework.isEmpty }))
        others += units.filter { $0.framework.isEmpty }
    }

    /// A declaration stays when one that stays names it; that may keep further ones.
    private mutating func separate() {
        let users = files.flatMap(\.units)
        var candidates = users.filter(\.mayLeave)
        let staying = others + users.filter { !$0.mayLeave }
        var words = staying.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        while true {
            let kept = candidates.filter { unit in unit.name.map { words.contains($0) } ?? false }
            if kept.isEmpty { break }
            for unit in kept { words.formUnion(unit.words) }
            let ids = Set(kept.map(\.id))
            candidates.removeAll { ids.contains($0.id) }
        }
        separable = Set(candidates.map(\.id))
    }
}

/// The top level of a file, without what Linux does not compile.
private final class TopLevelCollector: ActiveVisitor {
    var imports: [ImportDeclSyntax] = []
    var items: [Syntax] = []
    /// Frameworks that the file imports behind a condition, as an earlier round leaves them.
    var guardedImports: [String] = []

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        if let found = node.item.as(ImportDeclSyntax.self) {
            imports.append(found)
        } else if let condition = node.item.as(IfConfigDeclSyntax.self) {
            guardedImports += Self.imports(of: condition)
            return .visitChildren
        } else {
            items.append(Syntax(node.item))
        }
        return .skipChildren
    }

    private static func imports(of condition: IfConfigDeclSyntax) -> [String] {
        condition.clauses.flatMap { clause -> [String] in
            guard case .statements(let items)? = clause.elements else { return [] }
            return items.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.trimmedDescription }
                .filter { LinuxCondition.absent.contains($0) }
        }
    }
}
