// SPDX-License-Identifier: Apache-2.0
// The order of versions, without a store.

import Foundation
import Testing

@testable import PerdureMigration

@Suite("Stages: the order of versions") struct StageOrderTests {
    /// The steps as texts: "1>2" is inferred, "1*2" has code.
    private static func way(_ stages: [StageVersions], _ start: String, _ end: String) throws -> [String] {
        try StageOrder(stages).way(from: start, to: end).map(text)
    }

    private static func text(_ step: StageOrder.Step) -> String {
        "\(step.from)\(step.isCustom ? "*" : ">")\(step.to)"
    }

    @Test("MIG-122 the list gives the order; a custom stage may begin where the one before ends")
    func order() throws {
        let stages: [StageVersions] = [
            .light(["1", "2"]), .custom(current: "3", next: "4"), .custom(current: "4", next: "5"),
        ]
        #expect(try StageOrder(stages).checksums == ["1", "2", "3", "4", "5"])
        #expect(try Self.way(stages, "1", "5") == ["1>2", "2>3", "3*4", "4*5"])
        #expect(try StageOrder(stages).way(from: "1", to: "5").map(\.stage) == [0, 1, 1, 2])
    }

    @Test(
        "MIG-122 any other version that occurs twice is an error",
        arguments: [
            [.light(["1", "1"])], [.light(["1", "2"]), .light(["2", "3"])],
            [.light(["1", "2"]), .custom(current: "2", next: "3")],
            [.light(["1", "2"]), .custom(current: "1", next: "2")],
            [.custom(current: "1", next: "2"), .light(["2", "3"])],
            [.custom(current: "1", next: "2"), .light(["3"]), .custom(current: "2", next: "4")],
            [.custom(current: "1", next: "1")],
        ] as [[StageVersions]])
    func duplicates(_ stages: [StageVersions]) {
        #expect { try StageOrder(stages) } throws: {
            guard case .duplicate? = $0 as? StageOrder.Problem else { return false }
            return true
        }
    }

    @Test("MIG-123 a light stage may list only what follows a custom one, and the other way round")
    func targets() throws {
        let after: [StageVersions] = [.custom(current: "1", next: "2"), .light(["3", "4"])]
        #expect(try Self.way(after, "1", "4") == ["1*2", "2>3", "3>4"])
        let before: [StageVersions] = [.light(["1"]), .custom(current: "2", next: "3")]
        #expect(try Self.way(before, "1", "3") == ["1>2", "2*3"])
    }

    @Test(
        "MIG-124 MIG-126 a version that is not in the list is a problem; after that of the model nothing runs"
    )
    func ends() throws {
        let order = try StageOrder([.light(["1", "2", "3"])])
        #expect(throws: StageOrder.Problem.unknownStore("x")) { try order.way(from: "x", to: "3") }
        #expect(throws: StageOrder.Problem.unknownDestination("x")) { try order.way(from: "1", to: "x") }
        #expect(try order.way(from: "1", to: "2").map(Self.text) == ["1>2"])
        let apples: [StageVersions] = [.light(["1", "4"]), .custom(current: "2", next: "3")]
        #expect(try Self.way(apples, "1", "4") == ["1>4"])
    }

    @Test("MIG-125 no way leads back, and none leads from a version to itself")
    func backward() throws {
        let order = try StageOrder([.light(["1", "2"])])
        #expect(throws: StageOrder.Problem.backward) { try order.way(from: "2", to: "1") }
        #expect(try order.way(from: "2", to: "2").isEmpty)
    }

    @Test("MIG-127 versions without a model are left out where their neighbours can be inferred")
    func skipping() throws {
        let order = try StageOrder([.light(["1", "2", "3", "4"]), .custom(current: "5", next: "6")])
        let way = try order.way(from: "1", to: "6")
        let short = try way.skipping(unless: { !["2", "3"].contains($0) }, where: { _, _ in true })
        #expect(short.map(Self.text) == ["1>4", "4>5", "5*6"])
        #expect(throws: StageOrder.Problem.missing("2")) {
            try way.skipping(unless: { $0 != "2" }, where: { _, _ in false })
        }
        #expect(try way.skipping(unless: { _ in true }, where: { _, _ in false }) == way)
        for version in ["5", "6"] {
            #expect(throws: StageOrder.Problem.missing(version)) {
                try way.skipping(unless: { $0 != version }, where: { _, _ in true })
            }
        }
    }
}
