import assert from "node:assert/strict";
import test from "node:test";
import { isNarrow, isSameFilter, limits, listRequest, logAddress, logFilter, matches, searched } from "./filters.js";

test("periods have their first and last days", () => {
  const now = new Date(2026, 0, 5);
  assert.deepEqual(limits("month", now), ["2026-01-01", ""]);
  assert.deepEqual(limits("lastMonth", now), ["2025-12-01", "2025-12-31"]);
  assert.deepEqual(limits("year", now), ["2026-01-01", ""]);
  assert.deepEqual(limits("all", now), ["", ""]);
});

test("a search finds all its words in stores and items, without accents and capitals", () => {
  const purchase = { storeName: "Épicerie Zoé", items: [{ productName: "Lait", printedText: "LAIT 1/2 ECR" }, {}] };
  const finds = (search) => matches(purchase, searched(search));
  assert.ok(finds("epicerie LAIT"));
  assert.ok(finds("zoé écr"));
  assert.ok(finds("  "));
  assert.ok(!finds("epicerie bread"));
});

test("a purchase that has changed is searched as it is", () => {
  const purchase = { storeName: "Kiosk" };
  assert.ok(matches(purchase, ["kiosk"]));
  assert.ok(!matches({ ...purchase, storeName: "Market" }, ["kiosk"]));
});

test("an address has what the log is restricted to, as the service is asked for it", () => {
  const address = logAddress({
    from: "2026-01-01",
    to: "2026-01-31",
    category: "bakery",
    kind: "expenditure",
    title: "",
  });
  assert.equal(address, "/log?from=2026-01-01&to=2026-01-31&category=bakery&kind=expenditure");
  const filter = logFilter(new URLSearchParams(address.split("?")[1]));
  assert.deepEqual(listRequest(filter), {
    firstDay: "2026-01-01",
    lastDay: "2026-01-31",
    discarded: false,
    categories: ["bakery"],
    kind: "PURCHASE_KIND_EXPENDITURE",
  });
  assert.ok(isNarrow(filter) && isSameFilter(filter, { ...filter }));
  const all = logFilter(new URLSearchParams());
  assert.deepEqual(listRequest(all), { firstDay: "", lastDay: "", discarded: false });
  assert.ok(!isNarrow(all) && !isSameFilter(filter, all));
  assert.equal(logAddress({}), "/log");
});
