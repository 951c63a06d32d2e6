import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { language, languages, text, useLanguage } from "../texts/texts.js";
import { Failure } from "./failure.js";

/** How calls can end, and the codes with which they say so. */
const outcomes = {
  INVALID: ["invalid_argument"],
  UNAUTHENTICATED: ["unauthenticated"],
  FORBIDDEN: ["permission_denied"],
  NOT_FOUND: ["not_found"],
  CONFLICT: ["aborted", "already_exists", "failed_precondition"],
  LIMITED: ["resource_exhausted"],
  UNAVAILABLE: ["unavailable", "offline"],
  TIMEOUT: ["deadline_exceeded"],
  INTERNAL: ["internal"],
};

const catalogue = (/** @type {string} */ name) =>
  readFile(new URL(`../../../../Shared/Texts/Catalogues/${name}/app.json`, import.meta.url), "utf8");

Object.assign(globalThis, {
  document: { documentElement: {} },
  fetch: async (/** @type {URL} */ address) => new Response(await catalogue(address.pathname.split("/").at(-2) ?? "")),
});

for (const [outcome, codes] of Object.entries(outcomes))
  test(`${outcome} has a sentence of its own in each language`, async () => {
    for (const code of codes) {
      const sentences = new Set();
      for (const name of /** @type {(keyof typeof languages)[]} */ (Object.keys(languages))) {
        await useLanguage(name);
        assert.equal(language.value, name);
        const { sentence } = new Failure(code, "");
        assert.equal(sentence, text(`failure.${code}`));
        assert.notEqual(sentence, `failure.${code}`);
        if (code !== "internal") assert.notEqual(sentence, text("failure.internal"));
        sentences.add(sentence);
      }
      assert.equal(sentences.size, Object.keys(languages).length, code);
    }
  });
