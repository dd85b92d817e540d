// SPDX-License-Identifier: Apache-2.0
// Sources with @NSManaged, their generated accessors and a program of another module: compiled, linked and run
// with and without optimizer. A small stand-in for Perdure keeps this to seconds; Tests/Packages/ManagedClasses does
// the same with all of it.

import Testing

@testable import PerdureCodegen

@Suite struct SuppliedAccessorTests {
    @Test(
        "supplied accessors link and run, optimized or not", .enabled(if: SwiftCompiler.isAvailable),
        arguments: ["-Onone", "-O"])
    func run(optimization: String) throws {
        var options = ManagedAccessorSymbols.Options(module: "Mdl")
        options.importedModule = "Perdure"
        let sources = TargetSources([SourceFile(path: "Person.swift", text: Self.target)])
        let output = try ManagedAccessorSymbols(sources, options).output()
        #expect(output.problems == [])
        let generated = try #require(output.file)
        let compiler = try SwiftCompiler()
        let flags = [optimization, "-swift-version", "6", "-warnings-as-errors"]
        try compiler.compile(module: "Perdure", ["Stub.swift": Self.stub], flags)
        try compiler.compile(
            module: "Mdl", ["Person.swift": Self.target, generated.name: generated.text], flags)
        try compiler.compile(module: "App", ["App.swift": Self.program], flags)
        _ = try compiler.run("swiftc", ["Perdure.o", "Mdl.o", "App.o", "-o", "app"])
        #expect(try compiler.run("./app", []) == Self.expected)
    }

    private static let stub = """
        @_exported import Foundation
        public protocol _KeyPathRoot: AnyObject {}
        open class NSManagedObject: NSObject, _KeyPathRoot {
            public final var values: [String: Any] = [:]
            public final func _storedValue(forKey key: String) -> Any? { values[key] }
            public final func _setStoredValue(_ value: Any?, forKey key: String) { values[key] = value }
            public final func primitiveValue(forKey key: String) -> Any? { values[key] }
            public final func setPrimitiveValue(_ value: Any?, forKey key: String) { values[key] = value }
            public final func mutableSetValue(forKey key: String) -> NSMutableSet {
                let set = values[key] as? NSMutableSet ?? NSMutableSet()
                values[key] = set
                return set
            }
        }
        public protocol _ClassPropertiesProvider { static var properties: ClassProperties { get } }
        public struct KeyAccessor { public init<R, V>(_ path: KeyPath<R, V>) {} }
        public struct ClassProperties {
            public var slots: [String]
            public var dependentKeys: [String: Set<String>]
            public init(
                _ type: NSManagedObject.Type, slots: [String] = [], accessors: [String: KeyAccessor] = [:],
                dependentKeys: [String: Set<String>] = [:],
                keyPaths: (any (NSManagedObject & _KeyPathRoot).Type) -> [AnyKeyPath: String]
            ) {
                (self.slots, self.dependentKeys) = (slots, dependentKeys)
            }
        }
        """

    private static let target = """
        import Foundation
        import Perdure
        public enum Kind: Int16, Sendable { case a, b }
        public struct Pair: Equatable, Sendable {
            public var x: String, y: [Int]
            public init(x: String, y: [Int]) { (self.x, self.y) = (x, y) }
        }
        open class Person: NSManagedObject {
            @NSManaged public var count: Int16, total: Int
            @NSManaged open var name: String?
            @NSManaged public var date: Date?
            @NSManaged public var price: Decimal
            @NSManaged public var kind: Kind
            @NSManaged public var pair: Pair?
            @NSManaged public var box: [String: Any]
            @NSManaged public var tuple: (a: Int, b: String)?
            @NSManaged public var boss: Person!
            @NSManaged public var friends: Set<Person>
            @NSManaged public var reports: NSSet?
            @NSManaged public private(set) var readable: Double
            @NSManaged private var secret: String
            @NSManaged fileprivate final var counter: Int32
            @NSManaged var inside: Bool
            @NSManaged public func addToReports(_ value: Person)
            @NSManaged private func removeFromReports(_ values: NSSet)
            public var shout: String { (name ?? "").uppercased() }
            public func change() -> String {
                secret += "s"
                counter += 1
                readable += 0.5
                inside.toggle()
                removeFromReports(NSSet(object: self))
                return "\\(secret) \\(counter) \\(inside)"
            }
        }
        public final class Chief: Person {
            @NSManaged public override var count: Int16
            override public var name: String? {
                get { super.name.map { "Chief " + $0 } }
                set { super.name = newValue }
            }
        }
        extension Person { @NSManaged public var added: [UUID] }
        public enum Space { public class Größe: NSManagedObject { @NSManaged public var größe: Double } }
        """

    private static let program = """
        import Foundation
        import Mdl
        final class Guest: Person {}
        @main enum App {
            static func main() {
                let person = Guest()
                print(person.count, person.kind, person.box, person.friends, person.added, person.boss as Any)
                person.count = 3
                person.count += 4
                person.total = -1
                person.name = "Ann"
                person.name?.append("e")
                person.date = Date(timeIntervalSinceReferenceDate: 0)
                person.price = 2
                person.price *= 3
                person.kind = .b
                person.pair = Pair(x: "p", y: [1])
                person.pair?.y.append(2)
                person.box["k"] = 5
                person.tuple = (7, "t")
                person.boss = person
                person.friends.insert(person)
                person.added = [UUID(uuidString: "00000000-0000-0000-0000-000000000001")!]
                person.addToReports(person)
                let base: Person = person
                print(base.count, base.total, base.name!, base.date!.timeIntervalSinceReferenceDate, base.price)
                print(base.kind, base.pair!, base.box, base.tuple!, base.boss === person, base.friends.count)
                print(base.added.count, base.reports!.count, base.shout, base[keyPath: \\Person.count])
                print(person.change(), person.change(), person.readable, person.reports!.count)
                let chief: Person = Chief()
                (chief.name, chief.count) = ("Bob", 2)
                print(chief.name!, chief.count)
                let size = Space.Größe()
                size.größe = 1.5
                print(size.größe)
            }
        }
        """

    private static let expected = """
        0 a [:] [] [] nil
        7 -1 Anne 0.0 6
        b Pair(x: "p", y: [1, 2]) ["k": 5] (a: 7, b: "t") true 1
        1 1 ANNE 7
        s 1 true ss 2 false 1.0 0
        Chief Bob 2
        1.5

        """
}
