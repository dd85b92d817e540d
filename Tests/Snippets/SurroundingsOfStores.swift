// SPDX-License-Identifier: Apache-2.0
// What the examples of stores of one's own take for granted, as Surroundings.swift has it for the others.

import PerdureStore

/// Makes an engine of one's own; any will do here.
func MyEngine(schema: Schema) throws -> any StoreEngine { throw CancellationError() }

func value<T>(_ type: T.Type = T.self) -> T { preconditionFailure("Examples are compiled, and never run.") }
