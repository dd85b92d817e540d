// SPDX-License-Identifier: Apache-2.0
// Says which branches of `#if` Linux compiles. Unknown conditions, such as flags of a build, count as compiled.

import SwiftSyntax

enum LinuxCondition {
    /// Modules of Apple's systems that Linux lacks.
    static let absent: Set<String> = [
        "ObjectiveC", "Darwin", "UIKit", "AppKit", "SwiftUI", "Combine", "CloudKit", "WatchKit", "WidgetKit",
        "os",
        "OSLog", "CoreSpotlight", "CoreLocation", "MapKit", "CoreGraphics", "QuartzCore", "Cocoa", "StoreKit",
        "UserNotifications", "Intents", "AppIntents", "Photos", "PhotosUI", "BackgroundTasks", "CoreImage",
    ]

    /// The value of a condition on Linux; nil where it is not known.
    static func value(_ condition: ExprSyntax) -> Bool? {
        if let call = condition.as(FunctionCallExprSyntax.self) { return value(call) }
        if let literal = condition.as(BooleanLiteralExprSyntax.self) {
            return literal.literal.tokenKind == .keyword(.true)
        }
        if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
            return value(not.expression).map { !$0 }
        }
        if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first.flatMap { value($0.expression) }
        }
        if let sequence = condition.as(SequenceExprSyntax.self) { return value(sequence) }
        return nil
    }

    private static func value(_ call: FunctionCallExprSyntax) -> Bool? {
        let argument = call.arguments.first?.expression.trimmedDescription ?? ""
        switch call.calledExpression.trimmedDescription {
        case "canImport": return absent.contains(argument) ? false : nil
        case "os": return argument == "Linux"
        case "targetEnvironment": return false
        default: return nil
        }
    }

    /// `||` binds weaker than `&&`: the parts between `||` are conjunctions.
    private static func value(_ sequence: SequenceExprSyntax) -> Bool? {
        var parts: [[Bool?]] = [[]]
        for element in sequence.elements {
            if let sign = element.as(BinaryOperatorExprSyntax.self) {
                if sign.operator.text == "||" { parts.append([]) }
            } else {
                parts[parts.count - 1].append(value(element))
            }
        }
        let values = parts.map { part -> Bool? in
            if part.contains(false) { return false }
            return part.contains(nil) ? nil : true
        }
        if values.contains(true) { return true }
        return values.contains(nil) ? nil : false
    }

    /// The branches that Linux may compile.
    static func active(_ clauses: IfConfigClauseListSyntax) -> [IfConfigClauseSyntax] {
        var result: [IfConfigClauseSyntax] = []
        for clause in clauses {
            let value = clause.condition.map { Self.value($0) } ?? true
            if value != false { result.append(clause) }
            if value == true { break }
        }
        return result
    }
}
