"""Histories of confirmed transactions: each anomaly must be found, and what is clean must pass."""

import random
import sys
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from written import Written  # noqa: E402


def append(key, value):
    return ["append", key, value]


def r(key, *values):
    return ["r", key, list(values)]


class Confirmed(unittest.TestCase):
    def setUp(self):
        self.history = Written("confirmed")

    def found(self):
        return sorted(self.history.check().problems)

    def assertFound(self, text):
        found = self.found()
        self.assertTrue(any(text in kind for kind in found), found)

    def assertClean(self):
        self.assertEqual(self.found(), [])

    def test_what_is_read_in_order_is_clean(self):
        self.history.txn(0, append("x", 1), r("x", 1))
        self.history.txn(1, r("x", 1), append("x", 2), append("y", 3))
        self.history.txn(0, r("x", 1, 2), r("y", 3))
        self.assertClean()

    def test_transactions_at_the_same_time_may_come_in_any_order(self):
        first = self.history.invoke(0, append("x", 1))
        second = self.history.invoke(1, append("x", 2), r("y"))
        third = self.history.invoke(2, r("x", 2), append("y", 5))
        for operation in (first, second, third):
            self.history.ok(operation)
        self.history.txn(0, r("x", 2, 1), r("y", 5))
        self.assertClean()

    def test_what_nobody_knows_of_may_have_happened(self):
        self.history.info(self.history.invoke(0, append("x", 1)))
        self.history.txn(1, r("x", 1))
        self.assertClean()

    def test_what_nobody_knows_of_may_not_have_happened(self):
        self.history.info(self.history.invoke(0, append("x", 1)))
        self.history.txn(1, r("x"))
        self.assertClean()

    def test_what_nobody_knows_of_may_happen_much_later(self):
        self.history.info(self.history.invoke(0, append("x", 1)))
        self.history.txn(1, r("x"), append("x", 2))
        self.history.txn(1, r("x", 2))
        self.history.txn(1, r("x", 2, 1))
        self.assertClean()

    def test_an_invocation_without_an_end_is_not_known(self):
        self.history.invoke(0, append("x", 1))
        self.history.txn(1, r("x", 1))
        self.assertClean()

    def test_a_stale_read(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x"))
        self.history.txn(1, r("x", 1))
        self.assertFound("in real time")

    def test_a_stale_read_names_its_transactions(self):
        self.history.txn(0, append("x", 1))
        for value in range(2, 40):
            self.history.txn(2, append("z", value))
        self.history.txn(1, r("x"))
        self.history.txn(1, r("x", 1))
        [text] = self.history.check().problems[
            "a cycle with what was overwritten in real time (G2)"]
        self.assertEqual(text.count("comes before the next"), 2)
        self.assertIn("append x 1", text)
        self.assertIn("r x []", text)

    def test_a_read_that_goes_back(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1))
        self.history.txn(2, r("x"))
        self.assertFound("went back")

    def test_a_lost_append(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x"))
        self.assertEqual(self.found(), ["a lost append"])

    def test_an_append_that_was_seen_and_lost(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1))
        self.history.txn(1, r("x"))
        self.assertFound("a lost append")

    def test_an_append_after_the_last_read_is_not_lost(self):
        self.history.txn(1, r("x"))
        self.history.txn(0, append("x", 1))
        self.assertClean()

    def test_lost_updates(self):
        """Both read the same and append behind it: each should have seen the other."""
        first = self.history.invoke(0, r("x"), append("x", 1))
        second = self.history.invoke(1, r("x"), append("x", 2))
        self.history.ok(first)
        self.history.ok(second)
        self.history.txn(2, r("x", 1, 2))
        self.assertFound("a cycle with what was overwritten (G2)")

    def test_write_skew(self):
        first = self.history.invoke(0, r("x"), append("y", 1))
        second = self.history.invoke(1, r("y"), append("x", 2))
        self.history.ok(first)
        self.history.ok(second)
        self.history.txn(2, r("x", 2), r("y", 1))
        self.assertFound("a cycle with what was overwritten (G2)")

    def test_a_fractured_read(self):
        """Sees one half of a transaction and not the other."""
        self.history.txn(0, append("x", 1), append("y", 1))
        operation = self.history.invoke(1, r("x", 1), r("y"))
        self.history.ok(operation)
        self.history.txn(2, r("x", 1), r("y", 1))
        self.assertFound("a cycle with what was overwritten (G2)")

    def test_writes_in_two_orders(self):
        first = self.history.invoke(0, append("x", 1), append("y", 1))
        second = self.history.invoke(1, append("x", 2), append("y", 2))
        self.history.ok(first)
        self.history.ok(second)
        self.history.txn(2, r("x", 1, 2), r("y", 2, 1))
        self.assertFound("a cycle of writes (G0)")

    def test_writes_against_real_time(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(0, append("x", 2))
        self.history.txn(1, r("x", 2, 1))
        self.assertFound("a cycle of writes in real time (G0)")

    def test_two_that_read_each_other(self):
        first = self.history.invoke(0, append("x", 1), r("y", 2))
        second = self.history.invoke(1, append("y", 2), r("x", 1))
        self.history.ok(first)
        self.history.ok(second)
        self.assertFound("what was read and written (G1c)")

    def test_an_aborted_read(self):
        self.history.fail(self.history.invoke(0, append("x", 1)))
        self.history.txn(1, r("x", 1))
        self.assertFound("G1a")

    def test_an_intermediate_read(self):
        first = self.history.invoke(0, append("x", 1), append("x", 2))
        self.history.txn(1, r("x", 1))
        self.history.ok(first)
        self.history.txn(1, r("x", 1, 2))
        self.assertFound("G1b")

    def test_an_element_twice(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1, 1))
        self.assertFound("an element twice")

    def test_an_element_that_nobody_appended(self):
        self.history.txn(1, r("x", 7))
        self.assertFound("nobody appended")

    def test_reads_that_contradict_each_other(self):
        first = self.history.invoke(0, append("x", 1))
        second = self.history.invoke(1, append("x", 2))
        self.history.ok(first)
        self.history.ok(second)
        self.history.txn(2, r("x", 1, 2))
        self.history.txn(3, r("x", 2, 1))
        self.assertFound("contradict")

    def test_a_transaction_that_does_not_see_itself(self):
        self.history.txn(0, append("x", 1), r("x"))
        self.assertFound("does not see itself")

    def test_faults_are_no_transactions(self):
        self.history.line({"type": "info", "process": "nemesis", "f": "kill", "value": "hub"})
        self.history.txn(0, append("x", 1))
        self.assertClean()

    def test_a_hundred_thousand_transactions_take_less_than_a_minute(self):
        history, dice = self.history, random.Random(1)
        lists, value, underway = {}, 0, {}
        active = list(range(20))
        for _ in range(100_000):
            process = dice.randrange(10)
            if process in underway:
                history.ok(underway.pop(process))
            steps = []
            for _ in range(dice.randint(1, 4)):
                place = dice.randrange(len(active))
                elements = lists.setdefault(active[place], [])
                if dice.random() < 0.5:
                    value += 1
                    elements.append(value)
                    steps.append(append(f"{active[place]}", value))
                else:
                    steps.append(r(f"{active[place]}", *elements))
                if len(elements) >= 40:
                    active[place] = max(active) + 1
            underway[process] = history.invoke(process, *steps)
        begun = time.process_time()
        self.assertClean()
        self.assertLess(time.process_time() - begun, 60)


if __name__ == "__main__":
    unittest.main()
