import { call } from "../api/client.js";
import { Button, Empty, PageHead, Problem, Skeleton } from "../frame/controls.js";
import { Icon } from "../frame/icons.js";
import { go } from "../frame/router.js";
import { useLoaded, useStore } from "../frame/hooks.js";
import { unread } from "../inbox/unread.js";
import { html, useEffect } from "../libraries.js";
import { PurchaseRow } from "../purchases/row.js";
import { person } from "../session/session.js";
import { waiting } from "../storage/sending.js";
import { copies } from "../storage/database.js";
import { text } from "../texts/texts.js";

/** The first page: what waits for its owner, and what came last. */
export function Home() {
  const who = useStore(person);
  const count = useStore(unread);
  const queued = useStore(waiting);
  const loaded = useLoaded(
    async (signal) => {
      try {
        const answer = await call("larder.budget.v1.Purchases/ListPurchases", { page: { size: 20 } }, { signal });
        void copies.set("latest", answer.purchases ?? []);
        return { purchases: answer.purchases ?? [], isCopy: false };
      } catch (error) {
        const copy = await copies.get("latest");
        if (!copy || signal.aborted) throw error;
        return { purchases: copy, isCopy: true };
      }
    },
    [queued.length],
  );
  useEffect(() => {
    const again = () => document.visibilityState === "visible" && loaded.again();
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, []);
  const purchases = loaded.value?.purchases ?? [];
  const toCheck = purchases.filter((/** @type {any} */ entry) => entry.state === "PURCHASE_STATE_TO_VERIFY");
  return html`<${PageHead} title=${text("home.title", { name: who?.username ?? "" })} hasBack=${false} />
    <div class="tiles">
      <a class="tile main" href="/camera"><${Icon} name="camera" size=${36} /><span>${text("home.photo")}</span></a>
      <a class="tile" href="/purchases/new"><${Icon} name="pen" /><span>${text("home.byHand")}</span></a>
      <a class="tile" href="/inbox"><${Icon} name="inbox" /><span>${count ? text("inbox.unread", { count }) : text("inbox.title")}</span></a>
    </div>
    ${
      queued.length > 0 &&
      html`<a class="notice" href="/receipts"><${Icon} name="picture" /> ${text("home.waiting", { count: queued.length })}</a>`
    }
    ${loaded.failure && !loaded.value && html`<${Problem} failure=${loaded.failure} again=${loaded.again} />`}
    ${!loaded.value && !loaded.failure && html`<${Skeleton} />`}
    ${
      loaded.value && !purchases.length
        ? html`<${Empty} sentence=${text("home.empty")}>
          <${Button} kind="primary" onClick=${() => go("/camera")}>${text("home.first")}<//>
        <//>`
        : null
    }
    ${
      toCheck.length > 0 &&
      html`<section>
      <h2>${text("home.toCheck", { count: toCheck.length })}</h2>
      <ul class="list">${toCheck.slice(0, 5).map((/** @type {any} */ entry) => html`<${PurchaseRow} purchase=${entry} key=${entry.id} />`)}</ul>
    </section>`
    }
    ${
      purchases.length > toCheck.length &&
      html`<section>
      <h2>${text("home.latest")}</h2>
      <ul class="list">
        ${purchases
          .filter((/** @type {any} */ entry) => entry.state !== "PURCHASE_STATE_TO_VERIFY")
          .slice(0, 5)
          .map((/** @type {any} */ entry) => html`<${PurchaseRow} purchase=${entry} key=${entry.id} />`)}
      </ul>
      <a class="center" href="/log">${text("home.all")}</a>
    </section>`
    }`;
}
