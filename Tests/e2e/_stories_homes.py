"""The stories of spec 003 that are about homes: having several, going about in them, names, the
primary one, and doing without one."""
import re

from playwright.sync_api import expect

import _pictures
import support


def new_home(person):
    """S3-US1: a further home."""
    page = person.page
    with person.proves("S3-US1-1"):
        person.settings("Mill House")
        person.looks("settings")
        person.go("Homes")
        person.looks("homes")
        person.link("New home")
        person.heading("A new home")
    with person.proves("S3-US1-2"):
        person.looks("new-home")
        person.press(page.get_by_role("button", name="Create home"))
        assert page.locator("#f-name:invalid").count(), "a home may have no name"
        person.type("Name of the home", "   ")
        page.locator("label.tick-card", has_text="Attic").click()
        person.button("Create home")
        expect(page.locator(".field.invalid")).to_be_visible()
        expect(page.locator("label.tick-card", has_text="Attic").locator("input")).to_be_checked()
        page.locator("label.tick-card", has_text="Attic").click()
        person.looks("new-home-refused")
        person.type("Name of the home", "Lake Cabin")
        person.open("Address and photo")
        person.type("Street", "Lakeside 3")
        person.type("City", "Chester")
        page.locator("input[type=file]").set_input_files(files=[
            {"name": "cabin.png", "mimeType": "image/png", "buffer": _pictures.png(400, 200)}])
        person.looks("new-home-filled")
        person.button("Create home")
    with person.proves("S3-US1-4"):
        person.sees("Lake Cabin is ready")
        person.heading("Lake Cabin")
        person.sees("Chester")
        assert support.is_loaded(page.locator(".hero-photo"))
        person.looks("new-home-made")
    with person.proves("S3-US1-5"):
        assert "Lake Cabin" in person.listed("Homes"), person.homes()
        person.looks("menu")
    with person.proves("S3-US1-3", "S3-US7-5"):
        for part in ("Rooms", "Labels"):
            found = []
            for home in ("Mill House", "Lake Cabin"):
                person.go(home)
                person.go(part)
                found.append(page.locator(".tree b, .lines .label").all_inner_texts())
            assert len(found[0]) > 5 and found[0] == found[1], found
            person.looks(part.lower())
    with person.proves("S3-US1-0"):
        person.add_item("Lake Cabin", "Canoe", price="899", label="Sport", room="Garage")
        assert (person.count("Lake Cabin"), person.count("Mill House")) == (1, 0)
        person.go("Mill House")
        person.sees("A clean slate")
        person.add_item("Mill House", "Kettle", price="29.90", label="Kitchen", room="Kitchen")
        assert (person.count("Lake Cabin"), person.count("Mill House")) == (1, 1)


def going_about(person):
    """S3-US2: from home to home by the navigation."""
    page = person.page
    with person.proves("S3-US2-1"):
        person.go("Mill House")
        if person.is_phone:
            person.follow(page.locator("nav.tabs a", has_text="Things"))
        lists = page.locator("nav.segments a, aside.side nav > ul:not(.areas) .name")
        assert lists.locator("visible=true").first.inner_text().strip() == "Dashboard"
    with person.proves("S3-US2-2"):
        assert person.listed("Homes")[:2] == ["Mill House", "Lake Cabin"], person.homes()
    with person.proves("S3-US2-3", "S3-US2-5", "S3-US2-0"):
        for home, count, item in (("Lake Cabin", "2", "Canoe"), ("Mill House", "4", "Kettle")):
            person.go(home)
            person.heading(home)
            assert person.active_home() == home, person.active_home()
            expect(page.locator(".stat b").first).to_have_text(count)
            expect(page.locator("#recent .t", has_text=item)).to_be_visible()
            person.looks("dashboard")
        person.switch("Lake Cabin")
        expect(page.locator("#recent .t", has_text="Kettle")).to_have_count(0)
    with person.proves("S3-US2-6"):
        person.go("Rooms")
        person.type("Name", "Boathouse")
        person.button("Add place")
        person.sees("Added Boathouse")
        person.go("Labels")
        person.type("Name", "Afloat")
        person.button("Add label")
        person.sees("Added Afloat")
        person.go("Lake Cabin")
        assert "Boathouse" in person.listed("Rooms"), person.listed("Rooms")
        assert "Afloat" in person.listed("Labels"), person.listed("Labels")
        person.go("Mill House")
        assert "Boathouse" not in person.listed("Rooms")
        assert "Afloat" not in person.listed("Labels")
    with person.proves("S3-US2-4"):
        person.go("Lake Cabin")
        person.hub.stop()
        person.hub.start()
        page.goto(person.hub.url + "/")
        person.heading("Lake Cabin")
        assert person.active_home() == "Lake Cabin"
        with person.another() as other:
            assert other.active_home() == "Mill House", other.active_home()


def renaming(person, device):
    """S3-US5: another name."""
    page = person.page
    with person.proves("S3-US5-1", "S3-US5-0"):
        person.settings("Lake Cabin")
        person.type("Name", "Sea Cabin")
        person.button("Save")
        person.sees("Saved Sea Cabin")
        person.looks("renamed")
    with person.proves("S3-US5-2"):
        assert person.active_home() == "Sea Cabin"
        names = person.listed("Homes")
        assert "Sea Cabin" in names and "Lake Cabin" not in names, names
        page.reload()
        assert person.listed("Homes") == names
    with person.proves("D-HOM-16"):
        person.settings("Sea Cabin")
        person.type("Name", "Mill House")
        person.button("Save")
        person.sees("Another of your homes has that name, too")
        person.type("Name", "Sea Cabin")
        person.button("Save")
        person.sees("Saved Sea Cabin")
    with person.proves("S3-US5-3"):
        device.waits_for_home("Sea Cabin")
        assert "Sea Cabin" in device.listed("Homes"), device.listed("Homes")


def primary(person, device):
    """S3-US8: the home that Hearth opens with."""
    page = person.page
    with person.proves("S3-US8-1"):
        assert person.home_cards() == ["Mill House (Primary)", "Sea Cabin"], person.home_cards()
    with person.proves("S3-US8-3"):
        person.settings("Sea Cabin")
        person.open("Primary home")
        person.looks("settings-primary")
        person.button("Set as primary")
        person.sees("Sea Cabin is now your primary home")
        assert person.home_cards() == ["Sea Cabin (Primary)", "Mill House"], person.home_cards()
    with person.proves("S3-US8-2"):
        person.go("Mill House")
        if person.is_phone:
            # The menu of homes begins with it.
            person.at_home_menu(person.listed("Homes")[0])
        else:
            person.go("Dashboard")
        person.heading("Sea Cabin")
        assert person.active_home() == "Sea Cabin"
    with person.proves("S3-US8-0"):
        person.go("Mill House")
        with person.another() as other:
            other.heading("Sea Cabin")
            assert other.active_home() == "Sea Cabin", other.active_home()
    with person.proves("S3-US8-4"):
        device.waits_for_home("Sea Cabin (Primary)")
        assert device.home_cards() == ["Sea Cabin (Primary)", "Mill House"], device.home_cards()
    person.settings("Mill House")
    person.open("Primary home")
    person.button("Set as primary")
    person.sees("Mill House is now your primary home")


def doing_without(person):
    """S3-US4: a home that is needed no longer; last, since only one is left."""
    page = person.page
    before = person.count("All items")
    with person.proves("S3-US4-3"):
        person.settings("Mill House")
        person.open("Delete home")
        expect(page.get_by_role("button", name="Delete home")).to_be_disabled()
        person.sees("Set another one as primary before you delete it")
    with person.proves("S3-US4-1"):
        person.settings("Sea Cabin")
        person.open("Delete home")
        person.looks("settings-delete")
        person.link("Delete this home")
    with person.proves("S3-US4-2"):
        person.heading("Delete Sea Cabin?")
        person.sees("All of this goes, for everyone")
        plan = page.locator("main .card").first.inner_text()
        assert re.search(r"\b2 items\b", plan) and re.search(r"\b10 rooms\b", plan), plan
        person.looks("delete-home")
        person.type("Type Sea Cabin to go on", "Sea")
        person.button("Delete this home")
        expect(page.locator(".field.invalid")).to_be_visible()
        assert person.count("Sea Cabin") == 2
    with person.proves("S3-US4-0", "S3-US4-5"):
        person.settings("Sea Cabin")
        person.open("Delete home")
        person.link("Delete this home")
        person.type("Type Sea Cabin to go on", "sea cabin")
        person.button("Delete this home")
        person.sees("Deleted Sea Cabin")
        assert person.active_home() == "Mill House", person.active_home()
        person.looks("home-deleted")
        page.goto(person.hub.url + "/")
        person.heading("Mill House")
        assert "Sea Cabin" not in person.listed("Homes"), person.homes()
    with person.proves("S3-US4-4"):
        assert person.count("All items") == before - 2
        person.go("All items")
        assert "Canoe" not in person.rows(), person.rows()
        person.go("Mill House")
        assert "Boathouse" not in person.listed("Rooms")
    with person.proves("S3-US4-3"):
        person.settings("Mill House")
        person.open("Delete home")
        expect(page.get_by_role("button", name="Delete home")).to_be_disabled()
        person.sees("This is your only home")
    with person.proves("X32"):
        person.go("Homes")
        person.looks("homes-deleted")
        person.button("Restore Sea Cabin")
        person.sees("Sea Cabin is back, with everything in it")
        assert person.count("All items") == before
