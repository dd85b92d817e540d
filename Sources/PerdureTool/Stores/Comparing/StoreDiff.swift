// SPDX-License-Identifier: Apache-2.0
// `perdure store diff`: which objects two stores do not have in common. ObjectStream.swift reads them, StoreComparison.swift
// compares.

import PerdureStore

enum StoreDiff {
    static let command = Command(
        group: "store", action: "diff", summary: "compare the objects of two stores",
        discussion: """
            Prints the objects that only A has (-), that only B has (+), and the values that differ (~), and exits as diff does: 0 when
            the stores have the same objects, 1 when not, 2 for any trouble. Objects are the same by their numbers, as in a store and
            its backup, its copy, or the import of its export into a new file; with --by-key by their uniqueness constraints, and with --key by attributes that are named, also in references
            to them. Computed and transient values are not compared, and properties of one model only are named. No store is written.
            """,
        operands: [
            .init(name: "A", help: "a store's SQLite file, or a postgresql: URL"),
            .init(name: "B", help: "another one"),
        ],
        options: [
            .init(name: "by-key", value: nil, help: "the same objects have the same unique values"),
            .init(
                name: "key", value: "ENTITY=A,B",
                help:
                    "these attributes say which objects of an entity are the same; may be given several times",
                isRepeatable: true),
            .init(name: "limit", value: "N", help: "print at most so many differences"),
            .model, .copyLimit, .schema, .tls, .quiet, .json,
        ],
        run: { arguments in try DiffTrouble.code { try run(arguments) } })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let stores = try ["A", "B"].map { try InspectedStore(arguments, operand: $0) }
        let models = try stores.map { try $0.requiredModel() }
        let keys = try ComparisonKeys(arguments, models[0].schema, models[1].schema)
        let engines = try zip(stores, models).map { try $0.engine($1) }
        defer { for engine in engines { try? engine.close() } }
        var report = DifferenceReport(
            limit: try arguments.count("limit"), isJSON: arguments.wantsJSON, names: stores.map(\.path))
        let comparison = StoreComparison(engines[0], engines[1], keys)
        try report.begin(comparison.unequalProperties)
        try comparison.run { try report.add($0) }
        try report.end()
        if !arguments.wantsJSON { arguments.tell(report.summary) }
        return report.count == 0 && comparison.unequalProperties.isEmpty ? .success : .problems
    }
}

/// One difference.
enum StoreDifference {
    case onlyInA(String)
    case onlyInB(String)
    case value(object: String, key: String, a: String, b: String)
}

/// Prints differences as they are found.
struct DifferenceReport {
    let limit: Int?
    let isJSON: Bool
    /// The stores.
    let names: [String]
    private(set) var count = 0
    private var counts = (onlyA: 0, onlyB: 0, values: 0)

    init(limit: Int?, isJSON: Bool, names: [String]) {
        self.limit = limit
        self.isJSON = isJSON
        self.names = names
    }

    func begin(_ properties: [String]) throws {
        guard isJSON else {
            for property in properties {
                try Console.print(PlainText.safe("! \(property): only one of the models has it"))
            }
            return
        }
        let head = JSONValue.document([
            ("a", .string(names[0])), ("b", .string(names[1])), ("unequalProperties", .strings(properties)),
        ]).line
        try Console.print(head.dropLast() + ",\"differences\":[")
    }

    mutating func add(_ difference: StoreDifference) throws {
        switch difference {
        case .onlyInA: counts.onlyA += 1
        case .onlyInB: counts.onlyB += 1
        case .value: counts.values += 1
        }
        count += 1
        guard count <= limit ?? .max else { return }
        try Console.print(
            isJSON
                ? (count > 1 ? "," : "") + Self.json(difference).line : PlainText.safe(Self.line(difference)))
    }

    func end() throws {
        if isJSON { try Console.print("],\"count\":\(count)}") }
    }

    var summary: String {
        guard count > 0 else { return "\(names[0]) and \(names[1]) have the same objects" }
        return
            "\(PlainText.count(counts.onlyA, "object", "objects")) only in \(names[0]), \(counts.onlyB) only in \(names[1]), "
            + "\(PlainText.count(counts.values, "value differs", "values differ"))"
    }

    private static func line(_ difference: StoreDifference) -> String {
        switch difference {
        case .onlyInA(let name): "- \(name)"
        case .onlyInB(let name): "+ \(name)"
        case .value(let object, let key, let a, let b): "~ \(object).\(key): \(a) → \(b)"
        }
    }

    private static func json(_ difference: StoreDifference) -> JSONValue {
        switch difference {
        case .onlyInA(let name): .object([("kind", .string("onlyInA")), ("object", .string(name))])
        case .onlyInB(let name): .object([("kind", .string("onlyInB")), ("object", .string(name))])
        case .value(let object, let key, let a, let b):
            .object([
                ("kind", .string("value")), ("object", .string(object)), ("key", .string(key)),
                ("a", .string(a)), ("b", .string(b)),
            ])
        }
    }
}
