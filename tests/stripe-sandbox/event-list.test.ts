import { beforeAll, expect, test } from "vitest";
import { deliveries } from "../support/stripe.ts";
import { advanceClock, newestEvent, paid, stripe } from "./sandbox-client.ts";

beforeAll(() => deliveries("off"));

const day = 24 * 60 * 60;
const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

test("Events are listed newest first, by type, and forward from a known one", async () => {
  await paid();
  const before = String(await newestEvent());
  for (let i = 0; i < 3; i++) await paid();
  const types = ["checkout.session.completed", "charge.updated"];
  const all = await stripe.events.list({ types, limit: 100 });
  const created = all.data.map((event) => event.created);
  expect(created).toEqual(created.toSorted((a, b) => b - a));
  expect(new Set(all.data.map(({ type }) => type))).toEqual(new Set(["checkout.session.completed"]));
  expect(all.data[0]).toMatchObject({ object: "event", data: { object: { object: "checkout.session" } } });
  // The page next to the event, still newest first; there are more before it.
  const [third, second, first] = ids(all);
  const next = await stripe.events.list({ types, ending_before: before, limit: 2 });
  expect([ids(next), next.has_more]).toEqual([[second, first], true]);
  const last = await stripe.events.list({ types, ending_before: String(second), limit: 2 });
  expect([ids(last), last.has_more]).toEqual([[third], false]);
  const older = await stripe.events.list({ types, starting_after: String(third), limit: 1 });
  expect([ids(older), older.has_more]).toEqual([[second], true]);
  expect(ids(await stripe.events.list({ type: types[0] }))).toEqual(ids(await stripe.events.list({ types })));
});

test("An event is listed for thirty days; after that it is unknown, even as a cursor", async () => {
  await paid();
  const old = String(await newestEvent());
  await advanceClock(29 * day);
  const list = () => stripe.events.list({ limit: 100 });
  expect(ids(await list())).toContain(old);
  await advanceClock(2 * day);
  expect(ids(await list())).not.toContain(old);
  for (const page of [{ ending_before: old }, { starting_after: old }, { ending_before: "evt_none" }])
    await expect(stripe.events.list(page)).rejects.toMatchObject({ code: "resource_missing" });
  await expect(stripe.events.list({ types: Array.from({ length: 21 }, (_, i) => `a.${i}`) })).rejects.toThrow(
    "exceeded maximum 20",
  );
});
