// SPDX-License-Identifier: Apache-2.0
// The rules of `perdure model lint`, and the first of them: what no program can use.

import PerdureModelFormat

enum LintRules {
    private static let all: [any LintRule.Type] = [
        ContradictionRule.self, InverseRule.self, DeletionRule.self, NameRule.self, AttributeLintRule.self,
        IndexRule.self, CloudRule.self,
    ]

    static var names: [String] { all.flatMap { $0.names } }

    /// What all rules find, errors first; of a model that contradicts itself nothing else is said.
    static func findings(in model: LintedModel) -> [LintFinding] {
        var found: [LintFinding] = []
        for rule in all {
            rule.check(model) { found.append($0) }
            // The other rules follow names, which lead nowhere here.
            if rule == ContradictionRule.self, !found.isEmpty { break }
        }
        return found.filter { $0.severity == .error } + found.filter { $0.severity == .warning }
    }
}

/// What the compiler of models refuses.
enum ContradictionRule: LintRule {
    static let names = ["contradiction"]

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        for problem in model.document.problems() {
            report(LintFinding(.error, "contradiction", problem.entity, problem.property, problem.reason))
        }
    }
}
