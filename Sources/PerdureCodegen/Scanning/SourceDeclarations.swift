// SPDX-License-Identifier: Apache-2.0
// What is declared in a Swift source file, as far as managed classes need it. DeclarationReader.swift reads it,
// TargetSources.swift puts a target's files together.

/// Where a declaration stands.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int

    /// The form of compiler messages: `Movie.swift:12`.
    package var description: String { "\(file):\(line)" }

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// An access level.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, `package`, `public`, `open`
}

/// What every declaration has.
package struct DeclarationTraits: Sendable {
    /// The attributes' names, without arguments: `NSManaged`, `objc`, `available`.
    package var attributes: [String] = []
    /// Words such as `static`, `override`, `final`, `lazy`.
    package var modifiers: Set<String> = []
    /// The access level that is written; nil when none is.
    package var access: AccessLevel?
    /// The access level in parentheses, as in `private(set)`.
    package var setterAccess: AccessLevel?
    /// The build condition it stands under, when only the compiler can tell whether it holds.
    package var condition: String?
    package var location: SourceLocation

    package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
    package var isOverride: Bool { modifiers.contains("override") }
    package var isManaged: Bool { attributes.contains("NSManaged") }
}

/// One variable or constant of a type.
package struct SourceProperty: Sendable {
    package var name: String
    /// The type as it is written; nil when it is inferred.
    package var type: String?
    package var isConstant = false
    /// Whether it has accessors of its own; observers do not make it computed.
    package var isComputed = false
    /// Whether it can be set; at a place where its setter's access level allows it.
    package var hasSetter = true
    package var traits: DeclarationTraits
}

/// A parameter of a function.
package struct SourceParameter: Sendable, Equatable {
    /// The argument label; nil for `_`.
    package var label: String?
    package var name: String
    package var type: String
}

/// A function of a type.
package struct SourceFunction: Sendable {
    package var name: String
    package var parameters: [SourceParameter] = []
    /// The type that it returns as it is written; nil for none.
    package var result: String?
    package var isGeneric = false
    package var isAsync = false
    package var canThrow = false
    package var traits: DeclarationTraits

    /// The name with its labels: `insertIntoItems(_:at:)`.
    package var fullName: String { name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")" }
}

/// What stands between the braces of a type or an extension.
package struct SourceMembers: Sendable {
    package var properties: [SourceProperty] = []
    package var functions: [SourceFunction] = []
}

/// A type that a file declares.
package struct SourceType: Sendable {
    /// The kinds of types.
    package enum Kind: String, Sendable {
        case `class`, `struct`, `enum`, `protocol`, actor, `typealias`
    }

    package var kind: Kind
    /// The name with the names of the types around it: `["Shop", "Item"]`.
    package var path: [String]
    /// What follows the colon, as it is written; for a type alias, what it stands for.
    package var inheritance: [String] = []
    package var isGeneric = false
    package var members = SourceMembers()
    package var traits: DeclarationTraits

    package var name: String { path.joined(separator: ".") }
    /// The access level that holds for a type of which none is written.
    package var access: AccessLevel { traits.access ?? .internal }
}

/// An extension that a file declares.
package struct SourceExtension: Sendable {
    /// The extended type as it is written.
    package var extended: String
    package var inheritance: [String] = []
    package var members = SourceMembers()
    package var traits: DeclarationTraits
}

/// What a file declares.
package struct SourceFile: Sendable {
    package var path: String
    /// Imported modules.
    package var imports: Set<String> = []
    /// Those of them that are imported as public, so that public declarations may use them.
    package var publicImports: Set<String> = []
    package var types: [SourceType] = []
    package var extensions: [SourceExtension] = []
    /// Places of @NSManaged inside function bodies, where no accessor can be supplied.
    package var unreachable: [SourceLocation] = []
    /// Lines that do not compile here, or cannot work: Porting/PortingReader.swift.
    package var porting: [SourceProblem] = []

    /// Reads a file's text.
    package init(path: String, text: String) {
        self.path = path
        var reader = DeclarationReader(text, path: path)
        reader.readFile(into: &self)
        porting = PortingReader.problems(in: reader.tokens, path: path)
    }
}
