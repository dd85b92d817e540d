// SPDX-License-Identifier: Apache-2.0
// Which initial values are constants of the model, and which are evaluated for each new object.

import Testing

@Suite struct InitialValueTests {
    private func text(_ property: String) -> String {
        let expansion = Expansion("@ManagedObject final class Job: NSManagedObject {\n    \(property)\n}")
        #expect(expansion.reports == [])
        return expansion.text
    }

    @Test(
        "a static member that can be computed is evaluated for each new object",
        arguments: [
            "var a: String = ProcessInfo.processInfo.globallyUniqueString", "var a: Date = .tomorrow",
            "var a: Date? = Date.tomorrow", "var a: Foundation.Date = Foundation.Date.tomorrow",
            "var a: Double = Date.timeIntervalSinceReferenceDate",
            "var a: TimeInterval = Date.timeIntervalSinceReferenceDate", "var a: URL = .temporaryDirectory",
            "var a: Int = Limits.next", "var a: Int = Int(Limits.next)", "var a: Int = Limits.next + 1",
            "var a: [Date] = [.tomorrow]", "@Attribute var a: [String: Date] = [\"b\": .tomorrow]",
            "var a: Mode = Settings.shared.mode", "var a: Int16 = Settings.shared.mode.rawValue",
        ])
    func computed(_ property: String) {
        let text = text(property)
        #expect(text.contains("override func _setInitialValues()"))
        #expect(!text.contains("default:"))
    }

    @Test(
        "a member that never changes, a case and its raw value are defaults of the model",
        arguments: [
            "var a: Double = .greatestFiniteMagnitude", "var a: Double = Double.pi / 2",
            "var a: Float = -.infinity", "var a: Int = Int.max - 1", "var a: Decimal = .zero",
            "var a: Date = .distantPast", "var a: Date? = Foundation.Date.distantFuture",
            "var a: Status = .draft", "var a: Status = Status.draft", "var a: Color = Color.Name.red",
            "var a: Int16 = Status.draft.rawValue", "var a: Int = Int(Status.draft.rawValue)",
            "@Attribute var a: [Status] = [.draft]", "var a: [Status: Int] = [.draft: 1]",
            "var a: [Date] = [.distantPast]",
        ])
    func constant(_ property: String) {
        let text = text(property)
        #expect(!text.contains("_setInitialValues"))
        #expect(text.contains("default:"))
    }

    @Test("a value for each new object is of the property's type, optional or not")
    func types() {
        #expect(
            text("var a: String? = UserDefaults.standard.string(forKey: \"d\")").contains(
                "_setPrimitive(UserDefaults.standard.string(forKey: \"d\") as String?, at: 0)"))
        #expect(text("var a: Date = .tomorrow").contains("_setPrimitive(.tomorrow as Date, at: 0)"))
    }

    @Test("a value with try stands in parentheses, where another expression uses it")
    func tries() {
        let text = text("var a: Data = try! JSONEncoder().encode([1])")
        #expect(text.contains("?? (try! JSONEncoder().encode([1]))"))
        #expect(text.contains("_setPrimitive((try! JSONEncoder().encode([1])) as Data, at: 0)"))
    }

    @Test(
        "a value that is an if or a switch stands in a closure, which may hold one anywhere",
        arguments: [
            "if isNew { 1 } else { 2 }", "switch mode { case .new: 1; default: 2 }",
        ])
    func conditions(_ value: String) {
        let text = text("var a: Int = \(value)")
        #expect(text.contains("?? { \(value) }()"))
        #expect(text.contains("{ \(value) }() as Int"))
        let model = Expansion(
            "@Model final class Job {\n    var a: Int = \(value)\n    init() {}\n}",
            macros: Expansion.modelMacros)
        #expect(model.text.contains("defaultValue: ({ \(value) }()) as Int"))
    }
}
