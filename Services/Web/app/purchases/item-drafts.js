import { Button } from "../frame/controls.js";
import { keepFocus } from "../frame/focus.js";
import { Icon } from "../frame/icons.js";
import { say } from "../frame/messages.js";
import { html, useEffect, useState } from "../libraries.js";
import { drafts } from "../storage/database.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../api/types.js").Budget.Purchase} Purchase */
/** @typedef {{name: string, value: {name: string}, basis: string}} StoredDraft What was typed for an item. */

/**
 * The name of the draft of an item.
 *
 * @param {string} [purchaseId]
 * @param {string} [itemId] Empty for a new one.
 */
export function itemDraft(purchaseId = "", itemId = "") {
  return `item ${purchaseId} ${itemId}`;
}

/**
 * What was typed for items that are no longer there, such as those removed on another device: each can be added as an item or
 * given up.
 *
 * @param {{purchase: Purchase, onAdd: () => void}} properties `onAdd` opens the form of a new item, which has it.
 */
export function LostDrafts({ purchase, onAdd }) {
  const [lost, setLost] = useState(/** @type {StoredDraft[]} */ ([]));
  useEffect(() => {
    let isOver = false;
    const known = new Set(["", ...(purchase.items ?? []).map(({ id }) => id)].map((id) => itemDraft(purchase.id, id)));
    const isLost = (/** @type {StoredDraft} */ { name = "" }) =>
      name.startsWith(itemDraft(purchase.id)) && !known.has(name);
    void drafts.all().then((all) => isOver || setLost(all.filter(isLost)));
    return () => {
      isOver = true;
    };
  }, [purchase.version]);
  const remove = async (/** @type {StoredDraft} */ { name }) => {
    await drafts.remove(name);
    setLost((/** @type {StoredDraft[]} */ former) => former.filter((each) => each.name !== name));
  };
  const giveUp = async (/** @type {StoredDraft} */ draft) => {
    await remove(draft);
    keepFocus(() => null);
    const restore = async () => {
      await drafts.set(draft.name, draft);
      setLost((/** @type {StoredDraft[]} */ former) => [...former, draft]);
    };
    say(text("draft.givenUp"), { undo: restore });
  };
  const add = async (/** @type {StoredDraft} */ draft) => {
    const name = itemDraft(purchase.id);
    await drafts.set(name, { ...draft, name, basis: "" });
    await remove(draft);
    onAdd();
  };
  return lost.map(
    (draft) =>
      html`<div class="notice doubt column" key=${draft.name}>
      <p><${Icon} name="doubt" size=${20} /> ${text("draft.gone", { name: draft.value.name })}</p>
      <div class="actions even">
        <${Button} kind="secondary" onClick=${() => add(draft)}>${text("draft.add")}<//>
        <${Button} kind="secondary danger" onClick=${() => giveUp(draft)}>${text("draft.giveUp")}<//>
      </div>
    </div>`,
  );
}
