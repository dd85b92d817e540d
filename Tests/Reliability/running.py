"""What Scripts/check-reliability does with one row of Tests/Reliability/checks: runs its command, and judges what came of it.

The counts that ran are taken from what the commands print: a row without its figure fails, whatever its exit status is.
"""
import collections
import hashlib
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import time

TESTS = [".build/debug/PerdurePackageTests.xctest", "--testing-library", "swift-testing"]
# Where a unit's figure stands in what a command prints, and what several of them make; other units stand behind "ran:".
FIGURES = {
    "cuts": (min, r"\bcuts=(\d+)"), "seconds": (min, r"^(?:stress[^,]*|fairness), (\d+) s:"), "crashes": (sum, r"^(\d+) crashes:"),
    "inputs": (min, r"^in all: (\d+) inputs"), "tests": (sum, r"Test run with (\d+) tests"),
    "minutes": (min, r"(?:^lived|writers for) (\d+) minutes"), "mutants": (sum, r"of (\d+) wrong lines are seen"),
}
Row = collections.namedtuple("Row", "number check asked slice unit once seconds needs command")


def estimate(row, count):
    """Seconds, by the list."""
    return row.once + (0 if count == "all" else row.seconds * count)


def number_of(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16) % 1_000_000_000


def lacking(needs):
    """What a row needs and this machine has not."""
    for need in [] if needs == "-" else needs.split(","):
        is_there = (os.geteuid() == 0 if need == "root" else os.path.exists(need) if "/" in need
                    else subprocess.run(["pkg-config", "--exists", need[4:]], check=False).returncode == 0
                    if need.startswith("pkg:") and shutil.which("pkg-config") else shutil.which(need) is not None)
        if not is_there:
            # Pages may not name files that are not there, so their last word must do.
            word = os.path.splitext(os.path.basename(need.removeprefix("pkg:")))[0]
            return "only root may do it" if need == "root" else f"{word} is not there"
    return None


def spelled(row, count, seed):
    """The environment and the command of a row, with its count and seed; and the suites that must have run."""
    def value(match):
        factor = float(match[2] or 1)
        return str(math.ceil(count / factor if match[1] == "/" else count * factor))
    text = row.command if count == "all" else re.sub(r"\{count(?:([*/])([0-9.]+))?\}", value, row.command)
    words = shlex.split(text.replace("{seed}", str(seed)))
    environment = {}
    while "=" in words[0]:
        name, _, environment[name] = words.pop(0).partition("=")
    if words[0] not in ("tests", "server-tests"):
        return environment, words, []
    filter = ["--filter", rf"[./]({'|'.join(words[1:])})/"]
    server = ["Scripts/with-postgres"] if words[0] == "server-tests" else []
    return environment, server + TESTS + filter, words[1:]


def execute(command, environment, log, seconds):
    """The exit status; None where a command came to no end, which is ended with all that it started."""
    # Two files: in one the errors would stand in the middle of a figure's line, which is written in pieces.
    with open(log, "w", encoding="utf-8") as file, open(log + ".errors", "w", encoding="utf-8") as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=errors, env=environment,
                                   start_new_session=True)
        try:
            return process.wait(timeout=seconds)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                return None
            raise


def cases(path):
    """How many cases of each suite ended, and why tests did not run."""
    ended, skipped, divided = collections.Counter(), [], set()
    functions = []
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        try:
            event = json.loads(line).get("payload", {})
        except ValueError:
            continue  # The process ended while it wrote.
        name = event.get("testID", "")
        if event.get("kind") == "testCaseEnded":
            ended[name] += 1
            divided.add(name)
        elif event.get("kind") == "testEnded" and ".swift:" in name:
            functions.append(name)
        elif event.get("kind") == "testSkipped":
            skipped += [(name, message["text"]) for message in event.get("messages", [])]
    ended.update(name for name in functions if name not in divided)
    return ended, skipped


def judge(row, count, status, text, suites, events):
    """What became of a row: how much ran, and the result in words."""
    ended, skipped = cases(events) if suites else ({}, [])
    combine, pattern = FIGURES.get(row.unit, (sum, rf"^ran: (\d+) {re.escape(row.unit)}$"))
    found = [int(figure) for figure in re.findall(pattern, text, re.MULTILINE)]
    ran = sum(ended.values()) if row.unit == "cases" else combine(found) if found else 0
    last = (text.strip().splitlines() or ["nothing was printed"])[-1][:200]
    if status == 77:
        return 0, f"SKIPPED: {last}"
    if status is None:
        return ran, "FAILED: came to no end"
    if status:
        return ran, f"FAILED: exit status {status}"
    for suite in suites:
        if not any(re.search(rf"[./]{suite}/", name) for name in ended):
            reason = next((why for name, why in skipped if re.search(rf"[./]{suite}(/|$)", name)), None)
            return ran, f"SKIPPED: {suite}: {reason}" if reason else f"FAILED: no test of {suite} ran"
    if ran == 0 or (count != "all" and ran < count):
        return ran, f"FAILED: {ran} of {count} {row.unit} ran"
    waits = [int(wait) for wait in re.findall(r"longest save (\d+) ms", text)]
    notes = [f"longest wait {max(waits)} ms"] if waits else []
    notes += [f"{len(skipped)} tests had not what they need"] if skipped else []
    return ran, "; ".join(["passed"] + notes)


def perform(row, count, base, folder):
    """Runs a row, and gives its line."""
    line = {"number": row.number, "count": count, "ran": 0, "seconds": 0, "seed": "–"}
    lack = lacking(row.needs)
    if lack or count is None:
        return line | {"result": f"SKIPPED: {lack}" if lack else f"left out: takes about {row.once / 60:.0f} minutes at least"}
    seed = number_of(row.number + base)
    events, log = f"{folder}/{row.number}.events", f"{folder}/{row.number}.log"
    environment, command, suites = spelled(row, count, seed)
    if suites:
        command += ["--event-stream-output-path", events, "--event-stream-version", "0"]
    if os.path.exists(events):
        os.remove(events)
    inherited = {name: value for name, value in os.environ.items() if name != "PERDURE_SEED"}
    started = time.monotonic()
    status = execute(command, inherited | {"PERDURE_SEED_BASE": base} | environment, log, 900 + 10 * estimate(row, count))
    with open(log, encoding="utf-8", errors="replace") as file, open(log + ".errors", encoding="utf-8", errors="replace") as errors:
        text = file.read() + errors.read()
    ran, result = judge(row, count, status, text, suites, events)
    shown = str(seed) if "{seed}" in row.command else base[:12] if "PERDURE_SEED=" in text else "–"
    # Inputs of earlier runs that were cut off count, and so do their seconds.
    spread = re.search(r"^in all: \d+ inputs in (\d+) s$", text, re.MULTILINE)
    seconds = int(spread[1]) if spread else round(time.monotonic() - started)
    return line | {"ran": ran, "seconds": seconds, "seed": shown, "result": result}
