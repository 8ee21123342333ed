"""The stories of spec 003 that are about what is in homes: all of it together, rooms and labels of
each home, and what somebody brings along from an app with one home."""
import zipfile

from playwright.sync_api import expect

# What an app with a single home leaves: rows name no home, and one is in no place.
INVENTORY = """Title,Description,Location,Label,QuantityInt,Price,ItemID
Piano,Upright,Living Room,Music,1,3200,5F557203-3018-40C5-A38F-D547923A7301
Lamp,,Living Room,,2,39.95,5F557203-3018-40C5-A38F-D547923A7302
Ladder,,,Tools,1,80,5F557203-3018-40C5-A38F-D547923A7303
"""
LOCATIONS = """Name,Description,PhotoFilename,LocationID
Living Room,warm,,36F675CC-81E7-4EF5-A8E2-5D940ED90475
Wine cellar,,,0CB1E29C-658C-4A14-95E6-0AF593BD04CF
"""
LABELS = """Name,Description,ColorHex,Emoji
Music,What sounds,#AAD6E5,🎵
Tools,,,🔧
"""


def all_inventory(person):
    """S3-US3: everything in one list."""
    page = person.page
    for name, price, label in (
        ("Drill", "189.50", "Tools"), ("Armchair", "450", "Furniture"),
        ("Coffee cups", "12", "Kitchen"),
    ):
        person.add_item("Mill House", name, price=price, label=label)
    with person.proves("S3-US3-1", "S3-US3-5"):
        assert person.count("All items") == 5, person.homes()
        person.go("All items")
        person.heading("All items")
        expect(page.locator("main")).to_contain_text("5 items")
        assert sorted(person.rows()) == ["Armchair", "Canoe", "Coffee cups", "Drill", "Kettle"]
        person.looks("all-inventory")
    with person.proves("S3-US3-0", "S3-US3-2"):
        badges = dict(zip(person.rows(), person.badges()))
        assert badges == {
            name: "Lake Cabin" if name == "Canoe" else "Mill House" for name in badges}, badges
    with person.proves("S3-US3-3"):
        choose(person, "Newest first", "By name")
        assert person.rows() == ["Armchair", "Canoe", "Coffee cups", "Drill", "Kettle"]
        choose(person, "By name", "Highest value first")
        assert person.rows() == ["Canoe", "Armchair", "Drill", "Kettle", "Coffee cups"]
        choose(person, "Home", "Lake Cabin")
        assert person.rows() == ["Canoe"], person.rows()
        person.looks("all-inventory-filtered")
        choose(person, "Home: Lake Cabin", "Any")
        # Both homes have a label of this name; it is one choice, and finds what is in both.
        person.add_item("Lake Cabin", "Camping stove", price="60", label="Kitchen")
        person.go("All items")
        choose(person, "Label", "Kitchen")
        assert sorted(person.rows()) == ["Camping stove", "Coffee cups", "Kettle"], person.rows()
        assert sorted(set(person.badges())) == ["Lake Cabin", "Mill House"]
    with person.proves("S3-US3-4"):
        person.go("All items")
        page.locator("#q").press_sequentially("ca", delay=20)
        expect(page.locator("#items .t a")).to_have_count(2)
        assert sorted(person.rows()) == ["Camping stove", "Canoe"], person.rows()
        page.locator("#q").fill("c")
        expect(page.locator("#items .t a")).to_have_count(3)
        assert sorted(set(person.badges())) == ["Lake Cabin", "Mill House"]
        person.looks("search")


def choose(person, menu, choice):
    """A choice of one of the menus above a list."""
    page = person.page
    opened = page.locator(".filters details", has=page.locator("summary", has_text=menu)).first
    person.press(opened.locator("summary"))
    person.follow(opened.get_by_role("link", name=choice).first)


def per_home(person):
    """S3-US7: each home has its own rooms and labels."""
    page = person.page
    with person.proves("S3-US7-4"):
        person.settings("Mill House")
        person.open("Organization")
        for part in ("Rooms", "Labels"):
            link = page.locator("main #organization a, main a.row", has_text=part).first
            assert "/homes/" in link.get_attribute("href"), part
        person.looks("settings-organization")
        person.follow(page.locator("main a.row", has_text="Labels").first)
    with person.proves("S3-US7-1"):
        person.heading("Labels")
        person.type("Name", "Heirloom")
        person.type("Emoji", "💎")
        person.button("Add label")
        person.sees("Added Heirloom")
        person.looks("labels-added")
        person.go("Lake Cabin")
        person.go("Labels")
        expect(page.locator("main .lines")).not_to_contain_text("Heirloom")
    with person.proves("S3-US7-2"):
        person.go("Mill House")
        person.go("Rooms")
        person.type("Name", "Wine cellar")
        person.button("Add place")
        person.sees("Added Wine cellar")
        person.looks("rooms-added")
        person.go("Lake Cabin")
        person.go("Rooms")
        expect(page.locator("main .tree")).not_to_contain_text("Wine cellar")
    with person.proves("S3-US7-3", "S3-US7-0"):
        for home, is_offered in (("Mill House", True), ("Lake Cabin", False)):
            person.begin_item(home)
            places = page.locator("select[name=locationID] option").all_inner_texts()
            labels = page.locator("label.tickable").all_inner_texts()
            for names, name in ((places, "Wine cellar"), (labels, "Heirloom")):
                assert any(name in each for each in names) == is_offered, (home, names)
            assert len(places) == (11 if is_offered else 10), places
        person.looks("item-form")


def bringing_along(person, folder):
    """S3-US6: what one had in an app with one home."""
    page = person.page
    path = folder / "MovingBox.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in (
            ("inventory.csv", INVENTORY), ("locations.csv", LOCATIONS), ("labels.csv", LABELS)
        ):
            archive.writestr(name, text)
    with person.proves("S3-US6-5"):
        person.go("Import")
        page.locator("input[type=file]").set_input_files(path)
        person.button("Preview import")
        person.heading("Import preview")
        # Nothing has to be chosen or corrected on the way.
        person.looks("import-preview")
        person.button("Import 3 items")
        person.heading("Imported")
        person.looks("import-result")
    with person.proves("S3-US6-4"):
        assert person.home_cards() == ["Old House (Primary)"], person.home_cards()
    with person.proves("S3-US6-0", "S3-US6-1"):
        assert person.count("Old House") == 3 and person.count("All items") == 3
        person.go("All items")
        assert sorted(person.rows()) == ["Ladder", "Lamp", "Piano"], person.rows()
        expect(page.locator("main")).to_contain_text("3 items")
        person.looks("brought-along")
    with person.proves("S3-US6-2"):
        person.go("Rooms")
        tree = page.locator("main .tree")
        expect(tree).to_contain_text("Wine cellar")
        expect(tree.locator("b", has_text="Living Room")).to_have_count(1)
        person.sees("1 item is in no particular room")
    with person.proves("S3-US6-3"):
        person.go("Labels")
        for label in ("Music", "Tools"):
            expect(page.locator("main .lines li", has_text=label)).to_contain_text("1 item")
