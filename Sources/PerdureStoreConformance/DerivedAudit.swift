// SPDX-License-Identifier: Apache-2.0
// Computes the derived attributes of DerivedModel.swift from scratch, from the rows of a store.

import Foundation
import PerdureStore
import Testing

/// All rows of a store, read once.
struct DerivedAudit {
    private let store: EngineUnderTest
    private let lists: [Row]
    private let items: [Row]

    init(_ store: EngineUnderTest) throws {
        self.store = store
        lists = try store.rows(store.plan("List"))
        items = try store.rows(store.plan("Item"))
    }

    /// Records an issue for each derived value that differs from the value computed here.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for region in try store.rows(store.plan("Region")) {
            let leaders = try lists.filter { try get($0, "region") == .reference(region.key) }
                .map { try follow($0, "leader", in: items) }
            try expect(
                region, "points", .integer(try sum(leaders.compactMap { $0 }, "points")), sourceLocation)
        }
        for list in lists { try check(list: list, sourceLocation) }
        for item in items { try check(item: item, sourceLocation) }
        for tag in try store.rows(store.plan("Tag")) {
            let keys = try store.members("items", of: tag.key)
            let users = items.filter { keys.contains($0.key) }
            try expect(tag, "uses", .integer(Int64(users.count)), sourceLocation)
            try expect(tag, "points", .integer(try sum(users, "points")), sourceLocation)
        }
    }

    private func check(list: Row, _ place: SourceLocation) throws {
        let members = try items(of: list.key)
        let points = try members.compactMap { integer(try get($0, "points")) }
        let weights = try members.compactMap { number(try get($0, "weight")) }
        let days = try members.compactMap { number(try get($0, "day")) }
        let costs = try members.compactMap { decimal(try get($0, "cost")) }
        try expect(list, "count", .integer(Int64(members.count)), place)
        try expect(list, "total", .integer(points.reduce(0, +)), place)
        try expect(list, "weight", .double(weights.reduce(0, +)), place)
        try expect(list, "cost", .decimal(DecimalBox(costs.reduce(0, +))), place)
        let mean = points.isEmpty ? nil : Double(points.reduce(0, +)) / Double(points.count)
        try expect(list, "mean", mean.map { .double($0) } ?? .null, place)
        try expect(list, "first", days.min().map { .date($0) } ?? .null, place)
        try expect(list, "heaviest", weights.max().map { .double($0) } ?? .null, place)
    }

    private func check(item: Row, _ place: SourceLocation) throws {
        let list = try follow(item, "list", in: lists)
        let regions = try store.rows(store.plan("Region"))
        let region = try list.flatMap { try follow($0, "region", in: regions) }
        let regionName = try region.flatMap { text(try get($0, "name")) }
        let title = text(try get(item, "title"))
        try expect(item, "listName", try list.map { try get($0, "name") } ?? .null, place)
        try expect(item, "regionName", regionName.map { .string($0) } ?? .null, place)
        try expect(item, "quietRegion", regionName.map { .string($0.lowercased()) } ?? .null, place)
        try expect(
            item, "siblings", .integer(Int64(try list.map { try items(of: $0.key).count } ?? 0)), place)
        let plain = title?.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        try expect(item, "search", plain.map { .string($0) } ?? .null, place)
        try expect(item, "loud", title.map { .string($0.uppercased()) } ?? .null, place)
        let points = integer(try get(item, "points"))
        try expect(item, "copy", points.map { .double(Double($0)) } ?? .null, place)
    }

    // MARK: Reading

    private func expect(_ row: Row, _ name: String, _ value: StoredValue, _ place: SourceLocation) throws {
        let entity = store.schema[row.key.entity].name
        #expect(
            try get(row, name) == value, "\(entity) \(row.key.number), \(name)", sourceLocation: place)
    }

    private func get(_ row: Row, _ name: String) throws -> StoredValue {
        row[try store.slot(store.schema[row.key.entity].name, name)]
    }

    private func items(of list: ObjectKey) throws -> [Row] {
        try items.filter { try get($0, "list") == .reference(list) }
    }

    private func follow(_ row: Row, _ name: String, in rows: [Row]) throws -> Row? {
        guard case .reference(let key) = try get(row, name) else { return nil }
        return rows.first { $0.key == key }
    }

    private func sum(_ rows: [Row], _ name: String) throws -> Int64 {
        try rows.compactMap { integer(try get($0, name)) }.reduce(0, +)
    }

    private func integer(_ value: StoredValue) -> Int64? {
        if case .integer(let value) = value { value } else { nil }
    }

    private func decimal(_ value: StoredValue) -> Decimal? {
        if case .decimal(let box) = value { box.value } else { nil }
    }

    private func text(_ value: StoredValue) -> String? {
        if case .string(let value) = value { value } else { nil }
    }

    private func number(_ value: StoredValue) -> Double? {
        switch value {
        case .double(let value), .date(let value): value
        default: nil
        }
    }
}
