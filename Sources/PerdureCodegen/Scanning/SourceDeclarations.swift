// SPDX-License-Identifier: Apache-2.0
// The declarations of a Swift source file, as far as managed classes need them. DeclarationReader.swift reads them;
// TargetSources.swift puts a target's files together.

/// An access level.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `private`, `fileprivate`, `internal`, `package`, `public`, `open`
}

/// The attributes, modifiers and place that every declaration has.
package struct DeclarationTraits: Sendable {
    /// The attributes' names, without arguments: `NSManaged`, `objc`, `available`.
    package var attributes: [String] = []
    /// Words such as `static`, `override`, `final`, `lazy`.
    var modifiers: Set<String> = []
    /// The explicit access level; nil without one.
    package var access: AccessLevel?
    /// The access level in parentheses, as in `private(set)`.
    package var setterAccess: AccessLevel?
    /// The build condition around the declaration, when only the compiler can tell whether it holds.
    package var condition: String?
    package var location: SourceLocation

    package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
    package var isOverride: Bool { modifiers.contains("override") }
    package var isManaged: Bool { attributes.contains("NSManaged") }
}

/// One variable or constant of a type.
package struct SourceProperty: Sendable {
    package var name: String
    /// The type as the source writes it; nil when the compiler infers it.
    package var type: String?
    var isConstant = false
    /// Whether the property has accessors of its own; observers do not make it computed.
    package var isComputed = false
    /// Whether the property has a setter; the setter's access level may still hide it.
    package var hasSetter = true
    /// Whether the getter is `async` or `throws`.
    var hasEffects = false
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
    /// The result type as the source writes it; nil for none.
    package var result: String?
    package var isGeneric = false
    package var isAsync = false
    package var canThrow = false
    package var traits: DeclarationTraits

    /// The name with its labels: `insertIntoItems(_:at:)`.
    package var fullName: String { name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")" }
}

/// The members between the braces of a type or an extension.
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
    /// The name with the names of the enclosing types: `["Shop", "Item"]`.
    package var path: [String]
    /// The types after the colon, as the source writes them; for a type alias, the aliased type.
    package var inheritance: [String] = []
    package var isGeneric = false
    package var members = SourceMembers()
    package var traits: DeclarationTraits

    package var name: String { path.joined(separator: ".") }
    /// The access level; `internal` for a type without an explicit one.
    package var access: AccessLevel { traits.access ?? .internal }
}

/// An extension that a file declares.
package struct SourceExtension: Sendable {
    /// The extended type as the source writes it.
    package var extended: String
    package var inheritance: [String] = []
    package var members = SourceMembers()
    package var traits: DeclarationTraits
}

/// The declarations of a file.
package struct SourceFile: Sendable {
    package var path: String
    /// The imported modules.
    package var imports: Set<String> = []
    /// The modules that the file imports publicly, so that its public declarations may use them.
    var publicImports: Set<String> = []
    package var types: [SourceType] = []
    package var extensions: [SourceExtension] = []
    /// Places of @NSManaged inside function bodies, where no accessor can be supplied.
    package var unreachable: [SourceLocation] = []
    /// Lines that do not compile here, or cannot work; Porting/PortingReader.swift finds them.
    package var porting: [SourceProblem] = []

    /// Reads a file's text.
    package init(path: String, text: String) {
        self.path = path
        var reader = DeclarationReader(text, path: path)
        reader.readFile(into: &self)
        porting = PortingReader.problems(in: reader.tokens, path: path)
    }
}
