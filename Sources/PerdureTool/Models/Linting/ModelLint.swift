// SPDX-License-Identifier: Apache-2.0
// `perdure model lint`: contradictions, and what is allowed and goes wrong later. LintRules.swift lists the rules.

import PerdureModelFormat

enum ModelLint {
    static let command = Command(
        group: "model", action: "lint", summary: "look for mistakes in a model",
        discussion: """
            Prints what is wrong with a model, and what is allowed but goes wrong later: relationships without an inverse, delete
            rules that leave objects invalid, defaults out of range, names that clash with each other or with types of Swift, indexes
            that serve nothing. With --cloudkit, or where the model says that it is used with CloudKit, also what CloudKit refuses.
            Each line names a rule; --ignore leaves a rule out. Exits with 1 when there is an error, with --strict also for a warning.
            """,
        operands: [.model],
        options: [
            .version, .init(name: "cloudkit", value: nil, help: "also report what CloudKit refuses"),
            .init(
                name: "ignore", value: "RULE", help: "leave a rule out; may be given several times",
                isRepeatable: true),
            .init(name: "strict", value: nil, help: "warnings end the command with 1 too"), .quiet, .json,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let file = try LoadedModel(arguments)
        let model = LintedModel(file.current, isForCloud: arguments.switches.contains("cloudkit"))
        let ignored = try ignored(arguments)
        let findings = LintRules.findings(in: model).filter { !ignored.contains($0.rule) }
        if arguments.wantsJSON {
            try Console.print(json(findings, file).text)
        } else {
            for finding in findings { try Console.print(PlainText.safe(finding.line)) }
            arguments.tell("\(file.path): \(verdict(findings))")
        }
        let isStrict = arguments.switches.contains("strict")
        return findings.contains { isStrict || $0.severity == .error } ? .problems : .success
    }

    private static func ignored(_ arguments: Arguments) throws -> Set<String> {
        let names = arguments.lists["ignore"] ?? []
        for name in names where !LintRules.names.contains(name) {
            let hint = Misspelling(name).hint(among: LintRules.names)
            throw UsageError(
                "there is no rule '\(name)'\(hint); there are \(LintRules.names.joined(separator: ", "))",
                arguments.command.fullName)
        }
        return Set(names)
    }

    private static func verdict(_ findings: [LintFinding]) -> String {
        let errors = findings.filter { $0.severity == .error }.count
        let counts = [
            PlainText.count(errors, "error", "errors"),
            PlainText.count(findings.count - errors, "warning", "warnings"),
        ]
        return findings.isEmpty ? "nothing to report" : counts.joined(separator: ", ")
    }

    private static func json(_ findings: [LintFinding], _ file: LoadedModel) -> JSONValue {
        let values = findings.map { finding in
            JSONValue.object([
                ("severity", .string(finding.severity.rawValue)), ("rule", .string(finding.rule)),
                ("entity", JSONValue(finding.entity)), ("property", JSONValue(finding.property)),
                ("message", .string(finding.text)),
            ])
        }
        return .document([
            ("path", .string(file.path)), ("modelVersion", .string(file.bundle.currentVersionName)),
            ("findings", .array(values)),
        ])
    }
}
