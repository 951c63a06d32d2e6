/** @type {boolean | undefined} */
let known;

/**
 * Whether this device has coloured pictures for symbols such as those of categories. Where it has not, it would draw an empty
 * box.
 */
export function hasPictures() {
  known ??= draws("🍎");
  return known;
}

/** @param {string} symbol Which has red in it. */
function draws(symbol) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
  const ground = canvas.getContext("2d", { willReadFrequently: true });
  if (!ground) return false;
  ground.font = "14px system-ui, sans-serif";
  ground.textBaseline = "top";
  ground.fillText(symbol, 0, 0);
  const { data } = ground.getImageData(0, 0, 16, 16);
  for (let at = 0; at < data.length; at += 4) if (data[at] > data[at + 2] + 40) return true;
  return false;
}
