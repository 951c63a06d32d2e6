import assert from "node:assert/strict";
import test from "node:test";
import { contactAddress } from "./contact-address.js";

test("an e-mail address and a page can be followed, and any other text is read", () => {
  assert.equal(contactAddress("help@larder.example"), "mailto:help@larder.example");
  assert.equal(contactAddress("https://larder.example/help"), "https://larder.example/help");
  for (const contact of ["Room 12, on weekdays", "javascript:alert(1)", "http://larder.example", "@larder"])
    assert.equal(contactAddress(contact), "", contact);
});
