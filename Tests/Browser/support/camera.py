"""A camera that sees the sample receipt."""

import base64

from .deployment import ROOT
from .person import SAMPLE

FILM = ROOT / ".build/browser-camera.mjpeg"
# What a phone's camera sees that is held upright. Chromium takes even numbers alone.
WIDTH, HEIGHT = 1080, 1920

# Draws the photo on a table and returns the picture in JPEG.
DRAW = """async ([photo, width, height]) => {
  const picture = await createImageBitmap(await (await fetch(photo)).blob());
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = "#5b4636";
  context.fillRect(0, 0, width, height);
  const scale = Math.min(width / picture.width, height / picture.height);
  const size = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, (width - size[0]) / 2, (height - size[1]) / 2, ...size);
  return canvas.toDataURL("image/jpeg", 0.95);
}"""


def film(playwright, chromium, photo=SAMPLE):
    """The path of a film of one photo, in Motion JPEG, which is one JPEG behind the other."""
    browser = playwright.chromium.launch(executable_path=chromium)
    page = browser.new_page()
    address = "data:image/jpeg;base64," + base64.b64encode(photo.read_bytes()).decode()
    picture = base64.b64decode(page.evaluate(DRAW, [address, WIDTH, HEIGHT]).partition(",")[2])
    browser.close()
    FILM.parent.mkdir(parents=True, exist_ok=True)
    # Chromium begins again at the end of the file.
    FILM.write_bytes(picture * 2)
    return FILM


def options(playwright, chromium):
    """What Chromium is started with, so that its camera shows the film and its use is permitted without a question."""
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film(playwright, chromium)}",
    ]
