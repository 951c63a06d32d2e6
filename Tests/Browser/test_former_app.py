"""The app of a former release at the services of this one: whoever has it open when they are upgraded goes on with it."""

import io
import mimetypes
import subprocess
import sys
import tarfile
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import MAILS, ROOT
from support.person import PASSWORD, MailFolder
from support.texts import CATALOGUES, Texts
from test_devices import sign_in
from test_main_job import do_main_job

# The release before this one. Whoever makes a release names it here.
FORMER = "8fa9a612dd0df3986db36b5ab218e3425e60dda4"
NEEDED = ["Services/Web", "Shared/Texts/Catalogues"]


@pytest.fixture(scope="module")
def former(tmp_path_factory):
    """The folder of the former release's sources and, in it, the folder `web` with its app as a gateway would serve it."""
    folder = tmp_path_factory.mktemp("former")
    archive = subprocess.run(["git", "archive", FORMER, *NEEDED], cwd=ROOT, capture_output=True)
    if archive.returncode:
        pytest.skip("the history of this repository has no former release")
    tarfile.open(fileobj=io.BytesIO(archive.stdout)).extractall(folder, filter="data")
    # Fetched libraries are kept here.
    (folder / ".larder").symlink_to(ROOT / ".larder")
    subprocess.run([sys.executable, folder / "Services/Web/assemble.py", folder / "web"], check=True, capture_output=True)
    return folder


def serve(browsing, web):
    """Gives a browser the files of another app; its calls go to the gateway."""

    def answer(route):
        path = urlsplit(route.request.url).path
        file = web / path.lstrip("/")
        if route.request.method != "GET" or path in ("/session", "/configuration.json") or path.startswith("/photos"):
            return route.continue_()
        if route.request.is_navigation_request():
            file = web / "index.html"
        if not file.is_file():
            return route.continue_()
        return route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain")

    browsing.context.route("**/*", answer)


def sign_up(browsing):
    """Makes an account by the form of the former app, which does not know that its address has to be confirmed."""
    page = browsing.open("/sign-up")
    name = f"dora{time.time_ns()}"
    browsing.field("signUp.username").fill(name)
    browsing.field("signUp.email").fill(f"{name}@example.org")
    browsing.field("password").fill(PASSWORD)
    page.get_by_role("checkbox").check()
    browsing.button("signUp.button").click()
    # What the service says is shown.
    expect(page.get_by_role("alert")).to_contain_text("not confirmed yet")
    browsing.forget_failed_resources()
    confirmation = {"token": MailFolder(MAILS).token(f"{name}@example.org"), "password": PASSWORD}
    assert page.request.post("/larder.auth.v1.EmailAddresses/ConfirmEmail", data=confirmation).ok
    browsing.open("/sign-in")
    sign_in(browsing, name, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=name))
    return page


def test_the_former_app_does_the_main_job(visit, former):
    browsing = visit(Look("phone", "light", "en"), service_workers="block")
    browsing.text = Texts("en", former / CATALOGUES.relative_to(ROOT))
    serve(browsing, former / "web")
    do_main_job(browsing, sign_up)
