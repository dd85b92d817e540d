// SPDX-License-Identifier: Apache-2.0
// Measures statements while somebody listens (StatementEvent.swift). ServerConnection+Running.swift makes one for each round trip.

#if PostgreSQL
import Foundation

/// Measures the statements of one round trip.
struct StatementWatch {
    private let connection: Int32
    private let observer: StatementObserver?
    private let start: UInt64

    /// A watch; nil where nobody listens, without a look at the clock.
    init?(_ connection: ServerConnection, _ requests: [ServerRequest]) {
        observer = connection.configuration.observer
        guard observer != nil || StatementLog.level > 0 else { return nil }
        self.connection = (try? connection.processID()) ?? 0
        start = Deadline.now
        if StatementLog.level == 1 { for request in requests { StatementLog.write(request.text) } }
    }

    /// Tells of the statements that were answered, and of the one that was refused.
    ///
    /// - Parameters:
    ///   - requests: All statements of the round trip.
    ///   - results: The answers, in order.
    ///   - ends: When each came.
    ///   - state: The code of the first statement without an answer.
    func end(_ requests: [ServerRequest], _ results: [ServerResult], _ ends: [UInt64], state: String?) {
        var last = start
        for (index, request) in requests.enumerated() {
            let isAnswered = index < results.count && index < ends.count
            guard isAnswered || state != nil else { return }
            let end = isAnswered ? ends[index] : Deadline.now
            tell(
                request, isAnswered ? results[index].affectedRows : nil, end - last, isAnswered ? nil : state)
            if !isAnswered { return }
            last = end
        }
    }

    private func tell(_ request: ServerRequest, _ rows: Int?, _ nanoseconds: UInt64, _ state: String?) {
        let event = StatementEvent(
            text: request.text, types: request.parameters.map(\.typeName), rows: rows,
            seconds: TimeInterval(nanoseconds) / 1e9, connection: connection, state: state)
        if StatementLog.level > 1 { StatementLog.write(event, request.parameters) }
        if let observer, state != nil || event.seconds >= observer.least { observer.body(event) }
    }
}

extension ServerValue {
    /// The server's name of the value's type.
    var typeName: String {
        if let type = ServerType(rawValue: oid) { return type.name }
        return ServerType(arrayOID: oid).map { $0.name + "[]" } ?? "\(oid)"
    }
}

extension ServerType {
    /// The server's name.
    fileprivate var name: String {
        switch self {
        case .int8: "bigint"
        case .int4: "integer"
        case .int2: "smallint"
        case .float8: "double precision"
        case .bool: "boolean"
        default: "\(self)"
        }
    }
}
#endif
