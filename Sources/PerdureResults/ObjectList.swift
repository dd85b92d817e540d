// SPDX-License-Identifier: Apache-2.0
// The objects of a fetched list in their order, in blocks of some hundred. Inserting, removing or finding an object therefore
// does not walk the whole list. ResultSections.swift maps indexes to sections.

import Foundation
import Perdure

/// An ordered list without duplicates.
final class ObjectList {
    private final class Block {
        var objects: ContiguousArray<NSManagedObject>
        /// The index of the first object; valid while `areStartsValid` is true.
        var start = 0

        init(_ objects: ContiguousArray<NSManagedObject>) { self.objects = objects }
    }

    private static let blockSize = 512

    private(set) var count: Int
    /// The whole list as an array, cached until the list changes.
    private var whole: [NSManagedObject]?
    /// The blocks; nil until the first search for the index of an object.
    private var blocks: [Block]?
    private var blockOfObject: [ObjectIdentifier: Block] = [:]
    private var areStartsValid = false

    init(_ objects: [NSManagedObject]) {
        whole = objects
        count = objects.count
    }

    /// All objects.
    var array: [NSManagedObject] {
        if let whole { return whole }
        var all: [NSManagedObject] = []
        all.reserveCapacity(count)
        for block in blocks ?? [] { all += block.objects }
        whole = all
        return all
    }

    subscript(index: Int) -> NSManagedObject {
        if let whole { return whole[index] }
        let block = block(at: index)
        return block.objects[index - block.start]
    }

    /// The index of an object; costs a search in its block.
    func index(of object: NSManagedObject) -> Int? {
        makeBlocks()
        guard let block = blockOfObject[ObjectIdentifier(object)] else { return nil }
        updateStarts()
        return block.objects.firstIndex { $0 === object }.map { block.start + $0 }
    }

    /// Removes objects.
    ///
    /// - Parameter indices: their indexes, ascending.
    func remove(at indices: [Int]) {
        guard !indices.isEmpty else { return }
        makeBlocks()
        updateStarts()
        // Removal runs from the last index to the first, so that the starts of earlier blocks stay valid.
        for index in indices.reversed() {
            let block = block(at: index)
            let object = block.objects.remove(at: index - block.start)
            blockOfObject[ObjectIdentifier(object)] = nil
        }
        blocks?.removeAll { $0.objects.isEmpty }
        count -= indices.count
        changed()
    }

    /// Inserts objects.
    ///
    /// - Parameter additions: the objects with their new indexes, ascending.
    func insert(_ additions: [(object: NSManagedObject, index: Int)]) {
        guard !additions.isEmpty else { return }
        makeBlocks()
        if blocks?.isEmpty ?? true { blocks = [Block([])] }
        updateStarts()
        // The objects are grouped by block. A new index minus the number of new objects before it is an index in the
        // current list, by which the starts of all blocks count until the last one is filled.
        var first = 0
        while first < additions.count {
            let block = block(at: additions[first].index - first)
            var end = first + 1
            while end < additions.count, self.block(at: additions[end].index - end) === block { end += 1 }
            merge(additions[first..<end], into: block)
            first = end
        }
        count += additions.count
        splitBlocks()
        changed()
    }

    /// Merges objects with a block at once: inserted one by one, each would move all that lie behind it.
    private func merge(_ additions: ArraySlice<(object: NSManagedObject, index: Int)>, into block: Block) {
        let shift = block.start + additions.startIndex
        var former = block.objects.makeIterator()
        var merged = ContiguousArray<NSManagedObject>()
        merged.reserveCapacity(block.objects.count + additions.count)
        for (object, index) in additions {
            while merged.count < index - shift, let next = former.next() { merged.append(next) }
            merged.append(object)
            blockOfObject[ObjectIdentifier(object)] = block
        }
        while let next = former.next() { merged.append(next) }
        block.objects = merged
    }

    private func changed() {
        whole = nil
        areStartsValid = false
    }

    // MARK: Blocks

    private func makeBlocks() {
        guard blocks == nil, let whole else { return }
        blockOfObject.reserveCapacity(whole.count)
        blocks = stride(from: 0, to: whole.count, by: Self.blockSize).map { start in
            let block = Block(ContiguousArray(whole[start..<min(start + Self.blockSize, whole.count)]))
            for object in block.objects { blockOfObject[ObjectIdentifier(object)] = block }
            return block
        }
    }

    private func splitBlocks() {
        guard let old = blocks, old.contains(where: { $0.objects.count > 2 * Self.blockSize }) else { return }
        blocks = old.flatMap(split)
    }

    private func split(_ block: Block) -> [Block] {
        guard block.objects.count > 2 * Self.blockSize else { return [block] }
        let parts = stride(from: Self.blockSize, to: block.objects.count, by: Self.blockSize).map { start in
            Block(ContiguousArray(block.objects[start...].prefix(Self.blockSize)))
        }
        block.objects.removeSubrange(Self.blockSize...)
        for part in parts {
            for object in part.objects { blockOfObject[ObjectIdentifier(object)] = part }
        }
        return [block] + parts
    }

    private func updateStarts() {
        guard !areStartsValid else { return }
        var start = 0
        for block in blocks ?? [] {
            block.start = start
            start += block.objects.count
        }
        areStartsValid = true
    }

    /// The block of an index; for the index after the last object, the last block.
    private func block(at index: Int) -> Block {
        updateStarts()
        // The callers guarantee that there are blocks: the list is not empty, or has just got its first block.
        let blocks = blocks!
        var low = 0
        var high = blocks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if blocks[middle].start <= index { low = middle } else { high = middle }
        }
        return blocks[low]
    }
}
