"""Histories of plain writes: each anomaly must be found, and what is clean must pass."""

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


def remove(key, value):
    return ["remove", key, value]


def r(key, *values):
    return ["r", key, list(values)]


class Offline(unittest.TestCase):
    def setUp(self):
        self.history = Written("offline")

    def found(self):
        return sorted(self.history.check().problems)

    def assertFound(self, text):
        found = self.found()
        self.assertTrue(any(text in kind for kind in found), found)

    def assertClean(self):
        self.assertEqual(self.found(), [])

    def test_devices_that_catch_up_are_clean(self):
        self.history.txn(0, append("x", 1), r("x", 1))
        self.history.txn(1, append("x", 2))
        self.history.sync(0)
        self.history.txn(1, r("x", 2))
        self.history.sync(1)
        self.history.txn(1, r("x", 1, 2))
        self.history.sync(0)
        for device in (0, 1):
            self.history.txn(device, r("x", 1, 2), final=True)
        self.assertClean()

    def test_what_was_not_pulled_need_not_be_seen(self):
        self.history.txn(0, append("x", 1))
        self.history.sync(0)
        self.history.txn(1, r("x"))
        self.assertClean()

    def test_a_sync_that_began_before_a_write_was_confirmed_need_not_see_it(self):
        self.history.event("invoke", 1, "sync", None)
        self.history.txn(0, append("x", 1))
        self.history.sync(0)
        self.history.event("ok", 1, "sync", {"pending": 0, "refused": []})
        self.history.txn(1, r("x"))
        self.assertClean()

    def test_a_view_that_loses_something(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1))
        self.history.txn(1, r("x"))
        self.assertFound("a view that lost something")

    def test_a_view_that_loses_something_before_it_is_removed(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1))
        self.history.txn(1, r("x"))
        self.history.txn(0, remove("x", 1))
        self.assertFound("a view that lost something")

    def test_what_was_removed_may_be_missing(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1))
        self.history.txn(0, remove("x", 1), r("x"))
        self.history.txn(1, r("x", 1))
        self.history.txn(1, r("x"))
        self.assertClean()

    def test_a_removed_element_that_comes_back(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(0, remove("x", 1))
        self.history.txn(0, r("x", 1))
        self.assertFound("came back")

    def test_a_write_that_its_own_device_does_not_see(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(0, r("x"))
        self.assertFound("its own device does not see")

    def test_a_transaction_that_does_not_see_itself(self):
        self.history.txn(0, append("x", 1), r("x"))
        self.assertFound("does not see itself")

    def test_a_confirmed_write_that_the_next_sync_does_not_bring(self):
        self.history.txn(0, append("x", 1))
        self.history.sync(0)
        self.history.sync(1)
        self.history.txn(1, r("x"))
        self.assertFound("a confirmed write that is not seen")

    def test_a_write_that_is_still_pending_is_not_confirmed(self):
        self.history.txn(0, append("x", 1))
        self.history.sync(0, pending=1)
        self.history.sync(1)
        self.history.txn(1, r("x"))
        self.assertClean()

    def test_a_lost_append(self):
        self.history.txn(0, append("x", 1))
        self.history.sync(0)
        self.history.txn(1, r("x"), final=True)
        self.assertFound("a lost append")

    def test_a_refused_append_is_not_lost(self):
        self.history.txn(0, append("x", 1))
        self.history.sync(0, refused=[{"reason": "limit", "value": [append("x", 1)]}])
        self.history.txn(0, r("x"), final=True)
        self.assertClean()

    def test_an_effect_without_its_cause(self):
        """Who sees the second element must see the first, which its author had seen."""
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1), append("y", 2))
        self.history.txn(2, r("y", 2), r("x"))
        self.assertFound("an effect without its cause")

    def test_half_of_a_transaction(self):
        self.history.txn(0, append("x", 1), append("y", 2))
        self.history.txn(1, r("x", 1), r("y"))
        self.assertFound("an effect without its cause")

    def test_writes_of_one_author_out_of_order(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(0, append("x", 2))
        self.history.txn(1, r("x", 2))
        self.assertFound("an effect without its cause")

    def test_devices_that_do_not_agree_in_the_end(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(0, r("x", 1), final=True)
        self.history.txn(1, r("x"), final=True)
        self.assertFound("do not agree")

    def test_an_aborted_read(self):
        self.history.fail(self.history.invoke(0, append("x", 1)))
        self.history.txn(0, r("x", 1))
        self.assertFound("G1a")

    def test_what_nobody_knows_of_may_have_happened(self):
        self.history.info(self.history.invoke(0, append("x", 1), device=0))
        self.history.txn(5, r("x", 1), device=0)
        self.assertClean()

    def test_what_nobody_knows_of_may_not_have_happened(self):
        self.history.info(self.history.invoke(0, append("x", 1), device=0))
        self.history.txn(5, r("x"), device=0)
        self.assertClean()

    def test_an_element_twice(self):
        self.history.txn(0, append("x", 1))
        self.history.txn(1, r("x", 1, 1))
        self.assertFound("an element twice")

    def test_an_element_that_nobody_appended(self):
        self.history.txn(1, r("x", 7))
        self.assertFound("nobody appended")

    def test_a_hundred_thousand_transactions_take_less_than_a_minute(self):
        history, dice = self.history, random.Random(1)
        # All that the hub has, in order, and for each device how far it is and what waits.
        hub, pulled, waiting, value = [], [0] * 8, [[] for _ in range(8)], 0
        for number in range(100_000):
            device = dice.randrange(8)
            if dice.random() < 0.2:
                hub += waiting[device]
                waiting[device], pulled[device] = [], len(hub)
                history.sync(device)
                continue
            steps, key = [], f"{number // 300 * 4 + dice.randrange(4)}"
            for _ in range(dice.randint(1, 3)):
                if dice.random() < 0.5:
                    value += 1
                    waiting[device].append((key, value))
                    steps.append(append(key, value))
                else:
                    recent = hub[max(0, pulled[device] - 2000):pulled[device]] + waiting[device]
                    steps.append(r(key, *(one for name, one in recent if name == key)))
            history.txn(device, *steps)
        begun = time.process_time()
        self.assertClean()
        self.assertLess(time.process_time() - begun, 60)


if __name__ == "__main__":
    unittest.main()
