#!/usr/bin/env python3
"""Money as four people live it: a group, an invite, every kind of expense, two edits of one expense
while one of the two is cut off, settling up by two people at once, combining, leaving and coming back.

usage: money.py      (HEARTH names the program; SHOTS a folder for pictures)

Ada sits at a desk, Ben has a phone and a laptop that keeps his groups, Vera may only look and runs
no script, Tim has no account. Exits with 0 when every step was seen."""
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

import support
from _person import RULES

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


class Flat:
    """What the people do again and again."""

    name = "money"

    def __init__(self, browser, hub, problems, shots):
        self.browser, self.hub, self.problems, self.shots = browser, hub, problems, shots

    def browse(self, size, script=True):
        page = self.browser.new_context(
            viewport=size, java_script_enabled=script).new_page()
        page.set_default_timeout(15000)
        support.watch(page, self.problems)
        return page

    def shot(self, page, name):
        """Looks at a page as a person does: nothing beside it, and nobody is kept out of it."""
        support.no_overflow(page, name)
        # What is faded in has its colours at the end.
        page.wait_for_function(
            "() => document.getAnimations().every((each) => each.playState !== 'running' ||"
            " each.effect.getTiming().iterations === Infinity)")
        found = Axe().run(page, options={"runOnly": RULES["runOnly"]}).response["violations"]
        serious = [
            (each["id"], each["nodes"][0]["html"], each["nodes"][0]["any"][:1]) for each in found
            if each["impact"] in ("serious", "critical")]
        assert not serious, f"{name}: {serious}"
        support.both_themes(page, self.shots, f"{self.name}-{name}")

    def sees(self, page, *texts):
        for text in texts:
            expect(page.locator("main").get_by_text(text).filter(visible=True).first).to_be_visible()

    def save(self, page):
        page.get_by_role("button", name="Save", exact=True).click()
        page.wait_for_load_state()

    def begin(self, page, group, title, amount):
        page.goto(f"{group}/expenses/new")
        page.get_by_label("What for").fill(title)
        page.get_by_label("Amount", exact=True).first.fill(amount)

    def balance(self, page, group, name):
        page.goto(f"{group}/balances")
        row = page.locator("table.sums tr", has_text=name).first
        return row.locator("td").last.inner_text()


def sharer(page, name):
    """The row of a member in the form of an expense."""
    text = page.get_by_text(re.compile(f"^{name}( \\(you\\))?$"))
    return page.locator("ul.sharers li").filter(has=text)


def join(page, address, name):
    page.goto(address)
    page.get_by_role("link", name=re.compile("Create")).first.click()
    support.fill_account(page, name)
    page.get_by_role("button", name="Join Flat 4B").click()
    page.get_by_role("heading", name="Welcome to Flat 4B").wait_for()
    page.get_by_role("link", name="Open Flat 4B").click()
    page.wait_for_load_state()


def make_group(flat, ada):
    """GRP: a group with its people, of whom one has no account, and invites in two roles."""
    ada.goto(flat.hub.url + "/groups")
    ada.get_by_role("link", name="New group").first.click()
    ada.get_by_label("Name of the group").fill("Flat 4B")
    ada.get_by_label("Who else takes part").fill("Ben\nVera\nTim\nBenny")
    ada.get_by_role("button", name="Make the group").click()
    ada.wait_for_load_state()
    flat.sees(ada, "No expenses yet")
    flat.shot(ada, "group-empty")
    group = ada.url.split("?")[0]
    addresses = []
    for role in ("editor", "viewer"):
        ada.goto(group)
        ada.get_by_role("link", name="Invite").click()
        ada.wait_for_load_state()
        ada.locator("select[name=role]").last.select_option(role)
        ada.get_by_role("button", name="Create invite").click()
        addresses.append(ada.locator("input[readonly]").first.input_value())
    return group, addresses


def every_split(flat, ada, group):
    """The six ways to split, with everybody's part while typing."""
    ada.goto(group)
    ada.get_by_role("link", name="Add expense").first.click()
    ada.get_by_label("Amount", exact=True).first.fill("2 + 1")
    expect(ada.locator("#preview")).to_contain_text("€0.60")  # Before it has a title.
    ada.get_by_label("What for").fill("Bread")
    ada.get_by_role("button", name="Save", exact=True).click()
    flat.sees(ada, "Bread", "€3.00")

    def weighed(title, amount, way, texts, part):
        flat.begin(ada, group, title, amount)
        ada.locator(f"label.way:has(#way-{way})").click()
        for name, text in texts.items():
            row = sharer(ada, name)
            if text is None:
                row.locator("input[type=checkbox]").uncheck()
            else:
                row.locator(f".weight-{way} input").fill(text)
        expect(ada.locator("#preview")).to_contain_text(part)
        flat.save(ada)
        flat.sees(ada, title)

    out = {"Vera": None, "Benny": None}
    weighed("Rent", "900", "shares", {**out, "Ada": "2", "Ben": "1", "Tim": "0"}, "€600.00")
    weighed("Power", "100", "percentage", {**out, "Ada": "50", "Ben": "30", "Tim": "20"}, "€30.00")
    weighed("Sofa", "10", "exact", {**out, "Ada": "4", "Ben": "3.50", "Tim": "2.50"}, "€3.50")
    weighed("Pizza", "30", "adjustment", {**out, "Ada": "3", "Ben": "", "Tim": ""}, "€12.00")
    flat.begin(ada, group, "Dinner", "44")
    ada.locator("label.way:has(#way-itemised)").click()
    for name in ("Vera", "Benny", "Tim"):
        sharer(ada, name).locator("input[type=checkbox]").uncheck()
    lines = ada.locator("fieldset.bill-line")
    lines.nth(0).get_by_label("Line").fill("Wine")
    lines.nth(0).get_by_label("Amount").fill("20")
    lines.nth(0).get_by_text("Ada", exact=False).click()
    lines.nth(1).get_by_label("Line").fill("Pasta")
    lines.nth(1).get_by_label("Amount").fill("20")
    expect(ada.locator("#preview")).to_contain_text("€33.00")
    flat.shot(ada, "bill")
    flat.save(ada)
    flat.sees(ada, "by the lines of the bill")

    print("what is typed survives a closed tab, until it is saved or thrown away", flush=True)
    flat.begin(ada, group, "Half written", "12.34")
    ada.locator("label.way:has(#way-shares)").click()
    ada.wait_for_timeout(400)
    ada.goto("about:blank")
    ada.goto(f"{group}/expenses/new")
    expect(ada.get_by_label("What for")).to_have_value("Half written")
    expect(ada.get_by_label("Amount", exact=True).first).to_have_value("12.34")
    assert ada.locator("#way-shares").is_checked()
    flat.sees(ada, "What you had typed and not saved is here again.")
    ada.get_by_role("button", name="Start anew").click()
    expect(ada.get_by_label("What for")).to_have_value("")
    flat.begin(ada, group, "Kept draft", "1")
    ada.wait_for_timeout(400)
    flat.save(ada)
    ada.goto(f"{group}/expenses/new")
    expect(ada.get_by_label("What for")).to_have_value("")
    gone_member(flat, ada, group)
    long_bill(flat, ada, group)
    for page, save in ((f"{flat.hub.url}/personal/new", True), (f"{group}/payments/new", False)):
        ada.goto(page)
        amount = ada.get_by_label("Amount", exact=True).first
        amount.fill("7.77")
        if save:
            ada.get_by_label("Payee or purpose").fill("Half written")
        ada.wait_for_timeout(400)
        ada.goto("about:blank")
        ada.goto(page)
        expect(amount).to_have_value("7.77")
        flat.sees(ada, "What you had typed and not saved is here again.")
        if save:
            flat.save(ada)
        else:
            ada.locator("[data-forget]").click()
        ada.goto(page)
        expect(amount).to_have_value("")

    print("what does not add up stays in the form, with what to do", flush=True)
    flat.begin(ada, group, "Wrong", "100")
    ada.locator("label.way:has(#way-exact)").click()
    ada.locator("ul.sharers li .weight-exact input").first.fill("99")
    flat.save(ada)
    flat.sees(ada, "The parts are €1.00 less than the amount.")
    expect(ada.get_by_label("What for")).to_have_value("Wrong")
    flat.shot(ada, "does-not-add-up")
    # It would be there again in the next form.
    ada.locator("[data-forget]").click()
    ada.wait_for_load_state()


def gone_member(flat, page, group):
    """A draft that names somebody who is gone says so at the field, and has all the rest."""

    def reopen(address):
        page.wait_for_timeout(400)
        page.goto("about:blank")
        page.goto(address)

    def set_member(name, is_there):
        page.goto(f"{group}/members")
        if is_there:
            page.locator("main input[name=name]").fill(name)
            page.locator("main input[name=name]").press("Enter")
        else:
            page.locator("main").get_by_role("link", name=name).click()
            page.get_by_role("button", name="Remove", exact=True).click()
        page.wait_for_load_state()

    gone = "Zed is no longer in the group."
    set_member("Zed", True)
    flat.begin(page, group, "Three of us", "9.90")
    page.locator("select[name=payer]").select_option(label="Zed")
    reopen(f"{group}/expenses/new")
    expect(page.locator("select[name=payer] option:checked")).to_have_text("Zed")
    assert page.locator(".gone").count() == 0
    page.goto(f"{group}/payments/new")
    page.locator("select[name=to]").select_option(label="Zed")
    page.get_by_label("Amount", exact=True).first.fill("3.30")
    page.wait_for_timeout(400)
    set_member("Zed", False)
    reopen(f"{group}/expenses/new")
    flat.sees(page, "What you had typed and not saved is here again.", gone)
    expect(page.get_by_label("What for")).to_have_value("Three of us")
    expect(page.get_by_label("Amount", exact=True).first).to_have_value("9.90")
    # At who paid, and at who shares.
    payer = page.locator("select[name=payer]")
    expect(payer.locator("xpath=..").locator(".gone")).to_have_text(gone)
    assert "f-payer-gone" in payer.get_attribute("aria-describedby")
    expect(page.locator("#f-split .gone")).to_have_text(gone)
    assert page.locator(".gone").count() == 2
    flat.shot(page, "draft-gone")
    # Whoever is chosen now, the sentence there is not true any more.
    payer.select_option(index=1)
    assert page.locator("select[name=payer] ~ .gone").count() == 0
    page.get_by_role("button", name="Start anew").click()
    assert page.locator(".gone").count() == 0
    expect(page.get_by_label("What for")).to_have_value("")
    page.goto(f"{group}/payments/new")
    flat.sees(page, gone)
    expect(page.get_by_label("Amount", exact=True).first).to_have_value("3.30")
    assert page.locator(".gone").count() == 1
    page.locator("[data-forget]").click()
    page.wait_for_load_state()


def long_bill(flat, page, group):
    """A bill of six lines stays a bill of six lines, whatever is pressed and closed between."""
    lines = page.locator("fieldset.bill-line")

    def write(first, end):
        for number in range(first, end):
            lines.nth(number).get_by_label("Line", exact=True).fill(f"Line {number}")
            lines.nth(number).get_by_label("Amount", exact=True).fill(str(number + 1))

    def reopen():
        page.goto("about:blank")
        page.goto(f"{group}/expenses/new")

    flat.begin(page, group, "Long bill", "")
    page.locator("label.way:has(#way-itemised)").click()
    write(0, 3)
    # At once: what was typed last is not yet kept.
    page.get_by_role("button", name="More lines").click()
    expect(lines).to_have_count(6)
    expect(page.get_by_label("What for")).to_have_value("Long bill")
    expect(page.locator("#restored")).to_be_hidden()
    reopen()
    flat.sees(page, "What you had typed and not saved is here again.")
    expect(page.get_by_label("What for")).to_have_value("Long bill")
    expect(lines.nth(2).get_by_label("Line", exact=True)).to_have_value("Line 2")
    page.get_by_role("button", name="Start anew").click()
    expect(lines).to_have_count(3)
    expect(page.get_by_label("What for")).to_have_value("")
    page.get_by_label("What for").fill("Long bill")
    page.locator("label.way:has(#way-itemised)").click()
    write(0, 3)
    page.get_by_role("button", name="More lines").click()
    expect(lines).to_have_count(6)
    write(3, 6)
    lines.nth(5).get_by_text("Tim", exact=False).click()
    page.wait_for_timeout(400)
    reopen()
    expect(lines).to_have_count(6)
    for number in range(6):
        row = lines.nth(number)
        expect(row.get_by_label("Line", exact=True)).to_have_value(f"Line {number}")
        expect(row.get_by_label("Amount", exact=True)).to_have_value(str(number + 1))
        assert row.locator("input[type=checkbox]:checked").count() == (number == 5)
    expect(page.locator("#preview")).to_contain_text("€9.00")
    flat.shot(page, "long-bill")
    page.get_by_label("What for").fill("Longer bill")
    with page.expect_navigation():
        page.get_by_role("button", name="Show the parts").click()
    expect(page.get_by_label("What for")).to_have_value("Longer bill")
    expect(page.locator("#restored")).to_be_hidden()
    reopen()
    expect(lines).to_have_count(6)
    expect(page.get_by_label("What for")).to_have_value("Longer bill")
    flat.save(page)
    flat.sees(page, "Longer bill", "€21.00")
    page.goto(f"{group}/expenses/new")
    expect(lines).to_have_count(3)
    expect(page.get_by_label("What for")).to_have_value("")


def two_edits(flat, ada, ben, device, group):
    """Ben's laptop is cut off and changes an expense that Ada changes, too: he is shown both."""
    there = group.replace(flat.hub.url, device.url)
    ben.goto(there)
    ben.locator("main").get_by_role("link", name="Rent").click()
    ben.wait_for_load_state()
    expense = ben.url.rsplit("/", 1)[1]
    ada.goto(f"{group}/expenses/{expense}/edit")
    device.wire.cut()
    # What was written offline is there at once.
    ben.goto(f"{there}/expenses/new")
    ben.get_by_label("What for").fill("Late bread")
    ben.get_by_label("Amount", exact=True).first.fill("5")
    flat.save(ben)
    flat.sees(ben, "Late bread")
    ben.goto(f"{there}/expenses/{expense}/edit")
    ben.get_by_label("Amount", exact=True).first.fill("950")
    flat.save(ben)
    flat.sees(ben, "€950.00")
    ada.get_by_label("Amount", exact=True).first.fill("990")
    flat.save(ada)
    flat.sees(ada, "€990.00")
    device.wire.mend()
    ada.goto(group)
    expect(ada.get_by_text("Late bread").first).to_be_visible(timeout=60000)
    # One of the two holds for everybody, and nobody's typing is lost: the other waits to be decided.
    ben.goto(there)
    expect(ben.locator("main")).to_contain_text("€990.00", timeout=60000)
    ben.goto(device.url + "/sync")
    flat.sees(ben, "Changed Rent", "€950.00")
    flat.shot(ben, "not-saved")
    ben.get_by_role("link", name="Look at both versions").click()
    flat.sees(ben, "Saved now: €990.00", "Yours: €950.00")
    flat.shot(ben, "both-versions")
    ben.get_by_label("Amount", exact=True).first.fill("970")
    flat.save(ben)
    flat.sees(ben, "€970.00")
    ben.goto(device.url + "/sync")
    expect(ben.get_by_text("Everything is in step").first).to_be_visible(timeout=60000)
    ada.goto(group)
    flat.sees(ada, "€970.00")
    assert flat.balance(ada, group, "Tim") == flat.balance(ben, there, "Tim")
    # The same with words alone: the amounts stay, and of both titles one is chosen.
    ada.goto(f"{group}/expenses/{expense}/edit")
    device.wire.cut()
    ben.goto(f"{there}/expenses/{expense}/edit")
    ben.get_by_label("What for").fill("Rent of May")
    flat.save(ben)
    flat.sees(ben, "Rent of May")
    ada.get_by_label("What for").fill("The rent")
    flat.save(ada)
    flat.sees(ada, "The rent")
    device.wire.mend()
    ben.goto(there)
    expect(ben.locator("main")).to_contain_text("The rent", timeout=60000)
    ben.goto(device.url + "/sync")
    flat.sees(ben, "Changed Rent of May")
    ben.get_by_role("link", name="Look at both versions").click()
    flat.sees(ben, "The rent", "Rent of May")
    flat.shot(ben, "both-titles")
    ben.get_by_label("What for").fill("Rent, May")
    flat.save(ben)
    flat.sees(ben, "Rent, May", "€970.00")
    ben.goto(device.url + "/sync")
    expect(ben.get_by_text("Everything is in step").first).to_be_visible(timeout=60000)
    ada.goto(f"{group}/expenses/{expense}/edit")
    ada.get_by_label("What for").fill("Rent")
    flat.save(ada)


def receipts_and_comments(flat, ada, phone, group, folder):
    """A receipt is there as soon as it is picked; what one says, the other reads on the open page."""
    flat.begin(ada, group, "Paint", "40")
    flat.save(ada)
    phone.goto(group)
    phone.locator("main").get_by_role("link", name="Paint").click()
    phone.wait_for_load_state()
    ada.goto(phone.url)
    bill = folder / "bill.pdf"
    bill.write_bytes(b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n")
    ada.get_by_label("Add pictures or PDFs").set_input_files(str(bill))
    flat.sees(ada, "bill.pdf")
    lie = folder / "page.pdf"
    lie.write_text("<html><script>alert(1)</script></html>")
    ada.get_by_label("Add pictures or PDFs").set_input_files(str(lie))
    flat.sees(ada, re.compile("neither a picture nor a PDF"))
    flat.shot(ada, "receipt-refused")
    ada.goto(phone.url)
    ada.get_by_label("Comment", exact=True).fill("Twice the white, once the grey")
    ada.get_by_role("button", name="Add comment").click()
    ada.wait_for_load_state()
    expect(phone.get_by_text("Twice the white").first).to_be_visible(timeout=20000)
    expect(phone.get_by_text("bill.pdf").first).to_be_visible()
    flat.shot(phone, "receipt-and-comment")


def history(flat, ada, phone, group):
    """An edit is told with before and after and taken back; what was deleted comes back whole."""
    ada.goto(phone.url)
    expense = ada.url
    ada.goto(expense + "/edit")
    ada.get_by_label("Amount", exact=True).first.fill("48")
    flat.save(ada)
    ada.goto(expense)
    flat.sees(ada, "€48.00")
    ada.get_by_role("link", name="History", exact=True).click()
    flat.sees(ada, "Amount: €40.00 → €48.00")
    flat.shot(ada, "history")
    ada.get_by_role("link", name="Look and take back").first.click()
    ada.get_by_role("button", name="Take back").click()
    ada.wait_for_load_state()
    flat.shot(ada, "activity")
    phone.goto(expense)
    flat.sees(phone, "€40.00")
    phone.get_by_text("More", exact=True).or_(phone.get_by_label("More actions")).last.click()
    phone.get_by_role("button", name="Delete", exact=True).click()
    phone.wait_for_load_state()
    ada.goto(group + "/deleted")
    flat.sees(ada, re.compile("Paint"))
    flat.shot(ada, "deleted")
    ada.get_by_role("button", name="Restore").first.click()
    ada.wait_for_load_state()
    flat.sees(ada, "€40.00", "bill.pdf", re.compile("Twice the white"))


def settle(flat, ada, phone, group):
    """Both press the same payment; it is recorded once, and the second is told."""
    for page in (ada, phone):
        page.goto(group)
        # What was added last is there, so that the page stays as it is.
        flat.sees(page, "Plain")
    form = ada.locator("form[action$='/settle']").first
    # Two members may owe the same amount: a payment is known by who pays whom, too.
    values = {name: form.locator(f"input[name={name}]").input_value()
              for name in ("from", "to", "minor")}
    same = "form[action$='/settle']" + "".join(
        f":has(input[name={name}][value='{value}'])" for name, value in values.items())
    # Both at the same moment, so that neither page has heard of the other's press.
    moment = (time.time() + 0.5) * 1000
    for page in (ada, phone):
        page.evaluate(
            "([same, moment]) => { const button = document.querySelector(same + ' button');"
            " setTimeout(() => button.click(), moment - Date.now()); }", [same, moment])
    told = {"Recorded the payment": 0, "Somebody has recorded": 0}
    for page in (ada, phone):
        message = page.locator("#messages").get_by_text(re.compile("|".join(told))).first
        # Going on before the answer would take the press back.
        message.wait_for()
        text = message.inner_text()
        told = {words: count + (words in text) for words, count in told.items()}
    assert list(told.values()) == [1, 1], told
    ada.goto(group)
    payments = ada.locator("ul.expenses").get_by_text("Payment", exact=True)
    assert payments.count() == 1, ada.locator("ul.expenses").inner_text()
    flat.shot(ada, "settled")


def look_only(flat, vera, group):
    """A viewer without script: sees all, says who she is, changes nothing."""
    vera.goto(group)
    flat.sees(vera, "Which of these is you?", "Rent")
    vera.get_by_role("button", name="I am Vera").click()
    vera.wait_for_load_state()
    assert vera.locator("main").get_by_role("link", name="Add expense").count() == 0
    vera.goto(f"{group}/expenses/new")
    assert "Add expense" not in vera.locator("main").inner_text()


def without_script(flat, page, group):
    """A bill without script: more lines, and everybody's part after one press."""
    flat.begin(page, group, "Plain", "12")
    page.get_by_role("button", name="Show the parts").click()
    expect(page.locator("#preview")).to_contain_text("€2.40")
    expect(page.get_by_label("What for")).to_have_value("Plain")
    flat.save(page)
    flat.sees(page, "Plain")


def combine_and_leave(flat, ada, phone, group):
    before = flat.balance(ada, group, "Tim")
    ada.goto(f"{group}/members")
    ada.locator("main").get_by_role("link", name="Benny").click()
    ada.get_by_role("link", name="Combine…").click()
    ada.locator("select[name=into]").select_option(label="Ben")
    ada.get_by_role("button", name="Combine", exact=True).click()
    ada.wait_for_load_state()
    assert "Benny" not in ada.locator("main").inner_text()
    assert flat.balance(ada, group, "Tim") == before
    phone.goto(f"{group}/settings/leave")
    flat.sees(phone, "Expenses, and what everybody owes, stay as they are")
    flat.shot(phone, "leave")
    phone.get_by_role("button", name="Leave, and keep a copy").click()
    phone.wait_for_load_state()
    flat.sees(phone, "Flat 4B", "Rent")
    flat.shot(phone, "copy")
    assert phone.url.split("?")[0] != group
    assert phone.goto(group).status == 404
    assert "Ben" in ada.locator("main").inner_text()


def narrow(flat, page):
    """Long names and large sums where there is little room: nothing is torn, cut or put over another."""
    page.goto(flat.hub.url + "/groups/new")
    page.get_by_label("Name of the group").fill("Household of the Featherstonehaughs")
    page.get_by_label("Who else takes part").fill(
        "Bartholomew Featherstonehaugh-Cholmondeley\nDonaudampfschifffahrtsgesellschaftskapitän\nBen")
    page.get_by_role("button", name="Make the group").click()
    page.wait_for_load_state()
    group = page.url.split("?")[0]
    for title, amount in (("Castle", "8123456789.99"), ("Rindfleischetikettierung", "-7654321")):
        flat.begin(page, group, title, amount)
        flat.save(page)
    page.goto(flat.hub.url + "/personal/budgets")
    page.get_by_label("Amount", exact=True).fill("98765432109.87")
    flat.save(page)
    paths = [
        group, f"{group}/debts", f"{group}/balances", f"{group}/expenses/new",
        f"{flat.hub.url}/personal", f"{flat.hub.url}/personal/budgets"]
    before, problems = page.viewport_size, []
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for path in paths:
            page.goto(path)
            name = path.removeprefix(flat.hub.url)
            if name.endswith("expenses/new"):
                page.get_by_label("What for").fill("Castle")
                page.get_by_label("Amount", exact=True).first.fill("8123456789.99")
                expect(page.locator("#preview .num").first).to_be_visible()
                page.locator("label.way:has(#way-exact)").click()
            support.no_overflow(page, name)
            problems += support.torn_amounts(page, name) + support.broken_words(page, name)
        page.goto(group)
        bar = page.locator(".selection-bar")
        for button in bar.locator("button").all():
            right = button.evaluate("(button) => button.getBoundingClientRect().right")
            if right > width:
                problems.append(f"“{button.inner_text()}” ends at {right} px of {width}")
    page.set_viewport_size(before)
    assert not problems, problems


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-money-"))
    hearth = os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth"))
    hub = support.Hub(hearth, folder)
    problems = []
    with sync_playwright() as p:
        browser = support.chromium(p)
        flat = Flat(browser, hub, problems, os.environ.get("SHOTS"))
        ada, phone = flat.browse(DESK), flat.browse(PHONE)
        print("a group is made, and two people join it", flush=True)
        ada.goto(hub.url + "/")
        support.fill_account(ada, "Ada")
        support.name_home(ada, "House")
        ada.wait_for_load_state()
        group, (for_ben, for_vera) = make_group(flat, ada)
        join(phone, for_ben, "Ben")
        phone.get_by_role("button", name="I am Ben", exact=True).click()
        phone.wait_for_load_state()
        flat.shot(phone, "joined")
        vera = flat.browse(DESK, script=False)
        join(vera, for_vera, "Vera")
        print("every way to split", flush=True)
        every_split(flat, ada, group)
        phone.goto(group)
        flat.sees(phone, "Dinner")
        flat.shot(phone, "group")
        print("an open page shows what others add", flush=True)
        flat.begin(ada, group, "Live", "6")
        flat.save(ada)
        expect(phone.get_by_text("Live").first).to_be_visible(timeout=20000)
        print("two people change one expense, one of them without the hub", flush=True)
        device = support.Device(hearth, folder, hub)
        laptop = flat.browse(DESK)
        laptop.goto(device.address)
        laptop.get_by_label("Sign-in name").fill("ben")
        laptop.get_by_label("Password", exact=True).fill(support.PASSWORD)
        laptop.get_by_role("button", name=re.compile("Connect|Sign in")).first.click()
        laptop.goto(device.url + "/groups")
        expect(laptop.locator("main").get_by_text("Flat 4B").first).to_be_visible(timeout=30000)
        two_edits(flat, ada, laptop, device, group)
        print("a viewer, and people without script", flush=True)
        look_only(flat, vera, group)
        plain = flat.browse(PHONE, script=False)
        plain.goto(hub.url + "/signin")
        plain.get_by_label("Sign-in name").fill("ben")
        plain.get_by_label("Password", exact=True).fill(support.PASSWORD)
        plain.get_by_role("button", name="Sign in").first.click()
        without_script(flat, plain, group)
        print("receipts, comments, history and what was deleted", flush=True)
        receipts_and_comments(flat, ada, phone, group, folder)
        history(flat, ada, phone, group)
        print("two people settle the same debt", flush=True)
        settle(flat, ada, phone, group)
        print("two members become one; somebody leaves", flush=True)
        combine_and_leave(flat, ada, phone, group)
        print("long names and large sums on narrow screens", flush=True)
        narrow(flat, ada)
        for page, name in ((ada, "desk"), (phone, "phone")):
            page.goto(hub.url + "/groups")
            flat.shot(page, f"groups-{name}")
        ada.goto(hub.url + "/today")
        flat.shot(ada, "today")
        device.stop()
        browser.close()
    hub.stop()
    expected = [each for each in problems if "404" in each or "409" in each or "422" in each
                or "403" in each or "Failed to fetch" in each or "ERR_" in each]
    rest = [each for each in problems if each not in expected]
    assert not rest, rest
    shutil.rmtree(folder)
    print("money: all steps seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"money: {error}", file=sys.stderr)
        raise
