// SPDX-License-Identifier: Apache-2.0
// What programs of one file may write with the imports they have: Foundation comes along, and names that Foundation has
// too mean ours.

import Foundation
import PerdureCodegen
import Testing

@Suite("Imports", .serialized, .enabled(if: TypeChecker.isAvailable))
struct ImportTests {
    private static let imports = [
        "import CoreData", "import CoreData\nimport Foundation", "import Foundation\nimport CoreData",
        "import Foundation\nimport Dispatch\nimport CoreData\nimport Testing",

        "import Foundation\nimport PerdureMacros",
        "import Perdure\nimport CoreData\nimport PerdureMacros\nimport Foundation",
    ]

    private func check(_ text: String, _ version: String) throws -> String {
        let file = GeneratedFile(name: "Program.swift", text: text)
        return try TypeChecker().check([file], module: "Program", flags: ["-swift-version", version])
    }

    @Test(
        "PRG-1 Core Data brings Foundation, and both names mean ours without an alias", arguments: imports,
        ["5", "6"])
    func names(imports: String, version: String) throws {
        let body = """

            func title(_ date: Date, _ url: URL, _ set: NSSet) -> String { "\\(date) \\(url) \\(set)" }
            func path(_ expression: NSExpression) -> String { expression.keyPath }
            func first(_ predicate: NSComparisonPredicate) -> NSExpression { predicate.leftExpression }
            let kind: NSExpression.ExpressionType = .keyPath
            func columns() -> [NSExpression] { [NSExpression(forKeyPath: "title"), NSExpression(format: "a + 1")] }
            func queue() -> DispatchQueue { DispatchQueue(label: "a") }
            """
        #expect(try check(imports + body, version) == "")
    }

    @Test("PRG-1 aliases of earlier programs still compile", arguments: ["CoreData", "Perdure"], ["5", "6"])
    func oldAliases(module: String, version: String) throws {
        let text = """
            import \(module)
            import Foundation
            typealias NSExpression = \(module).NSExpression
            typealias NSComparisonPredicate = \(module).NSComparisonPredicate
            func path(_ expression: NSExpression) -> String { expression.keyPath }
            func first(_ predicate: NSComparisonPredicate) -> NSExpression { predicate.leftExpression }
            """
        #expect(try check(text, version) == "")
    }

    @Test(
        "PRG-6 a request of a class without one of its own takes any result; with a type written down, that one"
    )
    func requests() throws {
        let text = """
            import CoreData
            class Person: NSManagedObject {}
            class Movie: NSManagedObject { class func fetchRequest() -> NSFetchRequest<Movie> { NSFetchRequest() } }
            func any(_ request: NSFetchRequest<NSFetchRequestResult>) {}
            func requests() {
                let base = NSManagedObject.fetchRequest()
                any(base)
                let own = Person.fetchRequest()
                any(own)
                let typed: NSFetchRequest<Person> = Person.fetchRequest()
                let movie = Movie.fetchRequest()
                let same: NSFetchRequest<Movie> = movie
                print(typed, same)
            }
            """
        #expect(try check(text, "5") == "")
        #expect(try check(text, "6") == "")
    }

    @Test("PRG-5 programs may give their own members the names of our additions", arguments: ["5", "6"])
    func programNames(version: String) throws {
        let text = """
            import CoreData
            class Person: NSManagedObject {
                subscript(key: String) -> Any? { get { key } set {} }
                func tryValue(forKey key: String) throws -> Any? { 1 }
                func trySetValue(_ value: Any?, forKey key: String) throws {}
                func keepWhileRealized(_ companion: AnyObject?, forKey key: String) {}
                func companion(forKey key: String) -> AnyObject? { nil }
                func mergeableDictionary(forKey key: String) throws -> MergeableDictionary { fatalError() }
                func pendingDelta(forKey key: String) -> MergeableDelta? { nil }
                func apply(_ delta: MergeableDelta, forKey key: String) throws {}
                class func registerClass(named name: String? = nil) {}
                class func key(for keyPath: PartialKeyPath<Person>) throws -> String { "own" }
                var customMirror: Mirror { Mirror(reflecting: 1) }
                var state = "", number = 0, slots: [Int] = [], family = "", environment = "", namespace = "", binding = 1, link = 2, id = 3
            }
            extension NSManagedObject {
                static var entityName: String { entity().name ?? "" }
                subscript(name: String) -> String? { value(forKey: name) as? String }
            }
            class Employee: Person { override class func key(for keyPath: PartialKeyPath<Person>) throws -> String { "" } }
            func use(_ person: Person, _ object: NSManagedObject) throws -> [Any?] {
                person["a"] = 1
                let text: String? = object["name"]
                return [text, try person.tryValue(forKey: "a"), person.companion(forKey: ""), try Person.key(for: \\.number)]
            }
            """
        #expect(try check(text, version) == "")
    }

    @Test("PRG-7 what programs name exists", arguments: ["5", "6"])
    func symbols(version: String) throws {
        let text = """
            import CoreData
            final class Upper: ValueTransformer {
                let suffix: String
                init(suffix: String) { self.suffix = suffix }
            }
            final class Lower: ValueTransformer { override init() { super.init() } }
            final class Coordinator: NSPersistentStoreCoordinator, @unchecked Sendable {
                required init(managedObjectModel model: NSManagedObjectModel) { super.init(managedObjectModel: model) }
            }
            func symbols(_ object: NSManagedObject) -> [Any] {
                let folder = NSPersistentContainer.defaultDirectoryURL
                let called = NSPersistentContainer.defaultDirectoryURL()
                let types: [String: NSValue] = NSPersistentStoreCoordinator.registeredStoreTypes
                return [
                    folder.path, called.path, types, Upper(suffix: "a"), NSBinaryStoreType, NSXMLStoreType,
                    NSNotification.Name.NSPersistentStoreCoordinatorStoresWillChange,
                    object.mutableOrderedSetValue(forKeyPath: "a.b"), object.mutableSetValue(forKeyPath: "a"),
                    object.mutableArrayValue(forKeyPath: "a"),
                ]
            }
            final class Container: NSPersistentContainer, @unchecked Sendable {
                override class func defaultDirectoryURL() -> URL { super.defaultDirectoryURL() }
            }
            """
        #expect(try check(text, version) == "")
        let old = "import CoreData\nlet all: [Any] = [NSManagedObjectContext(), NSConstraintConflict()]\n"
        let words = try TypeChecker().check(
            [GeneratedFile(name: "Old.swift", text: old)], module: "Old",
            flags: ["-swift-version", "5", "-no-warnings-as-errors"])
        #expect(words.contains("deprecated") && !words.contains("error:"), "\(words)")
    }

    @Test("PRG-4 what takes a request for NSFetchRequestResult takes one of any type")
    func anyRequest() throws {
        let text = """
            import CoreData
            class Person: NSManagedObject {}
            func use(_ request: NSFetchRequest<Person>, _ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws {
                _ = NSBatchDeleteRequest(fetchRequest: request)
                _ = try context.count(for: request)
                _ = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: request)
                model.setFetchRequestTemplate(request, forName: "a")
                model.setFetchRequestTemplate(nil, forName: "a")
                let erased = request.erased()
                let property = NSFetchedPropertyDescription()
                property.fetchRequest = erased
                model.setFetchRequestTemplate(erased, forName: "b")
                let all: [Any] = try context.fetch(erased)
                print(all)
            }
            """
        #expect(try check(text, "5") == "")
        #expect(try check(text, "6") == "")
    }
}
