/** The pixels on each side of a photo that is sent, and the fewest that one has to have. */
const [side, leastSide] = [512, 64];
/** The quality of JPEG. */
const quality = 0.85;

/**
 * The middle of a picture as a square JPEG, without the notes of the camera.
 *
 * @param {Blob} file
 * @returns {Promise<string>} The address of the picture, which is the picture itself. It rejects with `small` for too few pixels,
 *   and with anything else for a file that this browser cannot show.
 */
export async function croppedPhoto(file) {
  const picture = await createImageBitmap(file);
  try {
    const whole = Math.min(picture.width, picture.height);
    if (whole < leastSide) throw "small";
    const length = Math.min(whole, side);
    const canvas = Object.assign(document.createElement("canvas"), { width: length, height: length });
    const ground = canvas.getContext("2d");
    if (!ground) throw "unreadable";
    // What is transparent would be black.
    ground.fillStyle = "#ffffff";
    ground.fillRect(0, 0, length, length);
    const [left, top] = [(picture.width - whole) / 2, (picture.height - whole) / 2];
    ground.drawImage(picture, left, top, whole, whole, 0, 0, length, length);
    return canvas.toDataURL("image/jpeg", quality);
  } finally {
    picture.close();
  }
}
