#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The work of the section `macros` by SQLAlchemy's mapper: measure.py WORK FILE ROWS SYNCHRONOUS prints what it took as JSON.

Classes are declared as its documentation declares them, with the counter of optimistic locking that Core Data's rows have.
Files are its own; they are written before the clock starts. Peer.swift (Workloads) starts it.
"""
import json
import os
import sys
import time
from datetime import datetime, timedelta

try:
    import sqlalchemy
except ImportError:
    sys.exit(1)

from sqlalchemy import ForeignKey, create_engine, event, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload

EPOCH = datetime(2001, 1, 1)
PARTS_EACH = 10


class Base(DeclarativeBase):
    pass


class Letter(Base):
    __tablename__ = "letter"
    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column()
    count: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(default=EPOCH)
    name: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    number: Mapped[int] = mapped_column(default=0)
    score: Mapped[float] = mapped_column(default=0.0)
    __mapper_args__ = {"version_id_col": version}


class Owner(Base):
    __tablename__ = "owner"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    number: Mapped[int] = mapped_column(index=True)
    parts: Mapped[list["Part"]] = relationship(back_populates="owner")


class Part(Base):
    __tablename__ = "part"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[int]
    name: Mapped[str]
    number: Mapped[int]
    owner_id: Mapped[int] = mapped_column(ForeignKey("owner.id"), index=True)
    owner: Mapped[Owner] = relationship(back_populates="parts")


def values(i):
    return {"count": i % 1000, "created": EPOCH + timedelta(seconds=i + 0.25), "name": f"Item {i}",
            "note": f"A note of some length about item {i}", "number": i, "score": i * 0.5}


def open_file(path, synchronous):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    engine = create_engine("sqlite:///" + path)

    @event.listens_for(engine, "connect")
    def settle(connection, _):
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={synchronous}")

    Base.metadata.create_all(engine)
    return engine


def fill(engine, rows):
    with Session(engine) as session:
        session.execute(insert(Letter), [{"version": 1, **values(i)} for i in range(1, rows + 1)])
        session.commit()


def fill_owners(engine, rows):
    with Session(engine) as session:
        owners = [{"id": i, "name": f"Owner {i}", "number": i} for i in range(1, rows + 1)]
        session.execute(insert(Owner), owners)
        session.execute(insert(Part), [
            {"kind": i * 7 % 100, "name": f"Part {i}", "number": i, "owner_id": i // PARTS_EACH + 1}
            for i in range(rows * PARTS_EACH)])
        session.commit()


def add(session, rows):
    for i in range(1, rows + 1):
        session.add(Letter(**values(i)))
    session.commit()
    return rows


def fetch(session, rows):
    return len(session.scalars(select(Letter)).all())


def read(session, rows):
    letters = session.scalars(select(Letter)).all()
    trace = sum(e.count + e.created.second + len(e.name) + len(e.note) + e.number + int(e.score) for e in letters)
    return len(letters) if trace > rows else 0


def change(session, letters):
    for letter in letters:
        letter.number += 1
    session.commit()
    return len(letters)


def delete(session, letters):
    for letter in letters:
        session.delete(letter)
    session.commit()
    return len(letters)


def by_key(session, rows):
    stride = 7
    return sum(session.get(Letter, 1 + i * stride) is not None for i in range(rows))


def owners(session, rows):
    found = session.scalars(select(Owner).options(selectinload(Owner.parts))).all()
    return len(found) if sum(part.number for owner in found for part in owner.parts) >= 0 else 0


# What fills the file, whether objects are fetched beforehand, and what the clock sees.
WORK = {
    "insert": (None, False, add),
    "fetch": (fill, False, fetch),
    "read": (fill, False, read),
    "change": (fill, True, change),
    "delete": (fill, True, delete),
    "by-key": (lambda engine, rows: fill(engine, rows * 7), False, by_key),
    "owners": (fill_owners, False, owners),
}


def main(work, path, rows, synchronous):
    prepare, is_fetched, run = WORK[work]
    engine = open_file(path, synchronous)
    if prepare:
        prepare(engine, rows)
    with Session(engine) as session:
        given = session.scalars(select(Letter)).all() if is_fetched else rows
        start = time.perf_counter_ns()
        count = run(session, given)
        taken = time.perf_counter_ns() - start
    print(json.dumps({"nanoseconds": taken, "rows": count}))


if sys.argv[1] == "version":
    print(sqlalchemy.__version__)
else:
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
