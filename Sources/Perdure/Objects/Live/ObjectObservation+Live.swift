// SPDX-License-Identifier: Apache-2.0
// The observers of an object as a value in its slot (ObjectObservation.swift).

extension ObjectObservation: LiveValue {}
