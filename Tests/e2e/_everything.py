"""A home with one of each kind, and the addresses of all pages that lead there."""
import html
import re

from playwright.sync_api import expect

import _pictures
import support

IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=/)\d+(?=/|$)")
# A receipt of no pages.
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


# A routine that waits for a parent once it is ticked.
APPROVED = "Make the bed"


def send(page, address, fields, files=None):
    """Fills in the form of a page that has the fields, and sends it as its button would."""
    page.goto(address)
    for field, parts in (files or {}).items():
        if page.locator(f"main form[data-upload] input[name='{field}']").count():
            # It is sent as soon as the files are picked.
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                page.locator(f"main input[name='{field}']").first.set_input_files(files=parts)
            expect(page.locator("main .upload-progress")).to_be_hidden()
            return
        page.locator(f"main input[type=file][name='{field}']").first.set_input_files(files=parts)
    first = next(iter(fields or files))
    form = page.locator("main form[method=post]", has=page.locator(f"[name='{first}']")).first
    form.evaluate(
        """(form, fields) => {
             for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
           }""", fields)
    with page.expect_navigation():
        form.evaluate("(form) => form.requestSubmit()")
    expect(page.locator("main .invalid")).to_have_count(0)


def fill(page, hub, home, item, room):
    """Gives the home, the item and the room what pages of their own are about."""
    place = f"{hub.url}/homes/{home}"
    send(page, f"{place}/fields", {"name": "Colour"})
    send(page, f"{place}/labels", {"name": "Borrowed"})
    send(page, f"{place}/insurance/new", {
        "provider": "Atlantic", "policyNumber": "A-1", "currency": "EUR",
        "personalProperty": "30000"})
    send(page, f"{place}/templates/new", {"name": "Books", "itemName": "Book"})
    send(page, f"{hub.url}/items/{item}/maintenance", {
        "title": "Descale", "dueOn": "2026-12-01"})
    send(page, f"{hub.url}/searches?new=&q=value>1", {"name": "Dear things"})
    send(page, f"{hub.url}/account/tokens", {"name": "Kitchen screen"})
    send(page, f"{hub.url}/items/{item}", {}, {"papers": [
        {"name": "receipt.pdf", "mimeType": "application/pdf", "buffer": PDF}]})
    send(page, f"{hub.url}{room}?edit", {}, {"photos": [
        {"name": "room.png", "mimeType": "image/png", "buffer": _pictures.png(300, 200)}]})
    page.goto(f"{hub.url}{room}/check")
    with page.expect_navigation():
        page.locator("main form[method=post] button").first.click()
    money(page, hub)
    page.goto(hub.url + "/homes/new")
    support.name_home(page, "Shed")
    page.wait_for_url(lambda url: "/homes/new" not in url)
    shed = re.search(r"/homes/([0-9a-f-]{36})", page.url).group(1)
    send(page, f"{hub.url}/homes/{shed}/delete", {"name": "Shed"})


def money(page, hub):
    """A group with an expense of which everybody has a part, and a bill."""
    send(page, f"{hub.url}/groups/new", {"name": "Flat 4B", "members": "Ben\nTim"})
    group = re.search(r"/groups/[0-9a-f-]{36}", page.url).group(0)
    send(page, f"{hub.url}{group}/expenses/new", {"title": "Rent", "amount": "900"})
    send(page, f"{hub.url}{group}/expenses/new", {
        "title": "Dinner", "amount": "44", "way": "itemised", "line.0.name": "Wine",
        "line.0.amount": "20", "line.1.name": "Pasta", "line.1.amount": "20"})


def family(page, hub, folder):
    """A family with a child that has an account, somebody who is away, a routine and a reward; and the
    file of it, which is brought back as another person would. Returns a link that lets the child in,
    and the pages of the import."""
    send(page, f"{hub.url}/families/new", {"name": "Lindqvist"})
    family = hub.url + re.search(r"/families/[0-9a-f-]{36}", page.url).group(0)
    page.goto(f"{family}/settings")
    page.get_by_label("Stars and rewards").check()
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_load_state()
    send(page, f"{family}/children/new", {"name": "Mia"})
    child = page.url
    today = page.evaluate("new Date().toISOString().slice(0, 10)")
    send(page, f"{family}/away", {"startsOn": today, "endsOn": today})
    send(page, f"{family}/routines/new", {"title": "Evening", "steps": "Brush teeth\nPyjamas"})
    page.goto(f"{family}/routines/new")
    page.get_by_label("Title").fill(APPROVED)
    page.get_by_label("A parent approves it").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(lambda url: "/new" not in url)
    send(page, f"{family}/rewards", {"title": "Choose the film", "price": "20"})
    page.goto(child)
    page.get_by_role("button", name="Show a code").click()
    link = page.get_by_label("Send this link").input_value()
    (folder / "family.zip").write_bytes(
        page.context.request.get(f"{hub.url}/export/archive").body())
    page.goto(f"{hub.url}/family-imports")
    page.locator("input[type=file]").set_input_files(folder / "family.zip")
    page.get_by_role("button", name="Preview import").click()
    page.get_by_role("heading", name="Import preview").wait_for()
    return link, {"family-import": "/family-imports",
                  "family-import-preview": page.url.removeprefix(hub.url),
                  "notification-settings": "/account/notifications"}


def kind(address):
    """An address without what differs from one home, item and so on to the other: ids, numbers and
    its query, but for the word that makes a form of a page."""
    path, _, query = address.partition("?")
    form = re.search(r"(?:^|&)(edit|new)=?(?:&|$)", query)
    return IDS.sub("*", path) + (f"?{form.group(1)}" if form else "")


def pages(context, hub, begin):
    """One address for each kind of page that links lead to, from some on."""
    found, asked, waiting = {}, set(), list(begin)
    while waiting:
        address = waiting.pop(0)
        if kind(address) in asked:
            continue
        asked.add(kind(address))
        answer = context.request.get(hub.url + address)
        # A link may lead on to a page that is known, or to what is no page: a picture, a file.
        reached = answer.url.removeprefix(hub.url)
        if not answer.ok or "text/html" not in answer.headers.get("content-type", ""):
            continue
        if found.setdefault(kind(reached), reached) == reached:
            asked.add(kind(reached))
            waiting += re.findall(r'\shref="(/[^"#]*)', html.unescape(answer.text()))
    return found
