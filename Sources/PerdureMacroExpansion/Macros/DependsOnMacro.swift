// SPDX-License-Identifier: Apache-2.0
// @DependsOn. In a @ManagedObject class the attribute is a marker that @ManagedObject reads. In an extension it adds a type
// that the runtime finds by the key's name, because an extension cannot override the class's table (TRN-174).

import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of @DependsOn.
public enum DependsOnMacro: PeerMacro {
    /// The compiler does not format expansions; the writers lay them out.
    public static var formatMode: FormatMode { .disabled }

    /// In an extension, adds the type that the runtime finds by the property's name.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let scope = LexicalScope(context)
        guard !scope.isManagedClass else { return [] }
        guard let type = scope.extendedType, let variable = declaration.as(VariableDeclSyntax.self) else {
            context.diagnose(Problem.misplacedDependency.at(node))
            return []
        }
        let reader = PropertyReader(variable)
        for problem in reader.problems { context.diagnose(problem) }
        guard let property = reader.computed else { return [] }
        // The extension gives the type its own level, but not the type's members theirs.
        let access = (
            type: AccessLevel(variable.modifiers).ofCompanion,
            member: AccessLevel(variable.modifiers, in: context.lexicalContext.first).ofMember
        )
        return [
            DeclSyntax(
                stringLiteral: lines(property, of: type, reader.dependencies, access).joined(separator: "\n"))
        ]
    }

    private static func lines(
        _ property: ComputedProperty, of type: String, _ paths: [String],
        _ access: (type: String, member: String)
    ) -> [String] {
        let keys = paths.map { "\"\($0)\"" }.joined(separator: ", ")
        let table = KeyPathTableWriter(name: type, properties: [(property.identifier, property.name)])
        var arguments = [
            ["\(type).self"], ["accessors: [\(KeyAccessorWriter(class: type, property: property).text)]"],
        ]
        if !paths.isEmpty { arguments.append(["dependentKeys: [\"\(property.name)\": [\(keys)]]"]) }
        arguments.append(table.lines)
        return [
            "\(access.type)final class _Key_\(property.name): _ClassPropertiesProvider {",
            "    \(access.member)static var properties: ClassProperties {", "        ClassProperties(",
        ] + ClassMemberWriter.joined(arguments, indentation: "            ") + ["    }", "}"]
    }
}
