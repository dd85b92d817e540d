// SPDX-License-Identifier: Apache-2.0
// What the examples of stores of one's own take for granted, as Surroundings.swift has it for the others.

import PerdureStore

/// An engine of one's own; any will do here.
typealias MyEngine = InMemoryEngine

func value<T>(_ type: T.Type = T.self) -> T { preconditionFailure("Examples are compiled, and never run.") }
