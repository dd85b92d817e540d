// SPDX-License-Identifier: Apache-2.0
// Random sequences of adding and removing members (PRG-37). PERDURE_SEED runs a sequence again that failed.

import Foundation
import PerdureTestSupport
import Testing

extension RandomOperationTests {
    @Test(
        "PRG-37 members that nobody has read end as those that were read", arguments: Stack.Kind.allCases,
        MemberTheme.allCases)
    func members(kind: Stack.Kind, theme: MemberTheme) throws {
        let seeds = seeds("members", parts: Stack.Kind.allCases.count * MemberTheme.allCases.count)
        print("PRG-37: \(kind) \(theme) PERDURE_SEED=\(seeds[0])")
        defer { print("ran: \(2 * seeds.count * Self.length) operations") }
        for seed in seeds {
            var generator = SplitMix64(seed: seed)
            let history = (0..<Self.length).map { _ in MemberOperation.random(&generator) }
            for isRead in [false, true] {
                let fails = { (history: [MemberOperation]) in
                    try MemberSubject(kind, theme).difference(in: history, isRead: isRead) != nil
                }
                guard try fails(history) else { continue }
                let short = try history.shortened(fails)
                let difference = try MemberSubject(kind, theme).difference(in: short, isRead: isRead)
                report(seed, kind, "\(theme), \(isRead ? "read" : "unread")", difference, short)
            }
        }
    }

    @Test("PRG-37 a lost removal is noticed")
    func sensitivityToMembers() throws {
        let history: [MemberOperation] = [.add(.accessor, 0, 0), .save, .remove(.accessor, 0, 0), .look]
        var model = NaiveMemberHistory(.pairs)
        for operation in history { model.apply(operation) }
        #expect(model.now != model.stored)
        #expect(try MemberSubject(.inMemory, .pairs).difference(in: history, isRead: false) == nil)
        // Without the removal the objects are where the model of the whole history is not.
        let subject = try MemberSubject(.inMemory, .pairs)
        for operation in history.dropLast(2) { try subject.apply(operation) }
        #expect(subject.look() != model.now.text(.pairs))
    }
}
