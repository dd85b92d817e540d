// SPDX-License-Identifier: Apache-2.0
// Each rule of ports on its own: what it writes, and what it leaves to a person.

import Foundation
import Testing

@testable import PerdurePorting

@Suite struct PortRuleTests {
    @Test("PRG-80: an attribute of classes stays for Apple's systems, or goes")
    func attributes() {
        let text = "  @objc(Person)\n  public class Person {\n    @objc func f() {}\n  }\n"
        #expect(
            PortSample.ported(text)
                == """
                  #if canImport(ObjectiveC)
                  @objc(Person)
                  #endif
                  public class Person {
                    #if canImport(ObjectiveC)
                    @objc
                    #endif
                    func f() {}
                  }

                """)
        #expect(
            PortSample.ported(text, style: .linuxOnly) == "  public class Person {\n    func f() {}\n  }\n")
        #expect(
            PortSample.ported("class A {\n @objc @NSManaged var a: Int\n}")
                == "class A {\n @NSManaged var a: Int\n}")
    }

    @Test(
        "PRG-80: #keyPath becomes its key, with types and modules in front left out",
        arguments: [
            ("#keyPath(Person.boss.name)", "\"boss.name\""), ("#keyPath(Shop.Person.name)", "\"name\""),
            ("#keyPath(name)", "\"name\""), ("#keyPath(Person.boss?.name)", "\"boss.name\""),
        ])
    func keyPaths(source: String, key: String) {
        #expect(PortSample.ported("let a = \(source)\n") == "let a = \(key)\n")
    }

    @Test("PRG-80: a selector that compares is written as text; a target's is left to a person")
    func selectors() {
        #expect(
            PortSample.ported("let a = #selector(NSString.localizedStandardCompare(_:))")
                == "let a = Selector(\"localizedStandardCompare:\")")
        let button = PortSample.port("let a = Button(target: b, action: #selector(C.press(_:)))\n")
        #expect(button.left.map(\.kind) == [.selector])
        #expect(PatchText.of(button.files) == "")
    }

    @Test("PRG-80: an observer of notifications becomes a block that calls the same method")
    func observers() {
        let call =
            "NotificationCenter.default.addObserver(self, selector: #selector(saved), name: n, object: nil)"
        let text = "class A {\n  func f() {\n    \(call)\n  }\n  func saved(_ note: Notification) {}\n}\n"
        let block =
            "_ = NotificationCenter.default.addObserver(forName: n, object: nil, queue: nil) "
            + "{ [weak self] in self?.saved($0) }"
        #expect(PortSample.ported(text, style: .linuxOnly).contains("    \(block)\n"))
        #expect(
            PortSample.ported(text).contains(
                "    #if canImport(ObjectiveC)\n    \(call)\n    #else\n    \(block)\n    #endif\n"))
    }

    @Test(
        "PRG-80: an observer that its class removes while it lives is left to a person, who has to keep a token",
        arguments: [
            ("func stop() { center.removeObserver(self) }", "", 1),
            ("var a: Int = 0 { didSet { center.removeObserver(self, name: n, object: nil) } }", "", 1),
            ("", "class B: A {\n  func stop() { center.removeObserver(self) }\n}\n", 1),
            ("deinit { center.removeObserver(self) }", "", 0),
            ("func stop() { trip.removeObserver(self, forKeyPath: \"name\") }", "", 0),
            ("func stop() { center.removeObserver(token) }", "", 0),
        ])
    func removedObservers(member: String, other: String, left: Int) {
        let call = "center.addObserver(self, selector: #selector(saved), name: n, object: nil)"
        let text =
            "class A {\n  func f() {\n    \(call)\n  }\n  func saved(_ note: Notification) {}\n  \(member)\n}\n"
        let program = PortSample.port(text + other)
        #expect(program.left.map(\.kind) == Array(repeating: .selector, count: left))
        #expect(PatchText.of(program.files).isEmpty == (left == 1))
    }

    @Test("PRG-80: a cast of a request stands beside the call that Linux needs; copies may be cast")
    func casts() {
        let text = "func f() {\n  g(r as! NSFetchRequest<NSFetchRequestResult>)\n}\n"
        #expect(
            PortSample.ported(text) == """
                func f() {
                  #if canImport(ObjectiveC)
                  g(r as! NSFetchRequest<NSFetchRequestResult>)
                  #else
                  g(r.erased())
                  #endif
                }

                """)
        #expect(PortSample.port("let a = r.copy() as! NSFetchRequest<Person>\n").findings.isEmpty)
        #expect(PortSample.port("let a = r as? NSFetchRequest<Person>\n").left.map(\.kind) == [.cast])
    }

    @Test("PRG-80: initializers that classes are made by are required")
    func initializers() {
        let text = "class A: NSManagedObject {\n  override init(entity: E, insertInto c: C?) {}\n}\n"
        #expect(PortSample.ported(text).contains("  required override init(entity"))
        #expect(PortSample.ported(text, style: .linuxOnly).contains("  required init(entity"))
    }

    @Test("PRG-80: an override in an extension moves into its class, also in another file")
    func extensionOverrides() {
        let member = "  // Why.\n  override func awakeFromInsert() {}\n"
        let program = PortedProgram([
            .init(path: "A.swift", bytes: Array("class A: NSManagedObject {\n}\n".utf8)),
            .init(path: "B.swift", bytes: Array("extension A {\n\(member)}\n".utf8)),
        ])
        #expect(program.text("A.swift") == "class A: NSManagedObject {\n\n\(member)}\n")
        #expect(program.text("B.swift") == "extension A {\n}\n")
    }

    @Test(
        "PRG-80: an override stays where it names what only its file can see, or where the class is not the program's"
    )
    func fixedOverrides() {
        let other = "private let limit = 1\nextension A {\n  override func f() { g(limit) }\n}\n"
        let program = PortedProgram([
            .init(path: "A.swift", bytes: Array("class A: NSManagedObject {\n}\n".utf8)),
            .init(path: "B.swift", bytes: Array(other.utf8)),
        ])
        #expect(program.left.map(\.kind) == [.extensionOverride])
        #expect(PatchText.of(program.files) == "")
        let unknown = PortSample.port("extension Generated {\n  override func f() {}\n}\n")
        #expect(unknown.left.map(\.kind) == [.extensionOverride])
    }

    @Test("PRG-80: users of a framework are left out where nothing else needs them")
    func frameworks() {
        let text = "import UIKit\n\nclass A: UIView {}\n\nstruct B {}\n"
        #expect(
            PortSample.ported(text) == """
                #if canImport(UIKit)
                import UIKit
                #endif

                #if canImport(UIKit)
                class A: UIView {}
                #endif

                struct B {}

                """)
        let needed = PortSample.port("import UIKit\nclass A: UIView {}\nlet a = A()\n")
        #expect(needed.left.map(\.code) == ["class A: UIView {}"])
    }

    @Test("PRG-84: a class stays when one of its members needs a framework; the member goes or is reported")
    func frameworkMembers() {
        let unused = "class A {\n  let log = Logger()\n  func f() {}\n}\n"
        #expect(
            PortSample.ported("import os\n" + unused).hasSuffix(
                "class A {\n#if canImport(os)\n  let log = Logger()\n#endif\n  func f() {}\n}\n"))
        for rest in [
            "let log = Logger()\n  func f() { log.info(b) }", "override func f() -> Logger { g() }",
            "func f() { os_log(b) }", "init(log: Logger) {}",
        ] {
            let program = PortSample.port("import os\nclass A: B {\n  \(rest)\n}\n")
            #expect(program.left.map(\.kind) == [.framework])
            #expect(
                program.text("A.swift")
                    == "#if canImport(os)\nimport os\n#endif\nclass A: B {\n  \(rest)\n}\n")
        }
    }

    @Test(
        "PRG-84: neighbours in different types get conditions of their own; a member without a line of its own stays"
    )
    func frameworkNeighbours() {
        let text =
            "import os\nclass A {\n  let a = Logger()\n}\nlet b = Logger()\nstruct C { let c = Logger() }\n"
        let program = PortSample.port(text)
        #expect(program.left.map(\.code) == ["struct C { let c = Logger() }"])
        #expect(
            program.text("A.swift").hasSuffix(
                "{\n#if canImport(os)\n  let a = Logger()\n#endif\n}\n#if canImport(os)\nlet b = Logger()\n#endif\n"
                    + "struct C { let c = Logger() }\n"))
    }

    @Test("PRG-84: members that move keep their order, also where the first changes by itself")
    func orderOfMembers() {
        let members = "  @objc override func a() {}\n\n  override func b() {}\n\n  override func c() {}\n"
        let text = PortSample.ported(
            "class A: NSManagedObject {\n}\nextension A {\n\(members)}\n", style: .linuxOnly)
        let moved = members.replacingOccurrences(of: "@objc ", with: "")
        #expect(text == "class A: NSManagedObject {\n\n\(moved)}\nextension A {\n}\n")
    }

    @Test("PRG-84: what stands in a declaration that is left out is no place to change")
    func placesLeftOut() {
        let text = "import UIKit\nclass A: UIView {\n  @objc func f() { g(#selector(f)) }\n}\n"
        let program = PortSample.port(text)
        #expect(program.findings.map(\.kind) == [.framework, .framework])
        #expect(program.left.isEmpty)
    }

    @Test("PRG-80: observing in a plain class, CloudKit and a class with another name are left to a person")
    func places() {
        let observer = "class A: NSObject {\n  override func observeValue(forKeyPath k: String?) {}\n}\n"
        #expect(PortSample.port(observer).left.map(\.kind) == [.observing])
        let managed = observer.replacingOccurrences(of: "NSObject", with: "NSManagedObject")
        #expect(PortSample.port(managed).left.isEmpty)
        #expect(
            PortSample.port("let c = NSPersistentCloudKitContainer(name: n)\n").left.map(\.kind) == [
                .cloudContainer
            ])
        let named = PortSample.port(
            "@objc(Tag)\nclass TripTag {}\n", style: .linuxOnly, modelClasses: ["Tag"])
        #expect(named.findings.map(\.kind) == [.objc, .className])
    }

    @Test(
        "PRG-82: what Linux does not compile is left alone",
        arguments: [
            "#if canImport(ObjectiveC)", "#if os(iOS) || os(macOS)", "#if !os(Linux)", "#if os(Linux)\n#else",
            "#if canImport(UIKit) && DEBUG",
        ])
    func inactive(condition: String) {
        #expect(PortSample.port("\(condition)\n@objc class A {}\n#endif\n").findings.isEmpty)
    }
}
