import { call } from "../api/client.js";
import { placeProblem } from "../eateries/place-problem.js";
import { devicePlace, location, parseSpot, radii, typedSpot } from "../eateries/place.js";
import { Button, Field, Select } from "../frame/controls.js";
import { useStore } from "../frame/hooks.js";
import { useSaving } from "../frame/saving.js";
import { html, useState } from "../libraries.js";
import { preferences } from "../settings/preferences.js";
import { distance } from "../texts/formats.js";
import { text } from "../texts/texts.js";
import { ConsentNeeded } from "./consent-needed.js";

/**
 * Where somebody lives and how far they go, which is stored with consent only.
 *
 * @param {{profile: import("./profile.js").Profile, isAllowed: boolean, onSave: import("./profile.js").Saved}} properties
 */
export function Home({ profile, isAllowed, onSave }) {
  const { units } = useStore(preferences);
  const former = profile.home;
  const degrees = (/** @type {string | undefined} */ micro) => Number(micro ?? 0) / 1e6;
  const [typed, setTyped] = useState(
    former
      ? typedSpot({
          latitude: degrees(former.location?.latitudeMicrodegrees),
          longitude: degrees(former.location?.longitudeMicrodegrees),
        })
      : "",
  );
  const [radius, setRadius] = useState(former?.radiusMetres || 5000);
  const [wrong, setWrong] = useState("");
  const reject = (/** @type {Record<string, string>} */ found) => setWrong(found.place ?? "");
  const fieldAt = (/** @type {string} */ path) => (/^home\.location/.test(path) ? "place" : undefined);
  const { failure, isBusy, submitting, attempt } = useSaving({ reject, fieldAt });
  const restore = () =>
    former
      ? call("larder.auth.v1.Profiles/SetHomePlace", { home: former })
      : call("larder.auth.v1.Profiles/ClearHomePlace", {});
  const save = async () => {
    const spot = parseSpot(typed);
    setWrong(spot ? "" : text("eateries.spotRule"));
    if (!spot) return;
    const home = { location: location(spot), radiusMetres: radius };
    onSave(await call("larder.auth.v1.Profiles/SetHomePlace", { home }), restore);
  };
  const clear = () => attempt(async () => onSave(await call("larder.auth.v1.Profiles/ClearHomePlace", {}), restore));
  const locate = async () => {
    try {
      setTyped(typedSpot(await devicePlace()));
      setWrong("");
    } catch (reason) {
      setWrong(placeProblem(reason));
    }
  };
  if (!isAllowed) {
    return html`<section class="form"><h2>${text("profile.home")}</h2>
      <${ConsentNeeded} sentence=${text("profile.home.consent")} /></section>`;
  }
  const offered = radii.includes(radius) ? radii : [radius, ...radii];
  return html`<form class="form" onSubmit=${submitting(save)} novalidate>
    <h2>${text("profile.home")}</h2>
    <${Field} label=${text("eateries.spot")} hint=${text("profile.home.hint")} value=${typed} onInput=${setTyped} error=${wrong} />
    <${Button} kind="secondary" onClick=${locate}>${text("eateries.here")}<//>
    <${Select}
      label=${text("profile.radius")}
      chosen=${String(radius)}
      onChoose=${(/** @type {string} */ next) => setRadius(Number(next))}
      choices=${offered.map((metres) => [String(metres), distance(metres, units)])}
    />
    ${failure && html`<p class="error" role="alert">${failure}</p>`}
    <${Button} type="submit" kind="primary" isBusy=${isBusy} label=${text("profile.home.save")}>${text("save")}<//>
    ${former && html`<${Button} kind="plain danger" onClick=${clear}>${text("profile.home.clear")}<//>`}
  </form>`;
}
