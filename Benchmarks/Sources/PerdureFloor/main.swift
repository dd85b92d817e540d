// SPDX-License-Identifier: Apache-2.0
// What no program in Swift can go below. Alone: the start of a process, which loads Foundation, asks for one value of it, and says
// when it was there; Opening.swift (Workloads) starts it beside a process that reads an object. `PerdureFloor costs [COUNT]` prints
// what the parts of an object graph cost by themselves.

import CMeasuring
import Foundation

if CommandLine.arguments.dropFirst().first == "costs" {
    let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 200_000
    Costs(count: max(1000, count)).print()
} else {
    let isLoaded = Date().timeIntervalSinceReferenceDate > 0
    print(isLoaded ? measuring_nanoseconds() : 0, terminator: "")
}
