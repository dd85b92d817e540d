// SPDX-License-Identifier: Apache-2.0
// `request as! NSFetchRequest<NSFetchRequestResult>` becomes `request.erased()`. A cast of a copy succeeds, and stays.

import SwiftSyntax

final class CastRule: RuleVisitor {
    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let parts = Array(node.elements)
        for (index, part) in parts.enumerated() {
            guard index > 0, index + 1 < parts.count, let cast = part.as(UnresolvedAsExprSyntax.self),
                let mark = cast.questionOrExclamationMark?.text,
                let result = Self.result(parts[index + 1]), !isCopy(parts[index - 1])
            else { continue }
            report(parts, index, mark, result)
        }
        return .visitChildren
    }

    private func report(_ parts: [ExprSyntax], _ index: Int, _ mark: String, _ result: String) {
        guard result == "NSFetchRequestResult" else {
            report(.cast, at: parts[index], "a request made as NSFetchRequest<\(result)>(entityName:)")
            return
        }
        // The subject must be all that the cast applies to.
        let stands = index == 1 || parts[index - 2].is(AssignmentExprSyntax.self)
        let subject = parts[index - 1].codeRange
        let range = subject.upperBound..<parts[index + 1].codeRange.upperBound
        let edits = mark == "!" && stands ? change(range, in: parts[index], to: ".erased()") : []
        report(.cast, at: parts[index], source.lines.text(subject) + ".erased()", edits)
    }

    /// The type of results of a type of requests.
    private static func result(_ expression: ExprSyntax) -> String? {
        guard let type = expression.as(TypeExprSyntax.self)?.type.as(IdentifierTypeSyntax.self),
            type.name.text == "NSFetchRequest", let argument = type.genericArgumentClause?.arguments.first
        else { return nil }
        let words = argument.argument.trimmedDescription.split(separator: " ").filter { $0 != "any" }
        return words.joined(separator: " ")
    }

    private func isCopy(_ expression: ExprSyntax) -> Bool {
        let text = expression.trimmedDescription
        return text.hasSuffix(".copy()") || text.hasSuffix(".mutableCopy()")
    }
}
