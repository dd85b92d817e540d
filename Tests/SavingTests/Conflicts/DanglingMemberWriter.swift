// SPDX-License-Identifier: Apache-2.0
// Who the other of DanglingMemberStage.swift is, and what SQL says of the rows that are left.

import Foundation
import Perdure
import PerdureTestSupport

extension DanglingMemberCase {
    /// Silent ones leave the owner's version as it was, as programs that are not ours may do.
    enum Writer: String, CaseIterable, Sendable {
        case memory, context, coordinator, silent
        #if PostgreSQL
        case contextOnServer, coordinatorOnServer, silentOnServer
        #endif

        /// Those that can be played here: a server is there or not.
        static var allCases: [Writer] {
            let writers = [Writer.memory, .context, .coordinator, .silent]
            #if PostgreSQL
            if Stack.Kind.allCases.contains(.postgreSQL) {
                return writers + [.contextOnServer, .coordinatorOnServer, .silentOnServer]
            }
            #endif
            return writers
        }

        /// The one of whom the owner's row tells the least.
        static func leastHeard(of kind: Stack.Kind) -> Writer {
            switch kind {
            case .inMemory: .memory
            case .sqlite: .silent
            #if PostgreSQL
            case .postgreSQL: .silentOnServer
            #endif
            }
        }

        /// The kind of the store.
        var kind: Stack.Kind {
            switch self {
            case .memory: .inMemory
            case .context, .coordinator, .silent: .sqlite
            #if PostgreSQL
            case .contextOnServer, .coordinatorOnServer, .silentOnServer: .postgreSQL
            #endif
            }
        }

        /// Whether it leaves the owner's version as it was.
        var isSilent: Bool { self == Self.leastHeard(of: kind) && self != .memory }

        /// Whether it has a coordinator of its own.
        var isElsewhere: Bool {
            switch self {
            case .memory, .context: false
            case .coordinator, .silent: true
            #if PostgreSQL
            case .contextOnServer: false
            case .coordinatorOnServer, .silentOnServer: true
            #endif
            }
        }
    }
}

extension Stack {
    /// Sets the version of all owners, by SQL.
    func setOwnerVersion(_ version: Int) throws {
        if let url { try RawDatabase(url, isReadOnly: false).rows("UPDATE ZOWNER SET Z_OPT = \(version)") }
        #if PostgreSQL
        if let namespaceName {
            try SharedServer.run("UPDATE \(namespaceName).owner SET version = \(version)")
        }
        #endif
    }

    /// How many stored keys lead to no row, whatever the model says of them; 0 for a store in memory.
    func danglingKeys() throws -> Int {
        if let url { return try danglingKeys(in: RawDatabase(url)) }
        #if PostgreSQL
        if let namespaceName { return try danglingKeys(onServer: namespaceName) }
        #endif
        return 0
    }

    private func danglingKeys(in file: RawDatabase) throws -> Int {
        var count = 0
        for table in try file.rows("SELECT name FROM sqlite_master WHERE type = 'table'").map({ $0[0] })
        where table == "ZMEMBER" || (table.hasPrefix("Z_") && table.dropFirst(2).first?.isNumber == true) {
            for column in try file.rows("SELECT name FROM pragma_table_info('\(table)')").map({ $0[0] })
            where !column.hasPrefix("Z_FOK") && (column.hasSuffix("OWNER") || column.hasSuffix("MEMBERS")) {
                let isMember = column.hasSuffix("MEMBERS") && table != "ZMEMBER"
                let target = isMember ? "ZMEMBER" : "ZOWNER"
                let text = try file.value(
                    "SELECT count(*) FROM \(table) WHERE typeof(\(column)) = 'integer' AND \(column) NOT IN "
                        + "(SELECT Z_PK FROM \(target))")
                count += Int(text ?? "") ?? 0
            }
        }
        return count
    }

    #if PostgreSQL
    private func danglingKeys(onServer place: String) throws -> Int {
        let keys = try SharedServer.run(
            "SELECT table_name || ' ' || column_name FROM information_schema.columns WHERE table_schema = "
                + "'\(place)' AND table_name NOT LIKE 'perdure%' AND column_name LIKE '%\\_id'")
        let counts = keys.map { key in
            let words = key.split(separator: " ")
            let target = ["member_id", "members_id"].contains(words[1]) ? "member" : "owner"
            return
                "(SELECT count(*) FROM \(place).\(words[0]) WHERE \(words[1]) IS NOT NULL AND \(words[1]) NOT IN "
                + "(SELECT id FROM \(place).\(target)))"
        }
        let texts = try SharedServer.run("SELECT (\((["0"] + counts).joined(separator: "+")))::text")
        return texts.first.flatMap { Int($0) } ?? -1
    }
    #endif
}
