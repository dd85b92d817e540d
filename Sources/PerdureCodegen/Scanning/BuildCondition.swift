// SPDX-License-Identifier: Apache-2.0
// Evaluates an #if before the compiler runs, as far as its value is known. The scanner leaves out branches that cannot
// compile here. A condition of unknown value (DEBUG, own flags, compiler versions) stays as text, and generated code
// repeats it.

/// Evaluates build conditions for Linux, as far as their values are known.
struct BuildCondition {
    private let tokens: [SourceToken]
    private var position = 0

    /// Modules that Apple's platforms have and Linux never has.
    private static let absentModules: Set<String> = [
        "AppKit", "ARKit", "AVFoundation", "AVKit", "CloudKit", "Cocoa", "Combine", "Contacts",
        "CoreGraphics",
        "CoreImage", "CoreLocation", "CoreSpotlight", "Darwin", "EventKit", "HealthKit", "MapKit",
        "ObjectiveC",
        "OSLog", "Photos", "QuartzCore", "SwiftData", "SwiftUI", "UIKit", "UniformTypeIdentifiers",
        "WatchKit",
        "WidgetKit", "os",
    ]
    private static let presentModules: Set<String> = [
        "Foundation", "CoreData", "Perdure", "Dispatch", "Swift",
    ]

    private init(_ text: String) { tokens = SourceTokenizer.tokens(of: text) }

    /// Whether a condition holds; nil when only the compiler knows.
    static func value(of text: String) -> Bool? {
        var condition = BuildCondition(text)
        return condition.alternatives()
    }

    private mutating func alternatives() -> Bool? {
        var result = conjunction()
        while consume("|") {
            _ = consume("|")
            let other = conjunction()
            result =
                result == true || other == true ? true : (result == false && other == false ? false : nil)
        }
        return result
    }

    private mutating func conjunction() -> Bool? {
        var result = term()
        while consume("&") {
            _ = consume("&")
            let other = term()
            result =
                result == false || other == false ? false : (result == true && other == true ? true : nil)
        }
        return result
    }

    private mutating func term() -> Bool? {
        if consume("!") { return term().map { !$0 } }
        if consume("(") {
            let result = alternatives()
            _ = consume(")")
            return result
        }
        guard position < tokens.count else { return nil }
        let name = tokens[position].text
        position += 1
        if name == "true" || name == "false" { return name == "true" }
        guard consume("(") else { return nil }
        return value(of: name, argument: argument())
    }

    private func value(of name: String, argument: String) -> Bool? {
        switch name {
        case "os": argument == "Linux"
        case "targetEnvironment": false
        case "_runtime": argument == "_Native"
        case "canImport":
            Self.presentModules.contains(argument)
                ? true : Self.absentModules.contains(argument) ? false : nil
        default: nil
        }
    }

    private mutating func argument() -> String {
        var text = ""
        var depth = 1
        while position < tokens.count {
            let token = tokens[position]
            position += 1
            if token.says("(") { depth += 1 }
            if token.says(")") { depth -= 1 }
            if depth == 0 { break }
            text += token.text
        }
        return text
    }

    private mutating func consume(_ text: String) -> Bool {
        guard position < tokens.count, tokens[position].says(text) else { return false }
        position += 1
        return true
    }
}
