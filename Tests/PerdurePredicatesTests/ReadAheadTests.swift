// SPDX-License-Identifier: Apache-2.0
// Parts that one thread makes while another uses them: all of them, in their order, and none after the end.

import Dispatch
import Foundation
import PerdureBase
import Testing

@Suite("Parts that are made ahead") struct ReadAheadTests {
    private struct Failure: Error {}

    /// Numbers in their order, and how many of them were made.
    private final class Source: Sendable {
        private let made = Lock(0)
        private let isBusy = Lock(false)
        let last: Int

        init(_ last: Int) { self.last = last }

        var count: Int { made.withLock { $0 } }

        func next() throws -> Int? {
            #expect(isBusy.withLock { $0.exchange(true) } == false)
            defer { isBusy.withLock { $0 = false } }
            return made.withLock { made in
                guard made < last else { return nil }
                made += 1
                return made
            }
        }
    }

    @Test("come in their order, on the calling thread", arguments: [0, 1, 2, 1000])
    func order(_ count: Int) throws {
        let (source, own) = (Source(count), pthread_self())
        var found: [Int] = []
        try ReadAhead.run(make: source.next) { part in
            #expect(pthread_self() == own)
            found.append(part)
        }
        #expect(found == Array(0..<count).map { $0 + 1 })
    }

    @Test("are made on another thread while the calling one uses them")
    func otherThread() throws {
        let (source, own) = (Source(3), pthread_self())
        let isMadeElsewhere = DispatchSemaphore(value: 0)
        var uses = 0
        try ReadAhead.run {
            if pthread_self() != own { isMadeElsewhere.signal() }
            return try source.next()
        } use: { _ in
            // Nobody but another thread could end this wait.
            if uses == 0 { isMadeElsewhere.wait() }
            uses += 1
        }
        #expect(uses == 3)
    }

    @Test("an error of the maker comes after the parts before it")
    func failingMaker() {
        let source = Source(5)
        var found: [Int] = []
        #expect(throws: Failure.self) {
            try ReadAhead.run {
                guard let next = try source.next() else { throw Failure() }
                return next
            } use: {
                found.append($0)
            }
        }
        #expect(found == [1, 2, 3, 4, 5])
    }

    @Test("an error of the user ends the making, and the maker is gone afterwards")
    func failingUser() {
        for _ in 0..<50 {
            var source: Source? = Source(.max)
            weak let seen = source
            #expect(throws: Failure.self) {
                try ReadAhead.run(make: source!.next) { part in
                    if part == 10 { throw Failure() }
                }
            }
            let made = source!.count
            source = nil
            #expect(made >= 10 && seen == nil)
        }
    }

    @Test("come also while every thread of the pool waits")
    func busyPool() throws {
        let (end, ended) = (DispatchSemaphore(value: 0), DispatchGroup())
        for _ in 0..<600 {
            DispatchQueue.global(qos: .userInitiated).async(group: ended) { end.wait() }
        }
        var sum = 0
        try ReadAhead.run(make: Source(100).next) { sum += $0 }
        #expect(sum == 5050)
        for _ in 0..<600 { end.signal() }
        ended.wait()
    }
}

extension Bool {
    fileprivate mutating func exchange(_ value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}
