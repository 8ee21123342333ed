"""What is no history is said to be none, with the line."""

import json
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from written import Written, read  # noqa: E402

from outside.reading import BadHistory  # noqa: E402


class Reading(unittest.TestCase):
    def assertBad(self, *lines):
        with self.assertRaises(BadHistory):
            read([line if isinstance(line, str) else json.dumps(line) for line in lines])

    def event(self, kind="invoke", process=0, f="txn", value=()):
        return {"type": kind, "process": process, "f": f, "value": list(value)}

    def test_what_is_no_event(self):
        self.assertBad("{")
        self.assertBad("[]")
        self.assertBad({"type": "invoke"})
        self.assertBad(self.event(kind="done"))
        self.assertBad(self.event(f="jump"))
        self.assertBad(self.event(value=["r"]))
        self.assertBad(self.event(value=[["write", "x", 1]]))

    def test_a_process_does_one_thing_at_a_time(self):
        self.assertBad(self.event(), self.event())
        self.assertBad(self.event(kind="ok"))

    def test_the_answer_is_to_what_was_asked(self):
        asked = self.event(value=[["append", "x", 1]])
        self.assertBad(asked, self.event("ok", value=[["append", "x", 2]]))
        self.assertBad(asked, self.event("ok", value=[]))
        self.assertBad(
            self.event(value=[["r", "x", None]]), self.event("ok", value=[["r", "x", None]]))

    def test_a_value_is_appended_to_a_list_once(self):
        for workload in ("confirmed", "offline"):
            history = Written(workload)
            history.txn(0, ["append", "x", 1])
            history.txn(0, ["append", "x", 1])
            with self.assertRaises(BadHistory):
                history.check()


if __name__ == "__main__":
    unittest.main()
