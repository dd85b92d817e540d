// SPDX-License-Identifier: Apache-2.0
// What a copy of another store needs of this one: pages of rows, numbers, and the names that its objects had (FormerNames.swift).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine: CopyableEngine {
    package func rows(of root: Int32, after number: Int64, limit: Int) throws -> [Row] {
        try requireOpen()
        return try engine.rows(of: root, after: number, limit: limit)
    }

    package func page(of plan: FetchPlan, after number: Int64) throws -> FetchOutcome {
        try requireOpen()
        return try engine.page(of: plan, after: number)
    }

    package func memberKeys(of owners: MemberOwners) throws -> MemberKeys {
        try requireOpen()
        return try engine.memberKeys(of: owners)
    }

    package func passNumbers(through last: Int64, of root: Int32) throws {
        try requireWritable()
        guard last > 0, let table = mapping[root].map({ mapping.tables[$0.table].name }) else { return }
        _ = try readers.withSession("counting numbers") { session in
            try session.run(
                ServerRequest(
                    "SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3)",
                    [
                        .text(ServerPlace(options.namespace).table(table)), .text(mapping.system.key),
                        .int8(last),
                    ]))
        }
    }

    package func noteFormerNames(of store: String) throws {
        try requireWritable()
        try writingNames { session, names in
            for entity in mapping.entities.compactMap({ $0 }) {
                try session.run(names.notation(of: entity, mapping, store: store))
            }
        }
    }

    package func note(_ names: [FormerName]) throws {
        try requireWritable()
        guard !names.isEmpty else { return }
        try writingNames { session, table in try session.run(table.insertion(of: names)) }
    }

    package func object(formerly uri: String) throws -> FormerName? {
        try formerNames { try $0.run(FormerNames(options.namespace).query(of: uri)) }.first
    }

    package func formerNames(after uri: String, limit: Int) throws -> [FormerName] {
        try formerNames { try $0.run(FormerNames(options.namespace).page(after: uri, limit: limit)) }
    }

    private func formerNames(_ ask: (ServerSession) throws -> ServerResult) throws -> [FormerName] {
        try requireOpen()
        guard keepsBooks, isCopy.withLock({ $0 }) != false else { return [] }
        return try readers.withSession("looking for a former name", .reading) { session in
            let names = FormerNames(options.namespace)
            if isCopy.withLock({ $0 }) == nil {
                let found = try names.isThere(session)
                isCopy.withLock { $0 = found }
                guard found else { return [] }
            }
            return try FormerNames.all(ask(session))
        }
    }

    private func writingNames(_ body: (ServerSession, FormerNames) throws -> Void) throws {
        let names = FormerNames(options.namespace)
        try readers.withSession("noting former names") { session in
            try session.beginWriting()
            defer { session.rollback() }
            let role = try DefiningRole(options, session)
            try session.run(names.definition)
            try role.giveBack(session)
            try body(session, names)
            try session.commit()
        }
        isCopy.withLock { $0 = true }
    }
}
#endif
