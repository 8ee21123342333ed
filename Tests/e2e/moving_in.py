#!/usr/bin/env python3
"""Money of people who move in together, once at a desk and once on a phone with taps: a file of
Splitwise is imported, taken back, and imported again; charts, payments, saved searches; one expense
changed on two devices at the same time; two members become one; somebody leaves and comes back.

usage: moving_in.py [phone] [desk]    (HEARTH names the program; SHOTS a folder for pictures)

What people do often is done with a mouse or a finger, and the browser itself counts how often it is
pressed. Exits with 0 when every step was seen."""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import support
from _person import SIZES
from money import Flat

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is done often, and how often somebody may have to press for it.
LIMITS = {"an equal expense": 4, "settling": 3, "inviting": 3}
# Four shares of 40.00, a refund and a payment between two, as Splitwise writes them.
SPLITWISE = """\
Date,Description,Category,Cost,Currency,Ada Alba,Ben Berg,Cleo Cruz

2026-03-02,Rent,Rent,1200.00,EUR,800.00,-400.00,-400.00
2026-03-09,"Dinner, drinks",Dining out,90.00,EUR,-30.00,60.00,-30.00
2026-04-01,Power,Electricity,45.50,EUR,-15.17,-15.17,30.34
2026-04-03,Ben B. paid Ada A.,Payment,100.00,EUR,-100.00,100.00,0.00
2026-04-05,=SUM(1),General,20.00,EUR,10.00,-10.00,0.00

2026-04-30,Total balance, , ,EUR,664.83,-265.17,-399.66
"""
# A press is what a finger or a mouse does, and a key that stands for one. Typing is none.
COUNTING = """
addEventListener("pointerdown", (event) => { if (event.isTrusted) heardPress(); }, true);
addEventListener("keydown", (event) => {
  const types = event.target.matches?.("textarea, input:not([type=checkbox], [type=radio])");
  if (event.isTrusted && (event.key === "Enter" || event.key === " " && !types)) heardPress();
}, true);
"""


class MovingIn(Flat):
    name = "moving-in"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.heard = 0
        self.counted = {}

    def browse(self, size, script=True, like=None):
        """A browser of its own; `like` another one it is signed in already."""
        context = self.browser.new_context(
            **SIZES[size], java_script_enabled=script,
            storage_state=like.context.storage_state() if like else None)
        context.expose_function("heardPress", self.hear)
        context.add_init_script(COUNTING)
        page = context.new_page()
        page.set_default_timeout(15000)
        support.watch(page, self.problems)
        page.is_phone = size == "phone"
        return page

    def hear(self):
        self.heard += 1

    def press(self, page, locator):
        """With a finger or the mouse, as a person would."""
        locator.tap() if page.is_phone else locator.click()
        page.wait_for_load_state()

    def count(self, name, before):
        """What the browser has heard since `before`; more than the limit is a fault."""
        presses = self.heard - before
        assert presses <= LIMITS[name], f"{name} took {presses} presses, not {LIMITS[name]}"
        assert presses, f"nothing was pressed for {name}"
        self.counted.setdefault(name, []).append(presses)


def sign_in(flat, page, root, name):
    page.goto(root + "/signin")
    page.get_by_label("Sign-in name").fill(name)
    page.get_by_label("Password", exact=True).fill(support.PASSWORD)
    page.get_by_role("button", name="Sign in").first.click()
    page.wait_for_url(lambda url: "/signin" not in url)


def join(flat, page, address, name, title, is_new):
    page.goto(address)
    if is_new:
        page.get_by_role("link", name=re.compile("Create")).first.click()
        support.fill_account(page, name)
    page.get_by_role("button", name=f"Join {title}").click()
    page.get_by_role("link", name=f"Open {title}").click()
    page.wait_for_load_state()


def invite(flat, page, group, counts=False):
    """The address of an invite, with the role that the form proposes."""
    page.goto(group)
    before = flat.heard
    flat.press(page, page.get_by_role("link", name="Invite"))
    flat.press(page, page.get_by_role("button", name="Create invite"))
    address = page.locator("input[readonly]").first.input_value()
    if counts:
        flat.count("inviting", before)
    return address


# MARK: A file of Splitwise


def nets(page):
    """The balances that a page of an import shows, by name."""
    card = page.locator("section.card").filter(
        has=page.get_by_role("heading", name="Balances afterwards"))
    return {row.locator("b").inner_text().split(" (")[0]: row.locator(".num").inner_text()
            for row in card.locator("li").all()}


def preview(flat, page, group, path):
    page.goto(f"{group}/settings")
    page.get_by_role("link", name=re.compile("^Import expenses")).click()
    page.locator("input[type=file]").set_input_files(str(path))
    page.get_by_role("button", name="Preview import").click()
    page.get_by_role("heading", name="Import preview").wait_for()


def splitwise(flat, ada, group, folder):
    """Looked at, mapped, imported, taken back; the second time people are remembered, and the third
    time nothing is new."""
    path = folder / "splitwise.csv"
    path.write_text(SPLITWISE)
    preview(flat, ada, group, path)
    # Whom the names of the file mean nobody can know: it is asked.
    choices = ada.locator("select[name^=person-]")
    assert choices.count() == 3
    for place, name in enumerate(("Ada", "Ben", "")):
        values = choices.nth(place).locator("option").all_inner_texts()
        label = next(each for each in values if each.startswith(name or "A new member"))
        choices.nth(place).select_option(label=label)
    ada.get_by_role("button", name="Update preview").click()
    ada.wait_for_load_state()
    # What the file says itself is what it comes to, to the cent.
    assert nets(ada) == {
        "Ada": "+€664.83", "Ben": "−€265.17", "Cleo Cruz": "−€399.66"}, nets(ada)
    flat.sees(ada, "=SUM(1)", re.compile("Dinner, drinks"))
    flat.shot(ada, "import-preview")
    ada.get_by_role("button", name=re.compile("^Import [0-9]")).click()
    ada.get_by_role("heading", name="Imported").wait_for(timeout=60000)
    flat.shot(ada, "import-result")
    ada.get_by_role("link", name="Undo the import").click()
    ada.wait_for_load_state()
    flat.shot(ada, "import-undo")
    ada.locator("main").get_by_role("button", name="Undo the import").click()
    ada.wait_for_load_state()
    ada.goto(group)
    flat.sees(ada, "No expenses yet")
    preview(flat, ada, group, path)
    run = ada.get_by_role("button", name=re.compile("^Import [0-9]"))
    mapped = [each.locator("option:checked").inner_text()
              for each in ada.locator("select[name^=person-]").all()]
    assert [text.split(" (")[0] for text in mapped[:2]] == ["Ada", "Ben"], mapped
    run.click()
    ada.get_by_role("heading", name="Imported").wait_for(timeout=60000)
    before = flat.balance(ada, group, "Ben")
    preview(flat, ada, group, path)
    flat.sees(ada, "Everything in this file is there already.")
    assert not ada.get_by_role("button", name=re.compile("^Import [0-9]")).count()
    assert flat.balance(ada, group, "Ben") == before == "−€265.17", before


# MARK: Charts and lists


def charts(flat, ada, group):
    """Bars say their amounts in text, and lead to the list whose total that is; without script, too."""
    for page in (ada, flat.browse("phone" if ada.is_phone else "desk", script=False, like=ada)):
        page.goto(f"{group}/spending")
        for text in ("By month", "By category", "Who paid", "Balance at the end of each month"):
            flat.sees(page, re.compile(text))
        bars = page.locator("ul.bars li")
        assert bars.count() >= 6
        for bar in bars.all():
            assert re.search(r"€[\d,.]+\d", bar.locator(".num").inner_text()), bar.inner_text()
        rent = page.locator("ul.bars li", has_text=re.compile("Rent|Housing|Home")).first
        amount = re.search(r"€[\d,.]+\d", rent.locator(".num").inner_text()).group(0)
        if page is ada:
            flat.shot(page, "charts")
        flat.press(page, rent.get_by_role("link"))
        flat.sees(page, "Rent", amount)
        expect(page.locator("ul.expenses li[data-key]")).to_have_count(1)
        # The balance at the end of a month leads to all that it is made of.
        page.goto(f"{group}/spending")
        months = page.locator("ul.balances li")
        last = months.last.locator(".num").inner_text()
        assert last == "+€664.83", last
        flat.press(page, months.last.get_by_role("link"))
        expect(page.locator("ul.expenses li[data-key]")).to_have_count(5)
        if page is not ada:
            page.context.close()


def searches(flat, ada, group):
    """A search in the list, put right, saved under a name, and opened again by that."""
    ada.goto(group)
    box = ada.locator("#q")
    box.fill("amont>80 -kind:payment")
    if ada.get_by_role("button", name="Search", exact=True).count():
        ada.get_by_role("button", name="Search", exact=True).click()
    flat.sees(ada, re.compile("is not known"))
    ada.get_by_role("link", name="amount>80", exact=True).last.click()
    ada.wait_for_load_state()
    flat.sees(ada, "Rent", "Dinner, drinks")
    expect(ada.locator("ul.expenses")).not_to_contain_text("Power")
    expect(ada.locator("section.found")).to_contain_text("€1,290.00")
    flat.shot(ada, "search")
    ada.get_by_role("link", name="Save this search").click()
    ada.get_by_label("Name of the search").first.fill("Dear things")
    ada.get_by_role("button", name="Save", exact=True).click()
    flat.sees(ada, "Dear things")
    ada.goto(group)
    flat.press(ada, ada.locator(".searches").get_by_role("link", name="Dear things"))
    expect(ada.locator("section.found")).to_contain_text("€1,290.00")
    expect(ada.locator("ul.expenses")).not_to_contain_text("Power")


# MARK: What is done often


def often(flat, ada, group):
    """An expense in equal parts, and settling what is owed, as somebody presses it."""
    ada.goto(flat.hub.url + "/today")
    before = flat.heard
    # From the first page on: where money is, the group, the form, saving.
    flat.press(ada, ada.get_by_role("link", name="Money", exact=True).filter(visible=True).first)
    flat.press(ada, ada.locator("main").get_by_role("link", name="Flat").first)
    flat.press(ada, ada.get_by_role("link", name="Add expense").filter(visible=True).first)
    ada.get_by_label("What for").fill("Bread")
    ada.get_by_label("Amount", exact=True).first.fill("6")
    flat.press(ada, ada.get_by_role("button", name="Save", exact=True))
    flat.sees(ada, "Bread")
    flat.count("an equal expense", before)


def payment(flat, ada, group):
    """A payment to oneself is refused at its field; one between two is in the list and the sums."""
    before = flat.balance(ada, group, "Cleo Cruz")
    assert before == "−€401.66", before
    ada.goto(group)
    flat.press(ada, ada.get_by_role("link", name="Payment", exact=True))
    ada.get_by_role("heading", name="Record a payment").wait_for()
    people = [each.inner_text() for each in ada.locator("select[name=from] option").all()]
    own = next(each for each in people if each.startswith("Ada"))
    ada.locator("select[name=from]").select_option(label=own)
    ada.locator("select[name=to]").select_option(label=own)
    ada.get_by_label("Amount", exact=True).first.fill("100,5")
    flat.save(ada)
    assert "/payments/new" in ada.url, ada.url
    assert ada.locator("[aria-invalid=true]").count(), "nothing is said at the field"
    flat.shot(ada, "payment-to-oneself")
    ada.locator("select[name=from]").select_option(label="Cleo Cruz")
    ada.get_by_label("Amount", exact=True).first.fill("100.50")
    flat.save(ada)
    flat.sees(ada, re.compile("Cleo Cruz.*paid.*"), "€100.50")
    assert flat.balance(ada, group, "Cleo Cruz") == "−€301.16"


def settle(flat, page, group):
    """The payment that is proposed is recorded with real presses, and nothing is owed by it."""
    page.goto(group)
    before = flat.heard
    button = page.locator("form[action$='/settle'] button").first
    flat.press(page, button)
    page.locator("#messages").get_by_text("Recorded the payment").wait_for()
    flat.count("settling", before)


# MARK: Two devices


def two_devices(flat, ada, ben, device, group):
    """Ben changes an expense without the hub while Ada changes it: he is shown both versions side by
    side, and what he chooses holds for both."""
    there = group.replace(flat.hub.url, device.url)
    ben.goto(there)
    ben.locator("main").get_by_role("link", name="Rent", exact=True).first.click()
    ben.wait_for_load_state()
    expense = ben.url.rsplit("/", 1)[1]
    device.wire.cut()
    ben.goto(f"{there}/expenses/{expense}/edit")
    ben.get_by_label("Amount", exact=True).first.fill("1230")
    flat.save(ben)
    flat.sees(ben, "€1,230.00")
    # What waits is said beside the amount.
    flat.sees(ben, re.compile("wait|not sent", re.I))
    flat.shot(ben, "waits")
    ada.goto(f"{group}/expenses/{expense}/edit")
    ada.get_by_label("Amount", exact=True).first.fill("1260")
    ada.get_by_label("What for").fill("Rent for March")
    flat.save(ada)
    flat.sees(ada, "€1,260.00")
    device.wire.mend()
    ben.goto(device.url + "/sync")
    both = ben.get_by_role("link", name="Look at both versions")
    expect(both).to_be_visible(timeout=60000)
    flat.press(ben, both)
    flat.sees(ben, "Saved now: €1,260.00", "Yours: €1,230.00")
    flat.shot(ben, "both-versions")
    # At a desk he chooses the other version and saves it, on the phone he drops his own.
    if ben.is_phone:
        ben.get_by_role("button", name="Keep what is saved").click()
    else:
        ben.get_by_label("Saved now: €1,260.00").check()
        flat.save(ben)
    ben.wait_for_load_state()
    ben.goto(device.url + "/sync")
    expect(ben.get_by_text("Everything is in step").first).to_be_visible(timeout=60000)
    for page, place in ((ada, group), (ben, there)):
        page.goto(f"{place}/expenses/{expense}")
        flat.sees(page, "€1,260.00")
    assert flat.balance(ada, group, "Cleo Cruz") == flat.balance(ben, there, "Cleo Cruz")


# MARK: People come and go


def combine(flat, ada, group):
    """Cleo was entered twice: her parts are added, and nobody else's balance changes."""
    ada.goto(f"{group}/members")
    ada.get_by_label("Add a member").first.fill("Cleo")
    ada.locator("form").filter(has=ada.locator("[name=name]")).get_by_role("button").first.click()
    ada.wait_for_load_state()
    flat.begin(ada, group, "Cleo's key", "9")
    ada.locator("[name=payer]").select_option(label="Cleo")
    flat.save(ada)
    before = [flat.balance(ada, group, name) for name in ("Ada", "Ben")]
    ada.goto(f"{group}/members")
    ada.locator("main").get_by_role("link", name="Cleo", exact=True).click()
    flat.press(ada, ada.get_by_role("link", name="Combine…"))
    ada.locator("select[name=into]").select_option(label="Cleo Cruz")
    flat.shot(ada, "combine")
    flat.press(ada, ada.get_by_role("button", name="Combine", exact=True))
    # Going on before the answer would take the press back.
    ada.wait_for_url(f"{group}/members")
    ada.goto(f"{group}/members")
    expect(ada.locator("main").get_by_role("link", name="Cleo", exact=True)).to_have_count(0)
    assert [flat.balance(ada, group, name) for name in ("Ada", "Ben")] == before
    ada.goto(f"{group}")
    flat.sees(ada, "Cleo's key")


def leave_and_return(flat, ada, ben, group, keeps):
    """Ben's own notes on his part of an expense are there again when he is."""
    note = "Paid by the insurance"
    ben.goto(flat.hub.url + "/personal?month=2026-04")
    ben.locator("main").get_by_role("link", name="Power").first.click()
    ben.wait_for_load_state()
    share = ben.url
    ben.get_by_label("Notes", exact=True).fill(note)
    ben.get_by_role("button", name="Save", exact=True).click()
    ben.wait_for_load_state()
    ben.goto(share)
    expect(ben.get_by_label("Notes", exact=True)).to_have_value(note)
    flat.shot(ben, "own-note")
    ben.goto(f"{group}/settings/leave")
    name = "Leave, and keep a copy" if keeps else "Leave this group"
    ben.locator("main").get_by_role("button", name=re.compile(f"^{name}$")).click()
    ben.wait_for_load_state()
    assert ben.goto(group).status == 404
    join(flat, ben, invite(flat, ada, group), "Ben", "Flat", is_new=False)
    mine = ben.get_by_role("button", name="I am Ben", exact=True)
    if mine.count():
        mine.click()
        ben.wait_for_load_state()
    ben.goto(share)
    expect(ben.get_by_label("Notes", exact=True)).to_have_value(note)
    flat.sees(ben, re.compile("from Flat"))


def live(browser, hearth, size, shots, problems):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-moving-in-"))
    hub = support.Hub(hearth, folder)
    flat = MovingIn(browser, hub, problems, shots)
    flat.name = f"moving-in-{size}"
    ada, ben = flat.browse(size), flat.browse(size)

    def step(text):
        print(f"{size}: {text}", flush=True)

    ada.goto(hub.url + "/")
    support.fill_account(ada, "Ada")
    support.name_home(ada, "House")
    ada.wait_for_load_state()
    ada.goto(hub.url + "/groups/new")
    ada.get_by_label("Name of the group").fill("Flat")
    ada.get_by_label("Who else takes part").fill("Ben")
    ada.get_by_role("button", name="Make the group").click()
    ada.wait_for_load_state()
    group = ada.url.split("?")[0]
    join(flat, ben, invite(flat, ada, group, counts=True), "Ben", "Flat", is_new=True)
    ben.get_by_role("button", name="I am Ben", exact=True).click()
    ben.wait_for_load_state()
    step("a file of Splitwise is looked at, imported, taken back and imported again")
    splitwise(flat, ada, group, folder)
    step("charts lead to what they are made of")
    charts(flat, ada, group)
    step("a search is put right, saved and opened again")
    searches(flat, ada, group)
    step("an equal expense, a payment")
    often(flat, ada, group)
    payment(flat, ada, group)
    step("one expense is changed on two devices at the same time")
    device = support.Device(hearth, folder, hub)
    laptop = flat.browse(size)
    laptop.goto(device.address)
    laptop.get_by_label("Sign-in name").fill("ben")
    laptop.get_by_label("Password", exact=True).fill(support.PASSWORD)
    laptop.get_by_role("button", name=re.compile("Connect|Sign in")).first.click()
    laptop.goto(device.url + "/groups")
    expect(laptop.locator("main").get_by_text("Flat").first).to_be_visible(timeout=30000)
    two_devices(flat, ada, laptop, device, group)
    step("two members become one; somebody leaves and comes back; what is owed is paid")
    combine(flat, ada, group)
    leave_and_return(flat, ada, ben, group, keeps=size == "phone")
    settle(flat, ben, group)
    device.stop()
    hub.stop()
    shutil.rmtree(folder)
    return flat.counted


def main():
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    problems, counted = [], {}
    with sync_playwright() as p:
        browser = support.chromium(p)
        for size in sys.argv[1:] or ["desk", "phone"]:
            counted[size] = live(browser, hearth, size, os.environ.get("SHOTS"), problems)
        browser.close()
    print("presses that the browser heard:")
    for name, limit in LIMITS.items():
        told = ", ".join(f"{size} {max(counts[name])}" for size, counts in counted.items())
        print(f"  {name}: {told} (at most {limit})")
    rest = [each for each in problems if "404" not in each]
    assert not rest, rest
    print("moving_in: all steps seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"moving_in: {error}", file=sys.stderr)
        raise
