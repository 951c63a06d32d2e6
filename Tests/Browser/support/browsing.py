"""Browsers as people have them: sizes, palettes, languages; and what a page reports to its console."""

import dataclasses

from playwright.sync_api import TimeoutError, expect

from .deployment import eventually
from .person import PASSWORD
from .texts import Texts

CHROMIUM = "/usr/bin/chromium"
# Of the page, in CSS pixels.
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
# How long anything is waited for, as slow machines need it; a photo that takes longer to decode is a failure anyway.
PATIENCE_MILLISECONDS = 30_000
# Until a page shows what another device or a service has done. Requirements GW-08, NOT-04, BUD-04 and BUD-08 allow one to
# three seconds, which a busy machine exceeds. It is less than the 30 s after which lists are polled.
LIVE_MILLISECONDS = 15_000


# What the settings do, by the app's own module, whose address has a hash in it.
CHANGE_APPEARANCE = """async (appearance) => {
  const loaded = performance.getEntriesByType("resource").map((each) => each.name);
  const module = await import(loaded.find((name) => name.includes("/frame/appearance.")));
  module.changeAppearance(appearance);
}"""


@dataclasses.dataclass(frozen=True)
class Look:
    """How a page is shown: `palette` is one of the device's, light and dark, or one of the app's own."""

    size: str = "phone"
    palette: str = "light"
    language: str = "en"
    # Of the text, as the settings name it.
    text_size: str = "normal"

    def __str__(self):
        parts = [self.size, self.palette, self.language, self.text_size]
        return "-".join(part for part in parts if part != "normal")

    @property
    def is_dark(self):
        """Whether the device is dark."""
        return self.palette in ("dark", "blue-dark")

    @property
    def chosen_palette(self):
        """The palette that is chosen in the settings; None for the device's."""
        name = self.palette.partition("-")[0]
        return name if name in ("blue", "contrast") else None


# How far a page has come: what it has loaded and what not, whether its modules and its database answer, and whether its service
# worker controls it.
PROGRESS = """async () => {
  const asked = indexedDB.open("larder");
  const answer = new Promise((resolve) => {
    asked.onerror = () => resolve(`fails: ${asked.error}`);
    asked.onsuccess = () => {
      const reading = asked.result.transaction([...asked.result.objectStoreNames]);
      reading.oncomplete = () => resolve("answers");
      reading.objectStore("settings").count();
    };
  });
  const late = new Promise((resolve) => setTimeout(resolve, 5000, "does not answer"));
  const loaded = performance.getEntriesByType("resource");
  const last = loaded.at(-1);
  const refused = loaded.filter(({ responseStatus }) => responseStatus !== 200).map((each) => `${each.name} (${each.responseStatus})`);
  const main = loaded.find(({ name }) => name.endsWith("/app/main.js"))?.name;
  const module = main && import(main).then(() => "is there", (error) => `fails: ${error}`);
  return [
    `document: ${document.readyState}`,
    `resources: ${loaded.length}, the last one ${last?.name} after ${Math.round(last?.responseEnd)} of ${Math.round(performance.now())} ms`,
    `not loaded: ${refused.join(", ")}`,
    `main module: ${await Promise.race([module, late])}`,
    `service worker: ${navigator.serviceWorker?.controller?.state}`,
    `database: ${await Promise.race([answer, late])}`,
  ].join("\\n");
}"""


class Visit:
    """One browser of one person, with nothing stored at first, and one page of it."""

    def __init__(self, browser, address, look=Look(), **options):
        self.look = look
        self.address = address
        self.text = Texts(look.language)
        width, height = SIZES[look.size]
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme="dark" if look.is_dark else "light",
            locale={"en": "en-CA", "fr": "fr-FR"}[look.language],
            timezone_id="Europe/Paris",
            has_touch=look.size != "desktop",
            device_scale_factor=1,
            **options,
        )
        self.context.set_default_timeout(PATIENCE_MILLISECONDS)
        # What pages report as wrong: errors on the console and exceptions that nothing caught.
        self.complaints = []
        self.context.on("console", self.note_message)
        self.context.on("weberror", lambda failure: self.complaints.append(f"uncaught: {failure.error}"))
        # What has been asked for and not been answered.
        self.unanswered = set()
        self.context.on("request", lambda request: self.unanswered.add(request))
        self.context.on("requestfinished", lambda request: self.unanswered.discard(request))
        # What failed on its way, with the reason.
        self.failed = []
        self.context.on("requestfailed", self.note_failure)
        self.page = self.context.new_page()

    def note_message(self, message):
        """Keeps errors and warnings. A refusal that the gateway means, such as of a wrong password, is none of the app."""
        if message.type not in ("error", "warning"):
            return
        is_refusal = message.text.startswith("Failed to load resource: the server responded with a status of 4")
        is_absence = "net::ERR_INTERNET_DISCONNECTED" in message.text
        is_wanted = message.text == "Service Worker registration blocked by Playwright"
        if not is_refusal and not is_absence and not is_wanted:
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def note_failure(self, request):
        """Keeps why a request was not answered."""
        self.unanswered.discard(request)
        self.failed.append(f"{request.failure}: {request.url}")

    def forget_failed_resources(self):
        """Takes what could not be loaded for no complaint, in tests that are about that."""
        self.complaints[:] = [each for each in self.complaints if "Failed to load resource" not in each]

    def sign_in(self, person):
        """Opens a session for all pages of this browser, without the sign-in page."""
        credentials = {"name": person.name, "password": PASSWORD, "device": "Tests", "remember": True}

        def answer():
            found = self.context.request.post("/session", data=credentials, headers={"Origin": self.address})
            # So many sign-ins from one address have to wait.
            return found if found.status not in (429, 503) else None

        signed_in = eventually(answer, what="signing in")
        assert signed_in.ok, f"{signed_in.status}: {signed_in.text()}"
        return self

    def choose_look(self):
        """Sets in the settings what is not the device's, as a person does."""
        chosen = []
        if self.look.chosen_palette:
            chosen.append(f"settings.palette.{self.look.chosen_palette}")
        if self.look.text_size != "normal":
            chosen.append(f"settings.size.{self.look.text_size}")
        if chosen:
            self.open("/settings")
        for key in chosen:
            self.field(key).check()

    def change_look(self, look):
        """Shows the page that is open in another look of the same language, as when a device is turned and its owner changes settings."""
        assert look.language == self.look.language, "a language is chosen before a page is opened"
        self.look = look
        width, height = SIZES[look.size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if look.is_dark else "light")
        self.page.evaluate(CHANGE_APPEARANCE, {"palette": look.chosen_palette or "device", "size": look.text_size})

    def fail_calls(self, service, method="*"):
        """Has calls of a service fail as they do while it cannot be reached; returns what ends that."""
        address = f"**/{service}/{method}"
        body = {"code": "unavailable", "message": ""}

        def fail(route):
            route.fulfill(status=503, json=body, headers={"Larder-Reference": "0af7651916cd"})

        self.page.route(address, fail)
        # What answers the same calls otherwise by then stays.
        return lambda: self.page.unroute(address, fail)

    def open(self, path):
        """Goes to a page by its address and waits until its heading is there and nothing is being loaded."""
        self.page.goto(path)
        return self.settle()

    def settle(self):
        """Waits until the page shows its heading, its pictures and no placeholders."""
        try:
            self.page.locator("h1").first.wait_for()
            self.page.wait_for_function(
                "() => !document.querySelector('.skeleton, .launch') && [...document.images].every((each) => each.complete)"
            )
        except TimeoutError as late:
            raise AssertionError(f"The page is not complete.\n{self.state()}") from late
        return self.page

    def state(self):
        """What is shown, and what of it is missing, for somebody who looks for the reason of a failure."""
        waiting = sorted(f"{each.method} {each.url}" for each in self.unanswered)
        shown = self.page.evaluate("document.body.innerHTML")
        waits = [f"unanswered: {each}" for each in waiting] + [f"failed: {each}" for each in self.failed[-20:]]
        return "\n".join([self.page.url, *self.complaints, *waits, self.page.evaluate(PROGRESS), shown[:4000]])

    def go_back_from_layer(self):
        """Goes back while something is open over the page, once its entry is in the history."""
        self.page.wait_for_function("() => history.state?.isLayer")
        self.page.go_back()

    def wait_for_layers_to_leave(self):
        """Waits until the entry of what was open over the page has left the history."""
        self.page.wait_for_function("() => !history.state?.isLayer")

    def button(self, key, **values):
        """The button with this text."""
        return self.page.get_by_role("button", name=self.text(key, **values), exact=True)

    def link(self, key, **values):
        """The link with this text."""
        return self.page.get_by_role("link", name=self.text(key, **values), exact=True)

    def field(self, key, **values):
        """The field with this label."""
        return self.page.get_by_label(self.text(key, **values), exact=True)

    def held_undo(self):
        """The button that undoes what the message reports. It has the focus, so that the message stays while something is waited for."""
        button = self.page.locator(".message").get_by_role("button", name=self.text("undo"), exact=True)
        button.focus()
        return button

    def try_again(self, shown):
        """Presses the button that tries again, unless the app has done so by itself, and something is shown."""
        button = self.button("tryAgain")
        button.or_(shown).first.wait_for()
        try:
            if button.is_visible():
                button.click()
        except TimeoutError:
            # It goes away when the app tries again before it is pressed.
            if button.is_visible():
                raise

    def skip_introduction(self):
        """Leaves the introduction, which comes once when somebody is new."""
        self.button("tutorials.skip").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.wait_for_layers_to_leave()

    def start_camera(self):
        """Permits the camera by the button that says why, unless it was before; returns the shutter once it can be pressed."""
        shutter, allow = self.button("camera.shoot"), self.button("camera.allow")
        allow.or_(self.page.locator("video:visible")).first.wait_for()
        if allow.is_visible():
            try:
                allow.click()
            except TimeoutError:
                # It goes away by itself when the camera was permitted before.
                if allow.is_visible():
                    raise
        expect(shutter).to_be_enabled()
        return shutter

    def close(self):
        """Closes the browser's pages. What answers in the service's place may be at it still."""
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")
        self.context.close()
