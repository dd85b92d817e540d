// SPDX-License-Identifier: Apache-2.0
// What @Model and @ModelActor report: message and place.

import SwiftDiagnostics
import Testing

@Suite("Diagnostics of @Model") struct ModelDiagnosticsTests {
    private func messages(_ source: String) -> [String] {
        Expansion(source, macros: Expansion.modelMacros).reports.map(\.message)
    }

    @Test("SD-3 structs, enums and actors are refused", arguments: ["struct", "enum", "actor"])
    func kinds(_ kind: String) {
        let expansion = Expansion("@Model \(kind) Movie { }", macros: Expansion.modelMacros)
        #expect(expansion.reports.map(\.message) == ["'@Model' cannot be applied to \(kind) type 'Movie'"])
        #expect(expansion.reports.first?.column == 1)
    }

    @Test("SD-4 a class needs an initializer, also where all properties have defaults") func initializer() {
        #expect(
            messages("@Model final class Movie { var title = \"\" }") == [
                "@Model requires an initializer be provided for 'Movie'"
            ])
        #expect(messages("@Model final class Movie { var title = \"\"; init() {} }").isEmpty)
    }

    @Test("SD-8 a transient property needs a default unless it is optional") func transients() {
        #expect(
            messages("@Model final class Movie { @Transient var mark: Int; init() {} }") == [
                "@Transient requires non-optional property 'mark' to have a default value"
            ])
        #expect(messages("@Model final class Movie { @Transient var mark: Int?; init() {} }").isEmpty)
        #expect(messages("@Model final class Movie { @Transient var mark = 1; init() {} }").isEmpty)
        #expect(messages("@Model final class Movie { @Transient var mark: Int { 1 }; init() {} }").isEmpty)
    }

    @Test("SD-9 a constant is refused, unless it is transient") func constants() {
        #expect(
            messages("@Model final class Movie { let title: String; init() {} }").first?
                .contains("'title' cannot be a 'let'") == true)
        #expect(messages("@Model final class Movie { @Transient let title = \"\"; init() {} }").isEmpty)
    }

    @Test(
        "SD-10 names that models or the objects behind them use are refused",
        arguments: [
            "class", "debugDescription", "description", "entity", "faultingState", "hasChanges",
            "hasPersistentChangedValues", "hash", "isDeleted", "isEditing", "isEqual", "isFault",
            "isInserted",
            "isProxy", "isUpdated", "managedObjectContext", "objectID", "objectSpecifier", "observationInfo",
            "persistentModelID", "self", "superclass", "zone",
        ])
    func names(_ name: String) {
        let expansion = Expansion(
            "@Model final class Movie { var `\(name)`: String; init() {} }", macros: Expansion.modelMacros)
        #expect(expansion.reports.count == 1)
        #expect(expansion.reports.first?.message.contains("cannot be named '\(name)'") == true)
        #expect(expansion.severities == [.error])
    }

    @Test("SD-10 other names are allowed, one of them with a warning") func otherNames() {
        #expect(messages("@Model final class Movie { var id: String; init() {} }").isEmpty)
        #expect(messages("@Model final class Movie { @Transient var isDeleted = false; init() {} }").isEmpty)
        #expect(messages("@Model final class Movie { var isDeleted: Bool { true }; init() {} }").isEmpty)
        let hiding = Expansion(
            "@Model final class Movie { var modelContext: String; init() {} }", macros: Expansion.modelMacros)
        #expect(hiding.reports.first?.message.contains("hides the model's own property") == true)
        #expect(hiding.severities == [.warning])
    }

    @Test("SD-11 observers of a persisted property are warned of") func observers() {
        #expect(
            messages("@Model final class Movie { var title = \"\" { didSet { print(title) } }; init() {} }")
                .first?
                .contains("are not called") == true)
    }

    @Test("SD-13 a second #Unique or #Index is refused") func constraints() {
        let source = """
            @Model final class Movie {
                #Unique<Movie>([\\.title])
                #Unique<Movie>([\\.year])
                #Index<Movie>([\\.title])
                var title = ""
                var year = 0
                init() {}
            }
            """
        #expect(messages(source) == ["a class has one #Unique: write all of them into the first one"])
    }

    @Test("SD-163 @ModelActor is for actors") func actors() {
        #expect(messages("@ModelActor class Worker {}") == ["@ModelActor can only be applied to an actor"])
    }
}
