#!/usr/bin/env python3
"""A page learns of what others change, also where its event stream does not come through.

usage: live.py      (HEARTH names the program; default is the debug build)

Some proxies answer a stream with an error, some hold it back, and a device may sleep. Exits with 0
when the page showed the change each time."""
import os
import pathlib
import re
import shutil
import sys
import tempfile
import traceback

from playwright.sync_api import expect, sync_playwright

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
STREAM = re.compile(r"/events\?seen=")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-live-"))
    hub = support.Hub(os.environ.get("HEARTH", str(ROOT / ".build/debug/hearth")), folder)
    with sync_playwright() as playwright:
        browser = support.chromium(playwright)
        desk = browser.new_context().new_page()
        desk.goto(hub.url + "/")
        support.fill_account(desk, "Ida")
        desk.wait_for_load_state()
        support.name_home(desk, "Mill House")
        desk.wait_for_load_state()
        home = support.home_id(desk, hub)
        state = desk.context.storage_state()

        def add(name):
            desk.goto(f"{hub.url}/homes/{home}/items/new")
            desk.get_by_label("Name", exact=True).first.fill(name)
            desk.get_by_role("button", name="Save", exact=True).first.click()
            desk.wait_for_url(lambda url: "/items/new" not in url)

        def shows(name, case, spoil=None, after=None):
            """Another page shows a thing that the first one adds, whatever spoils its stream."""
            context = browser.new_context(storage_state=state)
            if spoil:
                context.route(STREAM, spoil)
            page = context.new_page()
            page.goto(f"{hub.url}/homes/{home}/items")
            page.get_by_role("heading", name="Items").first.wait_for()
            if after:
                context.set_offline(True)
            add(name)
            if after:
                page.wait_for_timeout(3000)
                context.set_offline(False)
            expect(page.get_by_text(name).first, case).to_be_visible(timeout=25000)
            context.unroute_all(behavior="ignoreErrors")
            context.close()

        def after_silence():
            """A stream that has told of one change and is silent since hides no later one."""
            context = browser.new_context(storage_state=state)
            page = context.new_page()
            # The stream is the page's own object: what it says can be held back without an error.
            page.add_init_script("""
              window.EventSource = class extends EventSource {
                addEventListener(name, take) {
                  super.addEventListener(name, (event) => { if (!window.isSilent) take(event); });
                }
              };""")
            page.goto(f"{hub.url}/homes/{home}/items")
            add("Broom")
            expect(page.get_by_text("Broom").first).to_be_visible(timeout=5000)
            page.evaluate("window.isSilent = true")
            add("Mop")
            # Whoever looks at the page again asks at once.
            page.wait_for_timeout(1000)
            page.evaluate("dispatchEvent(new Event('online'))")
            expect(page.get_by_text("Mop").first, "after a silent stream").to_be_visible(timeout=5000)
            context.close()

        def while_loading():
            """What is told of while the page is being loaded again is shown at once, too."""
            context = browser.new_context(storage_state=state)
            page = context.new_page()
            page.goto(f"{hub.url}/homes/{home}/items")
            page.get_by_text("Mop").first.wait_for()
            held = []

            def hold(route):
                if held or route.request.resource_type != "fetch":
                    route.continue_()
                    return
                answer = route.fetch()
                held.append((route, answer))

            page.route(re.compile(r"/items$"), hold)
            add("Bucket")
            page.wait_for_timeout(1500)
            add("Sponge")
            page.wait_for_timeout(1500)
            assert held, "the page was not loaded again"
            route, answer = held[0]
            route.fulfill(response=answer)
            expect(page.get_by_text("Sponge").first, "told while loading").to_be_visible(timeout=5000)
            context.close()

        def many_windows():
            """More windows than a browser has connections for: each loads, saves, and shows changes."""
            context = browser.new_context(storage_state=state)
            streams, pages = set(), []
            for _ in range(8):
                page = context.new_page()
                page.on("request", lambda request: STREAM.search(request.url) and streams.add(request))
                for over in ("requestfinished", "requestfailed"):
                    page.on(over, lambda request: streams.discard(request))
                page.goto(f"{hub.url}/homes/{home}/items", timeout=10000)
                page.get_by_text("Mop").first.wait_for()
                pages.append(page)
            # Also those that have waited for a free connection by now.
            pages[0].wait_for_timeout(1500)
            assert 1 <= len(streams) <= 3, f"{len(streams)} streams"
            pages[7].goto(f"{hub.url}/homes/{home}/items/new", timeout=10000)
            pages[7].get_by_label("Name", exact=True).first.fill("Rake")
            pages[7].get_by_role("button", name="Save", exact=True).first.click()
            pages[7].wait_for_url(lambda url: "/items/new" not in url, timeout=10000)
            for page in pages[:7]:
                expect(page.get_by_text("Rake").first, "in every window").to_be_visible(timeout=25000)

            def look(page, is_hidden):
                page.evaluate("""(isHidden) => {
                  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
                  document.dispatchEvent(new Event("visibilitychange"));
                }""", is_hidden)

            for page in pages:
                look(page, True)
            pages[0].wait_for_timeout(500)
            assert not streams, "a window that nobody sees holds a connection"
            add("Hoe")
            look(pages[6], False)
            expect(pages[6].get_by_text("Hoe").first, "once it is seen").to_be_visible(timeout=5000)
            pages[6].wait_for_timeout(500)
            assert len(streams) == 1, f"{len(streams)} streams of one window"
            context.close()

        shows("Kettle", "the stream tells of it")
        after_silence()
        while_loading()
        many_windows()
        shows("Lamp", "the proxy answers with an error", lambda route: route.fulfill(status=502))
        shows("Chair", "the proxy holds the stream back", lambda route: None)
        shows("Clock", "the device was away", after=True)
        browser.close()
    hub.stop()
    shutil.rmtree(folder)
    print("live: a change was seen by its stream, and without it")


if __name__ == "__main__":
    try:
        main()
    except Exception:
        traceback.print_exc()
        sys.exit(1)
