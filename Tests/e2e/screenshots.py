#!/usr/bin/env python3
"""Takes the pictures of the README: a made-up household in a real browser.

usage: screenshots.py DIR      (HEARTH names the program; default is the release build)"""
import os
import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ("HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price,"
          "HB.purchase_date,HB.manufacturer,HB.model_number,HB.serial_number,HB.description")
ITEMS = [
    ("Kitchen", "Kitchen", "Espresso machine", 1, "449.00", "2023-11-20", "Gaggia", "Classic Pro"),
    ("Kitchen", "Kitchen", "Stand mixer", 1, "389.00", "2022-12-24", "KitchenAid", "Artisan"),
    ("Kitchen", "Kitchen", "Cast-iron pots", 3, "79.00", "2021-05-02", "Staub", ""),
    ("Living Room", "Electronics", "Television 55 inch", 1, "1199.00", "2023-09-01", "LG", "OLED55C3"),
    ("Living Room", "Furniture", "Oak dining chairs", 6, "190.00", "2020-03-14", "", ""),
    ("Living Room", "Furniture", "Sofa", 1, "1450.00", "2020-03-14", "", ""),
    ("Garage / Wall rack", "Sports", "Road bicycle", 1, "1899.00", "2023-06-14", "Canyon", "Endurace CF 7"),
    ("Garage / Shelf 2", "Tools", "Cordless drill", 1, "189.50", "2024-03-02", "Makita", "DDF484"),
    ("Garage / Shelf 2", "Tools", "Circular saw", 1, "139.00", "2024-03-02", "Bosch", "GKS 190"),
    ("Bedroom", "Furniture", "Chest of drawers", 1, "320.00", "2019-08-11", "", ""),
    ("Home Office", "Electronics", "Laptop", 1, "1649.00", "2025-01-15", "Lenovo", "X1 Carbon"),
    ("Home Office", "Electronics", "Monitor", 2, "410.00", "2025-01-15", "Dell", "U2723QE"),
    ("Home Office", "Books", "Encyclopaedia", 24, "12.00", "", "", ""),
    ("Bedroom", "Art", "Watercolour, harbour at dusk", 1, "450.00", "2018-10-01", "", ""),
]


def inventory():
    lines = [HEADER]
    for index, (room, label, name, count, price, day, make, model) in enumerate(ITEMS):
        lines.append(f'item-{index},{room},{label},"{name}",{count},{price},{day},{make},{model},,')
    return "\n".join(lines) + "\n"


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs/screenshots")
    out.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-shots-"))
    (folder / "harbour-street.csv").write_text(inventory())
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/hearth")), folder)
    with sync_playwright() as p:
        browser = support.chromium(p)
        first = browser.new_context(viewport={"width": 1280, "height": 900})
        page = first.new_page()
        page.goto(hub.url + "/")
        support.fill_account(page, "Amelie")
        support.name_home(page, "Harbour Street")
        page.wait_for_load_state()
        support.import_file(page, hub, folder / "harbour-street.csv")
        home = support.home_id(page, hub)
        address = support.make_invite(page, hub, home)
        page.goto(hub.url + "/items")
        item = page.get_by_role("link", name="Road bicycle").first.get_attribute("href")
        state = first.storage_state()
        guest = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        guest.goto(address)
        guest.screenshot(path=out / "join-390-light.png")
        pages = {"dashboard": f"/homes/{home}", "items": "/items", "item": item,
                 "settings": f"/homes/{home}/settings"}
        for scheme in ("light", "dark"):
            for width, height in ((1280, 900), (390, 844)):
                context = browser.new_context(
                    storage_state=state, viewport={"width": width, "height": height},
                    color_scheme=scheme)
                tab = context.new_page()
                for name, path in pages.items():
                    tab.goto(hub.url + path)
                    support.no_overflow(tab, name)
                    tab.screenshot(path=out / f"{name}-{width}-{scheme}.png")
                context.close()
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print(f"{len(list(out.glob('*.png')))} pictures in {out}")


if __name__ == "__main__":
    main()
