#!/usr/bin/env python3
"""Photos one by one, their order by dragging, and codes that are read from photos and the camera;
with scripts and without, on a phone and on a desk.

usage: photos.py      (HEARTH names the program; default is the debug build)"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import Error, expect, sync_playwright

import _pictures
import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
EAN = "4006381333931"
# A browser that reads codes: what it would see is told by the test, the rest is as in Chrome.
CAMERA = """
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code", "ean_13"]; }
    async detect() { return window.seen ? [{ rawValue: window.seen }] : []; }
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
    canvas.getContext("2d").fillRect(0, 0, 64, 48);
    window.track = canvas.captureStream(5).getTracks()[0];
    return new MediaStream([window.track]);
  };
"""


def bars(digits):
    """The picture of an EAN-13."""
    left = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
            "0110111", "0001011"]
    parity = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG",
              "LGLGGL", "LGGLGL"][int(digits[0])]
    turned = str.maketrans("01", "10")
    code = "101"
    for digit, kind in zip(digits[1:7], parity):
        plain = left[int(digit)]
        code += plain if kind == "L" else plain.translate(turned)[::-1]
    code += "01010" + "".join(left[int(digit)].translate(turned) for digit in digits[7:]) + "101"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160">
      <rect width="400" height="160" fill="#fff"/>""" + "".join(
        f'<rect x="{50 + 3 * index}" y="20" width="3" height="110"/>'
        for index, bit in enumerate(code) if bit == "1") + "</svg>"


def order(page):
    return page.locator(".photos > [data-key]").evaluate_all(
        "(all) => all.map((each) => each.dataset.key)")


def drag(page, source, target):
    """Takes hold of a small picture with the mouse and lets it go over another one."""
    thumbs = page.locator(".photos > [data-key]")
    start, end = thumbs.nth(source).bounding_box(), thumbs.nth(target).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    behind = end["width"] * (0.8 if target > source else 0.2)
    page.mouse.move(start["x"] + 40, start["y"] + 24, steps=3)
    page.mouse.move(end["x"] + behind, end["y"] + 24, steps=8)
    expect(page.locator(".dragging")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".dragging")).to_have_count(0)


def scale(page):
    return page.locator("#viewer-photo").evaluate(
        "(image) => new DOMMatrix(getComputedStyle(image).transform).a")


def touch(session, kind, *points):
    session.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})


def viewer(page, hub, item, shot):
    print("the viewer opens from a photo, and keys go through the photos", flush=True)
    page.goto(f"{hub.url}/items/{item}")
    page.get_by_role("link", name="Open photo 1 in full").click()
    at = page.locator(".viewer-bar small")
    expect(at).to_have_text("Photo 1 of 3")
    shot("viewer")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text("Photo 2 of 3")
    page.get_by_role("link", name="Next photo").focus()
    page.keyboard.press("Enter")
    expect(at).to_have_text("Photo 3 of 3")
    # There is no next one: the focus goes to what is nearest, and stays in the viewer.
    expect(page.get_by_role("link", name="Previous photo")).to_be_focused()
    expect(page.locator(".unseen")).to_contain_text("photo 3 of 3")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text("Photo 2 of 3")
    assert page.url.count("/photos/") == 1, page.url

    print("closer by keys, buttons and a double click; Escape takes back one step", flush=True)
    page.keyboard.press("+")
    assert scale(page) > 1.5, scale(page)
    page.keyboard.press("Escape")
    assert scale(page) == 1
    page.get_by_role("button", name="Zoom in").click()
    assert scale(page) > 1.5
    page.keyboard.press("0")
    stage = page.locator(".stage").bounding_box()
    page.mouse.dblclick(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    assert scale(page) == 2.5, scale(page)
    shot("viewer-close")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Bicycle").first).to_be_visible()
    assert page.url.endswith(item), page.url

    print("a photo is put first in the viewer, and deleted with a way back", flush=True)
    before = order(page)
    page.goto(f"{hub.url}/items/{item}/photos/{before[2]}")
    page.get_by_role("button", name="Show first").click()
    expect(at).to_have_text("Photo 1 of 3")
    page.get_by_role("button", name="Delete photo").click()
    expect(page.get_by_text("Deleted the photo")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".photos > [data-key]")).to_have_count(3)
    assert order(page) == [before[2], before[0], before[1]], order(page)


def dragging(page, hub, item, shot):
    print("small pictures are dragged into an order, which stays", flush=True)
    page.goto(f"{hub.url}/items/{item}")
    a, b, c = order(page)
    with page.expect_response(re.compile("photo-order")) as answer:
        drag(page, 0, 2)
    assert answer.value.status == 204, answer.value.status
    assert order(page) == [b, c, a], order(page)
    page.reload()
    assert order(page) == [b, c, a], order(page)
    assert page.locator(".strip figure").first.get_attribute("id") == f"photo-{b}"

    print("an order that cannot be saved is put back, and that is said", flush=True)
    page.route("**/photo-order", lambda route: route.abort())
    drag(page, 2, 0)
    expect(page.get_by_text("The order could not be saved")).to_be_visible()
    assert order(page) == [b, c, a], order(page)
    shot("not-saved")
    page.unroute("**/photo-order")

    print("buttons move a photo for whoever does not drag", flush=True)
    page.locator("figure .photo-menu summary").first.click()
    page.get_by_role("button", name="Move later").first.click()
    page.wait_for_load_state()
    assert order(page) == [c, b, a], order(page)


def fingers(page, hub, item):
    print("a swipe goes on, two fingers come closer, two taps too; a long touch drags", flush=True)
    session = page.context.new_cdp_session(page)
    page.goto(f"{hub.url}/items/{item}")
    page.get_by_role("link", name="Open photo 1 in full").click()
    at = page.locator(".viewer-bar small")
    expect(at).to_have_text("Photo 1 of 3")
    touch(session, "touchStart", (300, 400))
    for x in (260, 200, 120):
        touch(session, "touchMove", (x, 404))
    touch(session, "touchEnd")
    expect(at).to_have_text("Photo 2 of 3")
    touch(session, "touchStart", (180, 400), (210, 400))
    for spread in (20, 50, 90):
        touch(session, "touchMove", (180 - spread, 400), (210 + spread, 400))
    touch(session, "touchEnd")
    assert scale(page) > 2, scale(page)
    page.keyboard.press("Escape")
    page.locator(".stage").tap()
    page.locator(".stage").tap()
    assert scale(page) == 2.5, scale(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/items/{item}")
    before = order(page)
    thumbs = page.locator(".photos > [data-key]")
    thumbs.first.scroll_into_view_if_needed()
    start, end = thumbs.nth(0).bounding_box(), thumbs.nth(1).bounding_box()
    y = start["y"] + 30
    touch(session, "touchStart", (start["x"] + 20, y))
    expect(page.locator(".dragging")).to_have_count(1)
    for x in (start["x"] + 40, end["x"] + 20, end["x"] + 60):
        touch(session, "touchMove", (x, y))
    with page.expect_response(re.compile("photo-order")) as answer:
        touch(session, "touchEnd")
    assert answer.value.status == 204
    assert order(page) == [before[1], before[0], before[2]], order(page)
    support.no_overflow(page, "item")


def scan_photo(page, hub, item, label, barcode, shot):
    print("a photo of a label opens its item; of a barcode, what to do with it", flush=True)
    page.goto(hub.url + "/scan")
    support.no_overflow(page, "scan")
    shot("scan")
    page.locator("input[type=file]").set_input_files(label)
    page.get_by_role("button", name="Read the code").click()
    page.wait_for_url(f"**/items/{item}")
    page.goto(hub.url + "/scan")
    page.locator("input[type=file]").set_input_files(barcode)
    page.get_by_role("button", name="Read the code").click()
    expect(page.get_by_role("heading", name=f"Barcode {EAN}")).to_be_visible()
    shot("product")
    page.get_by_role("link", name="Add an item with it to Mill House").click()
    expect(page.locator(f"input[value='{EAN}']")).to_have_count(1)


def scan_camera(page, hub, item, shot):
    print("the camera reads a label where the browser can, and is closed after", flush=True)
    page.goto(hub.url + "/scan")
    page.get_by_role("button", name="Open the camera").click()
    expect(page.get_by_text("Looking for a code")).to_be_visible()
    shot("camera")
    page.get_by_role("button", name="Close the camera").click()
    assert page.evaluate("window.track.readyState") == "ended"
    page.get_by_role("button", name="Open the camera").click()
    page.evaluate(f"window.seen = '{hub.url}/items/{item}'")
    page.wait_for_url(f"**/items/{item}")


def without_script(page, hub, item, label):
    print("without scripts: the viewer's links, its buttons, and a photo of a code", flush=True)
    page.goto(f"{hub.url}/items/{item}")
    page.get_by_role("link", name="Open photo 1 in full").click()
    page.get_by_role("link", name="Next photo").click()
    expect(page.locator(".viewer-bar small")).to_have_text("Photo 2 of 3")
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()
    page.get_by_role("link", name=re.compile("^Back to")).click()
    expect(page.get_by_role("heading", name="Bicycle").first).to_be_visible()
    page.goto(hub.url + "/scan")
    expect(page.get_by_role("button", name="Open the camera")).to_be_hidden()
    page.locator("input[type=file]").set_input_files(label)
    page.get_by_role("button", name="Read the code").click()
    page.wait_for_url(f"**/items/{item}")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-photos-"))
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    shots = os.environ.get("SHOTS")
    problems = []
    with sync_playwright() as p:
        browser = support.chromium(p)
        desk = browser.new_context(viewport={"width": 1280, "height": 900})
        desk.add_init_script(CAMERA)
        page = desk.new_page()
        page.set_default_timeout(15000)
        support.watch(page, problems)

        def shot(name, page=page):
            if shots:
                page.screenshot(path=f"{shots}/{name}-{page.viewport_size['width']}.png")

        page.goto(hub.url + "/")
        support.fill_account(page, "Ida")
        support.name_home(page, "Mill House")
        home = support.home_id(page, hub)
        page.goto(f"{hub.url}/homes/{home}/items/new")
        page.get_by_label("Name", exact=True).first.fill("Bicycle")
        page.get_by_role("button", name="Save", exact=True).click()
        page.wait_for_url(re.compile("/items/[0-9a-f-]{36}"))
        item = re.search(r"/items/([0-9a-f-]{36})", page.url).group(1)
        pictures = []
        for width, height in [(900, 600), (600, 900), (1600, 400)]:
            pictures.append(folder / f"{width}.png")
            pictures[-1].write_bytes(_pictures.png(width, height))
        page.locator("input[name=photos]").set_input_files(pictures)
        expect(page.locator(".photos > [data-key]")).to_have_count(3)
        page.goto(f"{hub.url}/items/{item}/print")
        label, barcode = folder / "label.png", folder / "barcode.png"
        code = page.locator("svg.qr, .qr svg, svg[shape-rendering=crispEdges]").first
        drawing = browser.new_page(viewport={"width": 400, "height": 400})
        for path, picture in [(label, code.evaluate("(svg) => svg.outerHTML")),
                              (barcode, bars(EAN))]:
            drawing.set_content(
                "<style>body { display: grid; place-items: center; background: #fff; color: #000 }"
                f"svg {{ width: 340px; height: 340px }}</style>{picture}")
            drawing.screenshot(path=path)
        drawing.close()

        viewer(page, hub, item, shot)
        dragging(page, hub, item, shot)
        scan_photo(page, hub, item, label, barcode, shot)
        scan_camera(page, hub, item, shot)
        state = desk.storage_state()
        phone = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
            storage_state=state)
        touched = phone.new_page()
        touched.set_default_timeout(15000)
        support.watch(touched, problems)
        fingers(touched, hub, item)
        for name, address in [("viewer", f"/items/{item}/photos/{order(touched)[2]}"),
                              ("scan", "/scan"), ("item", f"/items/{item}")]:
            touched.goto(hub.url + address)
            support.no_overflow(touched, name)
            shot("phone-" + name, touched)
        plain = browser.new_context(
            viewport={"width": 390, "height": 844}, java_script_enabled=False,
            storage_state=state)
        without_script(plain.new_page(), hub, item, label)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    assert not problems, problems
    print("photos: every step was seen")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, Error) as error:
        print(f"photos: {error}")
        sys.exit(1)
