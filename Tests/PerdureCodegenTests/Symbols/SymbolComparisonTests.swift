// SPDX-License-Identifier: Apache-2.0
// The symbols that @NSManaged members ask for, compared with those that generated code supplies.

import Foundation
import Testing

@testable import PerdureCodegen

/// What the compiler asks for, and what is supplied.
@Suite struct SymbolComparisonTests {
    /// All symbols of a target, by our own account; types of unknown kind give several.
    private func symbols(_ files: [String: String], module: String) throws -> Set<String> {
        let sources = TargetSources(files.map { SourceFile(path: $0.key, text: $0.value) })
        let resolver = TypeResolver(sources: sources, module: module, dependencies: [:])
        var result: Set<String> = []
        for managed in sources.managedClasses() {
            let symbols = try ManagedSymbols(managed.type, resolver)
            for property in managed.managedProperties {
                let type = try symbols.type(of: property)
                result.formUnion(
                    symbols.accessors(of: property, type: type).flatMap { [$0.getter, $0.setter] })
            }
            for function in managed.managedFunctions {
                let types = try function.parameters.map {
                    try symbols.resolve($0.type, function.fullName, function.traits)
                }
                result.formUnion(symbols.methods(of: function, types: types))
            }
        }
        return result
    }

    @Test(
        "every symbol that the compiler asks for is supplied, and none else but variants",
        .enabled(if: SwiftCompiler.isAvailable))
    func comparison() throws {
        let compiler = try SwiftCompiler()
        try compiler.compile(module: "Perdure", SymbolSources.stub)
        try compiler.compile(module: "Other", SymbolSources.other)
        try compiler.compile(module: "Mdl", SymbolSources.target, ["-Onone"])
        let asked = try compiler.undefinedSymbols(of: "Mdl", prefix: "$s3Mdl")
        let supplied = try symbols(SymbolSources.target, module: "Mdl")
        #expect(asked.count > 200, "the list of symbols is not read as it should be")
        #expect(asked.subtracting(supplied).sorted() == [])
        #expect(
            supplied.subtracting(asked).filter { !$0.contains("Other") && !$0.contains("other") }.sorted()
                == [])
    }

    @Test("symbols of the most common properties are these")
    func commonSymbols() throws {
        let text = """
            class Person: NSManagedObject {
                @NSManaged var age: Int16, name: String?, boss: Person?, all: Set<Person>
                @NSManaged private var secret: Int32
                @NSManaged func addToAll(_ value: Person)
            }
            """
        #expect(
            try symbols(["M.swift": text], module: "Mdl").sorted() == [
                "$s3Mdl6PersonC3ages5Int16Vvg", "$s3Mdl6PersonC3ages5Int16Vvs", "$s3Mdl6PersonC3allShyACGvg",
                "$s3Mdl6PersonC3allShyACGvs", "$s3Mdl6PersonC4bossACSgvg", "$s3Mdl6PersonC4bossACSgvs",
                "$s3Mdl6PersonC4nameSSSgvg", "$s3Mdl6PersonC4nameSSSgvs",
                "$s3Mdl6PersonC6secret33_91AC304CB01302673F24A084E5A45952LLs5Int32Vvg",
                "$s3Mdl6PersonC6secret33_91AC304CB01302673F24A084E5A45952LLs5Int32Vvs",
                "$s3Mdl6PersonC8addToAllyyACF",
            ])
    }
}
