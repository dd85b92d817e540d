// SPDX-License-Identifier: Apache-2.0
// `import UIKit` and the like, with the declarations that need them: both are left to the systems that have the framework.
// FrameworkUsers.swift says which declarations the rest of the program can do without.

import SwiftSyntax

/// Finds frameworks and their users; it looks at all files together.
enum FrameworkRule {
    static func findings(_ sources: [ParsedSource]) -> [Finding] {
        let users = FrameworkUsers(sources)
        return users.files.flatMap { file in
            imports(of: file) + separable(file, users.separable) + staying(file, users.separable)
        }
    }

    private static func imports(of file: FrameworkUsers.File) -> [Finding] {
        file.imports.map { node, name in
            let condition = "canImport(\(name))"
            return file.source.finding(
                .framework, at: node.codeRange.lowerBound, "the import behind #if \(condition)",
                [Guards(source: file.source).lines(node.codeRange, condition: condition)])
        }
    }

    private static func separable(_ file: FrameworkUsers.File, _ ids: Set<FrameworkUnit.ID>) -> [Finding] {
        let guards = Guards(source: file.source)
        return runs(file.units.filter { ids.contains($0.id) }).map { first, last in
            let condition = "canImport(\(first.framework))"
            let range = guards.firstLine(of: first.node)..<last.node.codeRange.upperBound
            return file.source.finding(
                .framework, at: first.node.codeRange.lowerBound, "the declaration behind #if \(condition)",
                [guards.lines(range, condition: condition)])
        }
    }

    /// What other code needs is reported line by line.
    private static func staying(_ file: FrameworkUsers.File, _ ids: Set<FrameworkUnit.ID>) -> [Finding] {
        file.units.filter { !ids.contains($0.id) }.flatMap { unit in
            let lines = Dictionary(grouping: unit.mentions) { file.source.lines.number(of: $0) }
            return lines.values.compactMap(\.first).sorted().map {
                let owner = unit.name ?? "the declaration"
                return file.source.finding(.framework, at: $0, "\(owner) without \(unit.framework)")
            }
        }
    }

    /// Neighbours that need the same framework stand behind one condition.
    private static func runs(_ units: [FrameworkUnit]) -> [(first: FrameworkUnit, last: FrameworkUnit)] {
        var runs: [(first: FrameworkUnit, last: FrameworkUnit)] = []
        for unit in units {
            if let last = runs.last?.last, last.framework == unit.framework,
                last.id.index + 1 == unit.id.index,
                last.node.parent?.parent?.id == unit.node.parent?.parent?.id
            {
                runs[runs.count - 1].last = unit
            } else {
                runs.append((unit, unit))
            }
        }
        return runs
    }
}
