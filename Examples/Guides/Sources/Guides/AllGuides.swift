// SPDX-License-Identifier: Apache-2.0
// The guides in the order in which people need them, each with what its program prints.

let allGuides = [
    Guide(
        name: "FirstStore", program: firstStore,
        output: ["saved 2 notes", "Buy milk", "open: 1", "after a restart: [\"Buy milk\", \"Call Ada\"]"]),
    Guide(
        name: "Models", program: models,
        output: [
            "Soup: 2 steps", "Salt: 3 grams", "Bread in the oven", "title is a required value.", "true",
        ]),
    Guide(
        name: "Reading", program: reading,
        output: [
            "[\"Moon\", \"Sea\"]", "true false", "books of Verne: 2", "[\"Verne\", \"Wells\"]", "Verne 2",
            "Wells 1",
            "found by key: true",
        ]),
    Guide(
        name: "Saving", program: saving,
        output: [
            "player is a required value. 1570", "conflicts: 1, error 133020", "42 and Grace", "12",
            "after a rollback: false",
        ]),
    Guide(
        name: "Contexts", program: contexts,
        output: [
            "imported 3", "the view knows 3", "the sheet changed Oslo to Bergen",
            "the view has no change: true",
            "saved by the actor: 5",
        ]),
    Guide(
        name: "ComputedValues", program: computedValues,
        output: [
            "Ada Lovelace", "area 12.0, computed 1 times", "area 20.0, computed 2 times", "lines 2, total 7",
            "found by its total: 1", "big orders: 1", "undone: false", "votes 5",
        ]),
    Guide(
        name: "History", program: history,
        output: [
            "transactions: 2 by importer, changes: 3", "merged: renamed", "after the token: 0",
            "removed: true",
        ]),
    Guide(
        name: "Speed", program: speed,
        output: ["1000", "9 batches of 100, 900 read", "raised 1000", "sum 500500", "deleted 1000"]),
    Guide(
        name: "Testing", program: testing,
        output: ["in memory: 1", "the file has 1", "version 1 opens: 1 task"]),
    Guide(
        name: "Porting", program: porting,
        output: [
            "refused: 1680",
            "Books, owl, shelf A1",
            "heavy: 1",
            "after one undo: Maps",
            "after two: Books",
            "grams: 1200",
        ]),
    Guide(
        name: "HowItWorks", program: howItWorks,
        output: [
            "saved: snapshot Gull, change none, reads Gull",
            "set: snapshot Gull, change Tern, reads Tern",
            "in this event: [\"name\": \"Gull\"]",
            "in the next one: [:]",
            "refreshed: snapshot Skua, change Tern, reads Tern",
            "berth 7, as the other one saved it",
            "saved again: snapshot Tern, change none, reads Tern",
            "a fault: true",
            "read: snapshot Tern, change none, reads Tern",
            "a fault: false",
            "snapshot of a transient: none",
            "dirty: true, to be written: false",
            "merged: yellow",
            "not merged: none",
            "stored 0, pending 3, reads 3",
            "stored 5, pending 0, reads 5",
        ]),
    Guide(
        name: "Patterns", program: patterns,
        output: [
            "computed, by hand: [\"Ada \", \"Ada Lovelace\"]",
            "computed, built in: [\"Ada \", \"Ada Lovelace\"]",
            "cached, by hand: [9.0, 9.0, 16.0, 9.0, 25.0] by 4 computations",
            "cached, built in: [9.0, 9.0, 16.0, 9.0, 25.0] by 4 computations",
            "composite, by hand: [[52.0, 14.0]]",
            "composite, built in: [[52.0, 14.0]]",
            "fetch-backed, by hand: [0, 1, 0]",
            "fetch-backed, built in: [0, 1, 0]",
            "snapshot and delta, by hand: 13, saved as 15",
            "snapshot and delta, built in: 13, saved as 15",
        ]),
]
