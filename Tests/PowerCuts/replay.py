#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays what record.c wrote down, up to random places, and looks at what a power cut there would leave.

Usage: replay.py LOG FOLDER STORE CHECKER --cuts N --seed S [--before 3,5 --after 5]

FOLDER holds the files as they were before the recorded run. For each cut the files are made as the disk could have them:
what was brought to disk, and of the rest nothing, all, some of it, or a write torn between two sectors. Names survive in
their order; a file that was brought to disk has its name. CHECKER gets the store and prints "tx=N torn=N zmax_ok=0|1
integrity=ok". What the recorded program had printed before the cut, numbers of saves, must be there: more than one save
more is as bad as a torn one. With --before and --after any of these numbers will do, before and after the first line.

Prints one line: cuts, how many lost something and at most how much, how many are bad.
"""
import argparse
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

SECTOR = 512


class File:
    """The bytes of a file that are on disk, and the writes that may not be."""

    def __init__(self, content=b""):
        self.content = bytearray(content)
        self.pending = []

    def sync(self):
        for change in self.pending:
            apply(self.content, change)
        self.pending = []

    def after_cut(self, luck):
        """The bytes as a power cut could leave them."""
        content = bytearray(self.content)
        for change in survivors(self.pending, luck):
            apply(content, change)
        return content


def apply(content, change):
    offset, data = change
    if data is None:
        del content[offset:]
    end = offset + len(data or b"")
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if data is not None:
        content[offset:end] = data


def survivors(changes, luck):
    """Those of some changes that reach the disk, in whatever form."""
    manner = luck.choice(["none", "all", "beginning", "some", "torn"])
    if manner == "none":
        return []
    if manner == "all":
        return changes
    if manner == "beginning":
        return changes[: luck.randint(0, len(changes))]
    if manner == "some":
        kept = [change for change in changes if luck.random() < 0.5]
        # What a disk writes last need not be what it was given last.
        luck.shuffle(kept)
        return kept
    return [piece for change in changes for piece in torn(change, luck)]


def torn(change, luck):
    offset, data = change
    if data is None:
        return [change] if luck.random() < 0.5 else []
    pieces = []
    position = 0
    while position < len(data):
        end = min(len(data), (offset + position) // SECTOR * SECTOR + SECTOR - offset)
        if luck.random() < 0.7:
            pieces.append((offset + position, data[position:end]))
        position = end
    return pieces


class Disk:
    """Files by numbers, names on disk, changes of names that may not be."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {}
        self.names = {}
        self.folders = set()
        self.pending = []
        self.numbers = {}
        self.next = 1
        for path, folders, files in os.walk(folder):
            inside = os.path.relpath(path, folder)
            for name in folders:
                self.folders.add(os.path.normpath(os.path.join(inside, name)))
            for name in files:
                name = os.path.normpath(os.path.join(inside, name))
                with open(os.path.join(folder, name), "rb") as source:
                    self.names[name] = self.add(File(source.read()))

    def add(self, file):
        self.files[self.next] = file
        self.next += 1
        return self.next - 1

    def current(self):
        names, folders = dict(self.names), set(self.folders)
        for change in self.pending:
            rename(names, folders, change)
        return names

    def file(self, inode):
        return self.files.get(self.numbers.get(inode))

    def play(self, kind, inode, number, data):
        if kind in "codum":
            self.play_name(kind, inode, data)
        elif kind == "S":
            self.settle_names(len(self.pending))
        elif self.file(inode) is None:
            return
        elif kind == "w":
            self.file(inode).pending.append((number, data))
        elif kind == "t":
            # A length beyond the end is a write of zeros there.
            self.file(inode).pending.append((number, None))
        elif kind == "s":
            self.file(inode).sync()
            own = self.numbers[inode]
            known = [index for index, change in enumerate(self.pending) if change[0] == "c" and change[2] == own]
            self.settle_names(max(known) + 1 if known else 0)

    def play_name(self, kind, inode, data):
        names = data.decode().split("\0")
        if kind == "o":
            known = self.current().get(names[0])
            if known is not None:
                self.numbers[inode] = known
        elif kind == "c":
            self.numbers[inode] = self.add(File())
            self.pending.append(("c", names[0], self.numbers[inode]))
        else:
            self.pending.append((kind, *names))

    def settle_names(self, count):
        for change in self.pending[:count]:
            rename(self.names, self.folders, change)
        self.pending = self.pending[count:]

    def write(self, target, luck):
        """Makes the files as they could be after a power cut."""
        names, folders = dict(self.names), set(self.folders)
        for change in self.pending[: luck.randint(0, len(self.pending))]:
            rename(names, folders, change)
        os.makedirs(target)
        for name in sorted(folders):
            os.makedirs(os.path.join(target, name), exist_ok=True)
        for name, number in names.items():
            path = os.path.join(target, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(self.files[number].after_cut(luck))


def rename(names, folders, change):
    kind, name = change[0], change[1]
    if kind == "c":
        names[name] = change[2]
    elif kind == "d":
        folders.add(name)
    elif kind == "u":
        names.pop(name, None)
        folders.discard(name)
    else:
        moved = change[2]
        if name in names:
            names[moved] = names.pop(name)
        for inside in [other for other in names if other.startswith(name + "/")]:
            names[moved + inside[len(name):]] = names.pop(inside)
        for inside in [other for other in folders if other == name or other.startswith(name + "/")]:
            folders.discard(inside)
            folders.add(moved + inside[len(name):])


def records(path):
    with open(path, "rb") as log:
        while True:
            head = log.read(25)
            if len(head) < 25:
                return
            kind, inode, number, count = struct.unpack("<cQQQ", head)
            yield kind.decode(), inode, number, log.read(count)


def look(checker, store):
    """What the checker says: how many saves there are, and whether anything is wrong."""
    run = subprocess.run(
        [checker, "verify", store], capture_output=True, text=True,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
    found = re.search(r"tx=(\d+) torn=(\d+) zmax_ok=(\d) integrity=(.*)", run.stdout)
    if run.returncode != 0 or not found:
        return None, (run.stdout + run.stderr).strip().split("\n")[0][:300] or f"status {run.returncode}"
    count, torn_ones, keys, integrity = found.groups()
    bad = torn_ones != "0" or keys != "1" or integrity.strip() != "ok"
    return int(count), run.stdout.strip() if bad else ""


class Verdicts:
    def __init__(self, before, after):
        self.before, self.after = before, after
        self.cuts = self.lost = self.worst = self.bad = 0

    def judge(self, count, problem, printed):
        self.cuts += 1
        if problem or count is None:
            self.bad += 1
            return problem or "nothing to read"
        if self.before:
            wanted = self.after if printed else self.before
            if count in wanted:
                return ""
            self.bad += 1
            return f"{count} where {wanted} would do"
        acknowledged = int(printed[-1]) if printed else 0
        if count < acknowledged:
            self.lost += 1
            self.worst = max(self.worst, acknowledged - count)
        elif count > acknowledged + 1:
            self.bad += 1
            return f"{count} where {acknowledged} were acknowledged"
        return ""


def main():
    parser = argparse.ArgumentParser()
    for name in ["log", "folder", "store", "checker"]:
        parser.add_argument(name)
    parser.add_argument("--cuts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    numbers = lambda text: [int(word) for word in text.split(",")]
    parser.add_argument("--before", type=numbers, default=[])
    parser.add_argument("--after", type=numbers, default=[])
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    luck = random.Random(options.seed)
    steps = list(records(options.log))
    if not any(step[0] in "wcm" for step in steps):
        sys.exit("replay.py: the log holds no write: was the recorder loaded?")
    places = sorted(luck.randint(0, len(steps)) for _ in range(options.cuts))
    disk, verdicts, printed = Disk(options.folder), Verdicts(options.before, options.after), ""
    with tempfile.TemporaryDirectory() as space:
        for index in range(len(steps) + 1):
            while places and places[0] == index:
                places.pop(0)
                target = os.path.join(space, "cut")
                disk.write(target, luck)
                problem = verdicts.judge(
                    *look(options.checker, os.path.join(target, options.store)), printed.split("\n")[:-1])
                if problem and not options.quiet:
                    print(f"  cut at {index} of {len(steps)}: {problem}", file=sys.stderr)
                shutil.rmtree(target)
            if index == len(steps):
                break
            kind, inode, number, data = steps[index]
            if kind == "a":
                printed += data.decode()
            else:
                disk.play(kind, inode, number, data)
    print(f"cuts={verdicts.cuts} lost={verdicts.lost} worst={verdicts.worst} bad={verdicts.bad} seed={options.seed}")


main()
