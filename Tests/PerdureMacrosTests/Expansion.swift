// SPDX-License-Identifier: Apache-2.0
// Expands macros in a piece of source as the compiler would, without a compiler, and collects what they report.

import PerdureMacroExpansion
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// A source text and what the macros make of it.
struct Expansion {
    /// What a macro reported, in the form that tests compare.
    struct Report: Equatable, CustomStringConvertible {
        let id: String
        let message: String
        let line: Int
        let column: Int
        /// The titles of the fix-its.
        var remedies: [String] = []

        var description: String { "\(line):\(column): \(id): \(message) \(remedies)" }
    }

    /// The names under which PerdureMacros declares the macros.
    static var macros: [String: any Macro.Type] {
        let markers = [
            "Attribute", "Relationship", "Transient", "Mergeable", "Derived", "FetchedProperty", "Ignored",
        ]
        let others: [String: any Macro.Type] = [
            "ManagedObject": ManagedObjectMacro.self, "_ManagedProperty": ManagedPropertyMacro.self,
            "DependsOn": DependsOnMacro.self,
        ]
        return others.merging(markers.map { ($0, PropertyMarkerMacro.self) }) { first, _ in first }
    }

    /// The expanded source.
    let text: String
    let reports: [Report]
    private let diagnostics: [Diagnostic]

    /// The names under which SwiftData declares its macros.
    static var modelMacros: [String: any Macro.Type] {
        let markers = ["Attribute", "Relationship", "Transient"]
        let others: [String: any Macro.Type] = [
            "Model": PersistentModelMacro.self, "ModelActor": ModelActorMacro.self,
            "Unique": PersistentConstraintMacro.self, "Index": PersistentConstraintMacro.self,
        ]
        return others.merging(markers.map { ($0, PersistentMarkerMacro.self) }) { first, _ in first }
    }

    init(_ source: String, macros: [String: any Macro.Type] = Self.macros) {
        let file = Parser.parse(source: source)
        let known = BasicMacroExpansionContext.KnownSourceFile(moduleName: "Test", fullFilePath: "Test.swift")
        let context = BasicMacroExpansionContext(sourceFiles: [file: known])
        let expanded = file.expand(
            macros: macros,
            contextGenerator: {
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
            }, indentationWidth: .spaces(4))
        text = expanded.description
        diagnostics = context.diagnostics
        reports = context.diagnostics.map { Self.report($0, in: context) }
    }

    /// How grave the reports are.
    var severities: [DiagnosticSeverity] { diagnostics.map(\.diagMessage.severity) }

    /// The text that a report's fix-it puts in the place of what it replaces.
    func replacements(ofReport index: Int) -> [String] {
        diagnostics[index].fixIts.map { fixIt in
            fixIt.changes.map { change in
                guard case .replace(_, let new) = change else { return "" }
                return new.description
            }.joined()
        }
    }

    private static func report(_ diagnostic: Diagnostic, in context: BasicMacroExpansionContext) -> Report {
        let location = context.location(
            of: diagnostic.node, at: .afterLeadingTrivia, filePathMode: .filePath)
        return Report(
            id: "\(diagnostic.diagnosticID)".identifier, message: diagnostic.message,
            line: location.flatMap { Int("\($0.line)") } ?? 0,
            column: location.flatMap { Int("\($0.column)") } ?? 0,
            remedies: diagnostic.fixIts.map(\.message.message))
    }
}

extension String {
    /// The identifier in a message's description, `MessageID(domain: "…", id: "x")`.
    fileprivate var identifier: String {
        split(separator: "\"").dropLast().last.map(String.init) ?? self
    }
}
