// SPDX-License-Identifier: Apache-2.0
// What the examples of stores on PostgreSQL servers take for granted, as Surroundings.swift has it for the others.

import CoreData

struct Log {
    func warning(_ text: String) {}
}

func value<T>(_ type: T.Type = T.self) -> T { preconditionFailure("Examples are compiled, and never run.") }
