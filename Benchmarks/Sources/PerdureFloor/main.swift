// SPDX-License-Identifier: Apache-2.0
// The floor of a process's start: it loads Foundation, asks for one value of it, and says when it was there. Opening.swift
// (Workloads) starts it beside a process that reads an object.

import CMeasuring
import Foundation

let isLoaded = Date().timeIntervalSinceReferenceDate > 0
print(isLoaded ? measuring_nanoseconds() : 0, terminator: "")
