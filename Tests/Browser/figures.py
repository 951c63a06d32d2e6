"""Measures the web app: its first page and page changes on a slow phone, scrolling, changes on other devices, calls, bytes.

    figures.py [--check] [--purchases NUMBER]

With --check it fails when a figure is over its bar.
"""

import argparse
import collections
import http.client
import socket
import statistics
import sys
import time
import urllib.parse

from playwright.sync_api import expect, sync_playwright

from support import camera
from support.browsing import CHROMIUM, Look, Visit
from support.deployment import PORT, ROOT, WORK, Deployment
from support.long_log import fill_log
from support.person import Person

sys.path.append(str(ROOT / "proto"))
import example_client  # noqa: E402

# A slow phone: a processor of a quarter of this one's speed, and a slow mobile network.
PROCESSOR = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
OPENINGS = 5
# How many purchases another device records.
LIVE_CHANGES = 20
# Within what the gateway admits of one user at once, 200 calls and 100 more a second.
CALLS = 150
# Notes when the page shows its heading and no placeholder any more, in milliseconds since the navigation began.
WATCH = """(() => {
  const look = () => {
    const isUsable = document.querySelector("h1") && !document.querySelector(".skeleton, .launch");
    if (isUsable) window.usableAt ??= performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
# Presses a link and returns the milliseconds until the page of this heading is drawn.
CHANGE = """([address, heading]) => new Promise((resolve) => {
  const link = document.querySelector(`nav a[href="${address}"]`);
  const begin = performance.now();
  link.click();
  const look = () => document.querySelector("h1")?.textContent === heading
    ? requestAnimationFrame(() => resolve(performance.now() - begin)) : requestAnimationFrame(look);
  look();
})"""
# Scrolls to the end as a thumb does, and returns the frames that took longer than 50 ms, and how many purchases were in view.
SCROLL = """() => new Promise((resolve) => {
  const frames = [], seen = new Set();
  new PerformanceObserver((list) => frames.push(...list.getEntries().map((each) => each.duration)))
    .observe({ type: "long-animation-frame" });
  let still = 0, before = -1;
  const step = () => {
    for (const link of document.querySelectorAll(".list a")) {
      const { top, bottom } = link.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight) seen.add(link.href);
    }
    scrollBy(0, 400);
    still = scrollY === before ? still + 1 : 0;
    before = scrollY;
    if (still < 180) return requestAnimationFrame(step);
    setTimeout(() => resolve([frames, seen.size]), 500);
  };
  step();
})"""


class Figures:
    """What was measured, a line each, beside its bar."""

    def __init__(self):
        self.over = []

    def add(self, name, figure, unit, bar=None, detail=""):
        """Prints a figure; one above its bar fails the check."""
        limit = f"bar {bar:g} {unit}" if bar is not None else ""
        print(f"{name:<52}{f'{figure:,.1f} {unit}':<20}{limit:<18}{detail}".rstrip(), flush=True)
        if bar is not None and figure > bar:
            self.over.append(name)


def slow_down(visit):
    """Makes a page's processor and network those of a slow phone."""
    session = visit.context.new_cdp_session(visit.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})


def measure_opening(figures, browser, deployment, person):
    """The first page with nothing stored, and the pages behind it."""
    usable, changes = [], collections.defaultdict(list)
    for _ in range(OPENINGS):
        visit = Visit(browser, deployment.address, Look("phone")).sign_in(person)
        slow_down(visit)
        visit.page.add_init_script(WATCH)
        visit.page.goto("/")
        visit.page.wait_for_function("() => window.usableAt", timeout=60_000)
        usable.append(visit.page.evaluate("usableAt"))
        visit.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)", timeout=60_000)
        for address, key in (("/log", "log.title"), ("/inbox", "inbox.title"), ("/camera", "camera.title")):
            changes[address].append(visit.page.evaluate(CHANGE, [address, visit.text(key)]))
        visit.close()
    figures.add("First page usable on a slow phone, median", statistics.median(usable), "ms", 3_000, spread(usable))
    for address, values in changes.items():
        figures.add(f"Change to {address} on it, median", statistics.median(values), "ms", 300, spread(values))


def spread(values):
    """The extent of some values."""
    return f"{min(values):,.0f} to {max(values):,.0f} of {len(values)}"


def measure_bytes(figures, browser, deployment, person):
    """What the first page takes from the network: scripts, styles and texts, compressed."""
    visit = Visit(browser, deployment.address, Look("phone"), service_workers="block").sign_in(person)
    answers = []
    visit.page.on("response", lambda answer: answers.append(answer))
    visit.open("/")
    visit.page.wait_for_timeout(1_000)
    files = [each for each in answers if "/assets/" in each.url or each.url == f"{deployment.address}/"]
    size = sum(each.request.sizes()["responseBodySize"] for each in files)
    visit.close()
    figures.add("First page, compressed", size / 1_024, "KiB", 120, f"{len(files)} files")


def measure_main_job(figures, browser, deployment):
    """Requests and bytes from signing in to a confirmed purchase, without the photo itself."""
    person = Person(deployment.address)
    visit = Visit(browser, deployment.address, Look("phone"), service_workers="block").sign_in(person)
    requests = []
    visit.page.on("requestfinished", lambda request: requests.append(request))
    visit.open("/camera")
    visit.start_camera().click()
    expect(visit.page.get_by_text(visit.text("camera.taken"))).to_be_visible()
    visit.page.get_by_role("link", name=visit.text("menu.receipts")).click()
    receipt = visit.page.get_by_role("link", name=visit.text("receipts.number", number=1))
    expect(receipt).to_contain_text(visit.text("receipts.done"), timeout=120_000)
    receipt.click()
    visit.button("purchase.confirm").click()
    expect(visit.page.get_by_text(visit.text("purchase.PURCHASE_STATE_CONFIRMED"), exact=True)).to_be_visible()
    visit.page.wait_for_timeout(500)
    sizes = [(urllib.parse.urlparse(each.url).path, each.sizes()) for each in requests]
    calls = [size for path, size in sizes if not path.startswith(("/assets/", "/files/"))]
    visit.close()
    figures.add("Main job: calls", len(calls), "requests")
    received = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in calls)
    sent = sum(size["requestBodySize"] + size["requestHeadersSize"] for size in calls)
    figures.add("Main job: calls, received", received / 1_024, "KiB")
    figures.add("Main job: calls, sent", sent / 1_024, "KiB")
    figures.add("Main job: all requests", len(sizes), "requests")


def measure_scrolling(figures, browser, deployment, number):
    """Long frames while a log is scrolled to its end."""
    person = Person(deployment.address)
    begin = time.monotonic()
    fill_log(person, number)
    print(f"{number:,} purchases recorded in {time.monotonic() - begin:,.0f} s", flush=True)
    visit = Visit(browser, deployment.address, Look("phone")).sign_in(person)
    page = visit.open("/log")
    page.wait_for_timeout(1_000)
    frames, seen = page.evaluate(SCROLL)
    visit.close()
    assert seen == number, f"{seen} of {number} purchases were in view"
    figures.add(f"Scrolling {number:,} purchases: longest frame", max(frames, default=0), "ms", 50, f"{len(frames)} above 50 ms")


def measure_live(figures, browser, deployment):
    """From the answer to another device that records a purchase until it is in the log that is open here."""
    person = Person(deployment.address)
    visit = Visit(browser, deployment.address, Look("phone")).sign_in(person)
    page = visit.open("/log")
    expect(page.get_by_text(visit.text("log.empty"))).to_be_visible()
    taken = []
    for number in range(LIVE_CHANGES):
        row = page.locator(".list li", has_text=f"Kiosk {number:02}")
        person.record(f"Kiosk {number:02}")
        begin = time.perf_counter()
        row.wait_for()
        taken.append((time.perf_counter() - begin) * 1_000)
    visit.close()
    figures.add("A change on another device, longest", max(taken), "ms", 2_000, f"median {statistics.median(taken):,.0f} ms")


def measure_calls(figures, deployment, person):
    """The same call over HTTP with JSON and over larder/1, one after the other on one connection each."""
    method = "larder.auth.v1.Accounts/GetAccount"
    address = urllib.parse.urlparse(deployment.address)
    connection = http.client.HTTPConnection(address.hostname, address.port)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {person.token}"}

    def over_http():
        connection.request("POST", f"/{method}", "{}", headers)
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()

    client = example_client.Client("localhost", PORT, str(WORK / "larder/certificates/ca.pem"))
    # A call is two frames, of which the second would wait for the acknowledgement of the first.
    client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    own = {"authorization": f"Bearer {person.token}"}
    times = {name: [] for name in ("json", "larder/1")}
    for call, taken in ((over_http, times["json"]), (lambda: client.unary(method, b"", own), times["larder/1"])):
        time.sleep(CALLS / 100)
        for _ in range(CALLS):
            begin = time.perf_counter()
            call()
            taken.append((time.perf_counter() - begin) * 1_000)
    for name, taken in times.items():
        worst = statistics.quantiles(taken, n=100)[98]
        figures.add(f"A call over {name}, median", statistics.median(taken), "ms", detail=f"p99 {worst:.1f} ms")
    overhead = statistics.median(times["json"]) - statistics.median(times["larder/1"])
    figures.add("Overhead of JSON over HTTP", overhead, "ms")


def main():
    parser = argparse.ArgumentParser(prog="figures.py", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail when a figure is over its bar")
    parser.add_argument("--purchases", type=int, default=5_000, help="how many the log has that is scrolled")
    options = parser.parse_args()
    figures = Figures()
    deployment = Deployment.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=camera.options(playwright, CHROMIUM))
            person = Person(deployment.address)
            person.record("Corner shop", items=["Milk", "Bread"])
            measure_bytes(figures, browser, deployment, person)
            measure_opening(figures, browser, deployment, person)
            measure_calls(figures, deployment, person)
            measure_main_job(figures, browser, deployment)
            measure_live(figures, browser, deployment)
            measure_scrolling(figures, browser, deployment, options.purchases)
            browser.close()
    finally:
        deployment.stop()
    if figures.over:
        print(f"Over their bars: {', '.join(figures.over)}.")
    return 1 if options.check and figures.over else 0


if __name__ == "__main__":
    sys.exit(main())
