// SPDX-License-Identifier: Apache-2.0
// The tables that @ManagedObject writes compile for classes of any name, and leave out what an actor owns.

import Testing

@Suite struct ClassTableTests {
    @Test("the table of key paths suits a class named Root")
    func nameOfRoot() {
        let source = "@ManagedObject final class Root: NSManagedObject { var title: String = \"\" }"
        let text = Expansion(source).text
        #expect(text.contains("func names<_Root: Root>(_: _Root.Type) -> [AnyKeyPath: String] {"))
        #expect(text.contains("\\_Root.title: \"title\","))
    }

    @Test("a computed property of the main actor is in no table")
    func mainActor() {
        let expansion = Expansion(
            """
            @ManagedObject final class Photo: NSManagedObject {
                var title: String = ""
                @MainActor var caption: String { title }
                @MainActor @DependsOn("title") var label: String { title }
                var plain: String { title }
            }
            """)
        #expect(expansion.reports == [])
        for absent in ["\"caption\"", "\"label\""] { #expect(!expansion.text.contains(absent)) }
        #expect(expansion.text.contains("\"plain\": KeyAccessor(of: Photo.self, get: { $0.plain }),"))
        #expect(expansion.text.contains("\\_Root.plain: \"plain\","))
    }
}
