"""A copy of everything that is stored of a person, and how they leave and come back."""

import io
import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from support.browsing import Look
from support.deployment import eventually
from support.person import PASSWORD
from test_devices import sign_in
from test_recovery import news_for


def download(browsing):
    """Downloads the copy, and returns it as an archive."""
    with browsing.page.expect_download() as begun:
        browsing.button("myData.download").click()
    assert begun.value.suggested_filename == "larder-export.zip"
    with open(begun.value.path(), "rb") as file:
        return zipfile.ZipFile(io.BytesIO(file.read()))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_copy_of_everything_is_saved(visit, person, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    browsing.open("/settings")
    browsing.link("myData.title").click()
    archive = download(browsing)
    # Before the archive is looked at: the message goes away after some seconds.
    expect(browsing.page.get_by_text(browsing.text("myData.saved"))).to_be_visible()
    assert archive.testzip() is None
    folders = {name.split("/")[0] for name in archive.namelist()}
    assert folders == {"auth", "budget", "catalog", "notifications", "ocr", "index.html"}
    (account,) = json.loads(archive.read("auth/accounts.json"))
    assert account["username"] == person.name and account["email"] == person.email
    page = archive.read("index.html").decode()
    assert f'<html lang="{language}">' in page and person.email in page


def test_a_copy_that_cannot_be_complete_is_not_saved(visit, person):
    browsing = visit(Look("desktop")).sign_in(person)
    page = browsing.open("/my-data")
    page.route("**/files/my-data", lambda route: route.abort())
    browsing.button("myData.download").click()
    expect(page.get_by_role("alert")).to_be_visible()
    browsing.forget_failed_resources()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_account_is_closed_and_reopened(visit, person, deployment, language):
    browsing = visit(Look("phone", "light", language)).sign_in(person)
    page = browsing.open("/my-data")
    browsing.button("myData.closeButton").click()
    expect(page.get_by_text(browsing.text("myData.enterUsername", name=person.name))).to_be_visible()
    expect(page.get_by_text(browsing.text("password.enterCurrent"))).to_be_visible()
    page.get_by_label(browsing.text("myData.username", name=person.name)).fill(person.name)
    browsing.field("password.current").fill("wrong-horse-7")
    browsing.button("myData.closeButton").click()
    expect(page.locator(".error")).to_be_visible()
    browsing.forget_failed_resources()
    browsing.field("password.current").fill(PASSWORD)
    browsing.button("myData.closeButton").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    sign_in(browsing, person.name, PASSWORD)
    browsing.link("reopen.title").click()
    browsing.forget_failed_resources()
    browsing.field("signIn.name").fill(person.name)
    browsing.field("password").fill(PASSWORD)
    browsing.button("reopen.button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("signIn.title"))
    sign_in(browsing, person.name, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(browsing.text("home.title", name=person.name))
    if deployment.is_own:
        mail = eventually(lambda: news_for(person.email), 30, "a mail")[0]
        assert mail["content-language"] in ["en", "fr"]
