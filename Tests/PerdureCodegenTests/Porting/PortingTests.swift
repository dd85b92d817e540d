// SPDX-License-Identifier: Apache-2.0
// Lines that a port has to change: each is found at its line with what to write, and nothing else is.

import Testing

@testable import PerdureCodegen

@Suite("Lines to change")
struct PortingTests {
    private func warnings(_ text: String) -> [String] {
        SourceFile(path: "A.swift", text: text).porting.map(\.description)
    }

    @Test(
        "PRG-3 #keyPath is found, with the key and the key path to write",
        arguments: [
            ("let a = #keyPath(Person.name)", #"the key, "name", or '\Person.name' where"#),
            ("f(\n#keyPath(Person.boss.name))", #"the key, "boss.name", or '\Person.boss.name' where"#),
            ("let b = #keyPath(name)", #"the key, "name""#),
        ])
    func keyPaths(source: String, words: String) {
        let found = warnings(source)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("A.swift:\(source.contains("\n") ? 2 : 1): warning: #keyPath needs")
                == true)
        #expect(found.first?.contains(words) == true)
    }

    @Test(
        "PRG-4 a cast to another type of results is found",
        arguments: [
            ("x(r as! NSFetchRequest<NSFetchRequestResult>)", "'request.erased()'"),
            ("if let r = r as? NSFetchRequest<any NSFetchRequestResult> {}", "'request.erased()'"),
            ("let r = m.template as! NSFetchRequest<Person>", "'NSFetchRequest<Person>(entityName:)'"),
        ])
    func casts(source: String, words: String) {
        #expect(warnings(source).count == 1)
        #expect(warnings(source).first?.contains(words) == true)
    }

    @Test(
        "PRG-3 attributes, selectors and overrides are found",
        arguments: [
            ("@objc(Person) class Person: NSManagedObject {}", "remove it: classes are found"),
            ("class A { @objc func f() {} }", "remove it: key-value coding and validation"),
            ("@objcMembers\nclass A {}", "@objcMembers needs"),
            (
                "f(#selector(NSString.localizedStandardCompare(_:)))",
                #"write 'Selector("localizedStandardCompare:")'"#
            ),
            ("f(#selector(A.changed(_:)))", "pass a closure"),
            ("extension Person { override func awakeFromInsert() {} }", "move the member into the class"),
            ("extension A where B == C {\n  public override class var x: Int { 1 }\n}", "move the member"),
            (
                "class A: B { override init(entity: E, insertInto c: C?) {} }",
                "'required' in place of 'override'"
            ),
            ("class A: B { override public init(entity: E, insertInto c: C?) {} }", "'required' in place"),
        ])
    func others(source: String, words: String) {
        #expect(warnings(source).count == 1)
        #expect(warnings(source).first?.contains(words) == true)
    }

    @Test(
        "PRG-4 nothing is said about comments, literals, inactive branches and what works",
        arguments: [
            "// #keyPath(Person.name), @objc, r as! NSFetchRequest<NSFetchRequestResult>",
            "/* @objc /* #selector(f) */ override */ let a = 1",
            "let a = \"@objc #keyPath(A.b) as! NSFetchRequest<NSFetchRequestResult>\"",
            "let a = \"\"\"\n    @objc\n    #selector(a)\n    \"\"\"",
            "#if canImport(ObjectiveC)\n@objc func f() {}\n#endif",
            "#if os(macOS) || os(iOS)\nlet a = #keyPath(A.b)\n#else\nlet a = \"b\"\n#endif",
            "#if !os(Linux)\nextension A { override func f() {} }\n#endif",
            "let r = request.copy() as! NSFetchRequest<Person>",
            "let r = Person.fetchRequest() as NSFetchRequest<Person>",
            "@nonobjc class func fetchRequest() -> NSFetchRequest<A> { NSFetchRequest() }",
            "extension A { class B: C { override func f() {} } }",
            "extension A { func f(override: Bool) { g(override: override) } }",
            "extension A { static let override = 1 }",
            "class A: B { override func f() { x.extension { override in } } }",
            "class A: B { required init(entity: E, insertInto c: C?) {}; override init() {} }",
            "let a = b.override, c = `override`, d = \\A.b, e = Selector(\"f:\")",
        ])
    func silence(source: String) {
        #expect(warnings(source) == [])
    }

    @Test("PRG-4 a branch whose condition only the compiler knows is looked into")
    func unknownBranches() {
        #expect(warnings("#if DEBUG\n@objc class A {}\n#endif").count == 1)
    }
}
