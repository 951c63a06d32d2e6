import { Button } from "../frame/controls.js";
import { PageHead } from "../frame/page.js";
import { Icon } from "../frame/icons.js";
import { say, sayFailure } from "../frame/messages.js";
import { go } from "../frame/router.js";
import { useStore } from "../frame/hooks.js";
import { html, useEffect, useRef, useState } from "../libraries.js";
import { queueReceipt } from "../storage/sending.js";
import { waiting } from "../storage/waiting.js";
import { text } from "../texts/texts.js";
import { Tip } from "../tutorials/tip.js";
import { mostPieces, Pieces, Thumbnail, usePieces } from "./pieces.js";

/** The longer side of a photo that is sent, in pixels: enough to read a long receipt. */
const longestSide = 4096;

/** Why there is no picture, by the text that says so. */
const reasons = /** @type {const} */ ({
  none: "camera.none",
  denied: "camera.refused",
  busy: "camera.busy",
  lost: "camera.lost",
});

/**
 * Why the camera was not given.
 *
 * @param {unknown} error
 * @returns {keyof typeof reasons}
 */
function reasonOf(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "denied";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "none";
}

/** The camera, ready for the next photo as soon as one is taken: each is a receipt, or a piece of a long one. */
export function Camera() {
  const video = useRef(/** @type {HTMLVideoElement | null} */ (null));
  const stream = useRef(/** @type {MediaStream | null} */ (null));
  const isStarting = useRef(false);
  const [state, setState] = useState(/** @type {"opening" | "asked" | "on" | keyof typeof reasons} */ ("opening"));
  const [isLit, setLit] = useState(false);
  const [flash, setFlash] = useState(0);
  const shutter = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const long = usePieces();
  const queued = useStore(waiting).filter((entry) => entry.kind === "photo");
  const start = async () => {
    if (isStarting.current) return;
    isStarting.current = true;
    stop();
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: longestSide }, height: { ideal: 2160 } },
      });
      stream.current = opened;
      if (!video.current) return stop();
      const [track] = opened.getVideoTracks();
      // Unplugged, or taken by another app, which may give it back.
      track.addEventListener("ended", () => fail("lost"));
      track.addEventListener("mute", () => setState("lost"));
      track.addEventListener("unmute", () => setState("on"));
      video.current.srcObject = opened;
      await video.current.play();
      setState("on");
    } catch (error) {
      fail(reasonOf(error));
    } finally {
      isStarting.current = false;
    }
  };
  const stop = () => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
  };
  const fail = (/** @type {keyof typeof reasons} */ reason) => {
    stop();
    setLit(false);
    setState(reason);
  };
  useEffect(() => {
    // Asked again by itself only where it was allowed before; otherwise by the button that says why.
    const ask = navigator.permissions?.query(/** @type {any} */ ({ name: "camera" })) ?? Promise.reject();
    ask.then(
      (permission) => (permission.state === "granted" ? void start() : setState("asked")),
      () => setState("asked"),
    );
    return stop;
  }, []);
  const track = /** @type {any} */ (stream.current?.getVideoTracks()[0]);
  const hasLight = Boolean(track?.getCapabilities?.().torch);
  const light = async () => {
    if (!hasLight) return say(text("camera.noLight"));
    try {
      await track.applyConstraints({ advanced: [{ torch: !isLit }] });
    } catch {
      say(text("camera.lightFailed"), { isProblem: true });
    }
    // What the camera does, whatever it was asked for.
    setLit(Boolean(track.getSettings().torch));
  };
  const shoot = async () => {
    const picture = video.current;
    if (!picture?.videoWidth) return;
    const canvas = document.createElement("canvas");
    const scale = Math.min(1, longestSide / Math.max(picture.videoWidth, picture.videoHeight));
    canvas.width = Math.round(picture.videoWidth * scale);
    canvas.height = Math.round(picture.videoHeight * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    setFlash((/** @type {number} */ count) => count + 1);
    const photo = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) =>
      canvas.toBlob(resolve, "image/jpeg", 0.92),
    );
    if (photo) await take(photo);
  };
  const take = async (/** @type {Blob} */ photo) => {
    if (!long.isOn) return await send([photo]);
    if (!long.add(photo)) say(text("camera.full", { count: mostPieces }), { isProblem: true });
  };
  const send = async (/** @type {Blob[]} */ photos) => {
    try {
      if (!(await queueReceipt(photos))) return say(text("camera.unstored"), { isProblem: true });
      const which = photos.length > 1 ? "Pieces" : "";
      say(text(`camera.${navigator.onLine ? "taken" : "queued"}${which}`, { count: photos.length }));
    } catch (error) {
      sayFailure(error);
    }
  };
  const finish = async () => {
    await send(long.pieces);
    // Until here they are a draft, and from here on in the queue.
    long.clear();
    shutter.current?.focus();
  };
  const removePiece = (/** @type {number} */ index) => {
    long.remove(index);
    shutter.current?.focus();
  };
  const choose = async (/** @type {{currentTarget: HTMLInputElement}} */ event) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = "";
    const pictures = files.filter((file) => /^image\/(jpeg|png|webp)$/.test(file.type));
    if (pictures.length < files.length) say(text("camera.kinds"), { isProblem: true });
    for (const picture of pictures) await take(picture);
    if (pictures.length && !long.isOn) go("/receipts");
  };
  const last = queued.at(-1)?.photo;
  const isFull = long.isOn && long.pieces.length >= mostPieces;
  return html`<div class="camera">
    <${PageHead} title=${text("camera.title")}>
      <button type="button" class="button long" aria-pressed=${long.isOn} onClick=${long.toggle}><${Icon} name="pages" size=${20} /> ${text("camera.long")}</button>
      <${Tip} name="longReceipts" />
    <//>
    <div class="finder">
      <video ref=${video} playsinline muted aria-label=${text("camera.picture")} hidden=${state !== "on"}></video>
      ${flash > 0 && html`<div class="flash" key=${flash}></div>`}
      ${
        state !== "on" &&
        state !== "opening" &&
        html`<div class="why">
        <${Icon} name="camera" size=${56} />
        <p role=${state === "asked" ? undefined : "alert"}>${text(state === "asked" ? "camera.why" : reasons[state])}</p>
        ${state !== "none" && html`<${Button} kind="primary large" onClick=${start}>${text(state === "asked" ? "camera.allow" : "tryAgain")}<//>`}
        ${state !== "asked" && html`<a class="button secondary" href="/purchases/new">${text("byHand.title")}</a>`}
      </div>`
      }
      ${
        state === "on" &&
        html`<button type="button" class="light" aria-pressed=${hasLight ? isLit : undefined} aria-label=${text("camera.light")} onClick=${light}>
        <${Icon} name=${hasLight ? "light" : "noLight"} />
      </button>`
      }
    </div>
    ${long.isOn && html`<${Pieces} pieces=${long.pieces} onRemove=${removePiece} />`}
    <div class="controls">
      <label class="button">
        <${Icon} name="picture" /> ${text("camera.choose")}
        <input class="hidden" type="file" accept="image/jpeg,image/png,image/webp" multiple onChange=${choose} />
      </label>
      <button
        type="button"
        class="shutter"
        ref=${shutter}
        onClick=${shoot}
        disabled=${state !== "on" || isFull}
        aria-label=${text("camera.shoot")}
      ></button>
      ${
        long.pieces.length
          ? html`<${Button} kind="send" onClick=${finish}><${Icon} name="send" /> ${text("camera.send", { count: long.pieces.length })}<//>`
          : html`<a class="button" href="/receipts">
            ${last ? html`<${Thumbnail} photo=${last} />` : html`<${Icon} name="picture" />`}
            ${queued.length ? text("camera.waiting", { count: queued.length }) : text("menu.receipts")}
          </a>`
      }
    </div>
  </div>`;
}
