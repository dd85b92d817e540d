// SPDX-License-Identifier: Apache-2.0
// What rules have to know of the other files: where classes stand, which classes are managed objects, what methods take.

import SwiftSyntax

/// The declarations of a program, by name.
struct ProgramFacts: Sendable {
    /// Where a class may take another member.
    struct ClassPlace: Sendable {
        let path: String
        /// The place of the closing brace.
        let end: Int
        let inherited: String?
        let imports: Set<String>
    }

    /// The classes of the files; a name that stands twice is not among them.
    private(set) var classes: [String: ClassPlace] = [:]
    private var ambiguous: Set<String> = []
    /// The labels of the methods of each type, by "Type.name".
    private(set) var methods: [String: [String]] = [:]
    /// The types that remove themselves from notification centers while they live.
    private var removing: Set<String> = []
    /// The classes that the current versions of the models name.
    let modelClasses: Set<String>

    init(_ sources: [ParsedSource], modelClasses: Set<String>) {
        self.modelClasses = modelClasses
        for source in sources {
            let collector = FactCollector()
            collector.walk(source.tree)
            for found in collector.classes {
                add(
                    found.name,
                    ClassPlace(
                        path: source.path, end: found.end, inherited: found.inherited,
                        imports: collector.imports))
            }
            methods.merge(collector.methods) { first, _ in first }
            let removals = ObserverRemovals()
            removals.walk(source.tree)
            removing.formUnion(removals.types)
        }
    }

    private mutating func add(_ name: String, _ place: ClassPlace) {
        if classes.removeValue(forKey: name) != nil { ambiguous.insert(name) }
        if !ambiguous.contains(name) { classes[name] = place }
    }

    /// Whether a class descends from one that can be observed on Linux.
    func isObservable(_ name: String) -> Bool {
        !lineage(of: name).isDisjoint(with: ["NSManagedObject", "NSManagedObjectContext"])
    }

    /// Whether objects of a class may call `removeObserver(self)` while they live, in a method of any class of their family.
    func removesObservers(_ name: String) -> Bool {
        !removing.isDisjoint(with: lineage(of: name)) || removing.contains { lineage(of: $0).contains(name) }
    }

    /// A class and those above it.
    private func lineage(of name: String) -> Set<String> {
        var seen: Set<String> = []
        var current: String? = name
        while let name = current, seen.insert(name).inserted { current = classes[name]?.inherited }
        return seen
    }
}

/// Gathers the facts of one file.
private final class FactCollector: ActiveVisitor {
    var classes: [(name: String, end: Int, inherited: String?)] = []
    var methods: [String: [String]] = [:]
    var imports: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        imports.insert(node.path.trimmedDescription)
        return .skipChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let inherited = node.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        classes.append((node.name.text, node.memberBlock.rightBrace.codeRange.lowerBound, inherited))
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let type = node.enclosingType {
            methods["\(type).\(node.name.text)"] = node.signature.parameterClause.parameters.map(
                \.firstName.text)
        }
        return .skipChildren
    }
}

extension SyntaxProtocol {
    /// The name of the type or of the extension around a node.
    var enclosingType: String? {
        var current = parent
        while let here = current {
            if let extended = here.as(ExtensionDeclSyntax.self) {
                return extended.extendedType.trimmedDescription
            }
            if here.asProtocol((any DeclGroupSyntax).self) != nil {
                return here.asProtocol((any NamedDeclSyntax).self)?.name.text
            }
            current = here.parent
        }
        return nil
    }
}
