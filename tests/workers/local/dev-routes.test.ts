import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { settings } from "#drizzle/schema.ts";
import { kindNames } from "#workers/work/kinds.ts";
import { productWith } from "../../support/bindings/faulty.ts";
import { db, origin, visitor } from "../../support/visitor.ts";

it("Local-only addresses answer the ordinary 404 in production and on any other host", async () => {
  const production = { ...env, ENVIRONMENT: "production", STRIPE_API: "https://api.stripe.com" } as const;
  for (const [path, method] of [
    ["/dev/mailbox", "GET"],
    ["/dev/mailbox.json", "GET"],
    ["/dev/sweep", "POST"],
    ["/dev/clock", "POST"],
  ]) {
    for (const [bindings, host] of [
      [production, origin],
      [env, "http://shop.example"],
    ] as const) {
      const request = new Request(`${host}${path}`, {
        method,
        headers: { Host: new URL(host).host, Origin: host },
      });
      const response = await productWith(bindings)(request);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("Oops! Page not found");
    }
  }
});

it("A second sweep changes nothing", async () => {
  const sweep = async () => (await visitor.signedOut().fetch("/dev/sweep", { method: "POST" })).json();
  await sweep();
  expect(await sweep()).toEqual(Object.fromEntries(kindNames.map((name) => [name, 0])));
});

it("The clock moves forward only", async () => {
  const clock = (body: unknown) =>
    visitor.signedOut().fetch("/dev/clock", { method: "POST", body: JSON.stringify(body) });
  expect((await clock({ advance: -5 })).status).toBe(400);
  expect((await clock("x")).status).toBe(400);
  const moved: { now: string } = await (await clock({ advance: 3600 })).json();
  expect(Date.parse(moved.now) - Date.now()).toBeGreaterThan(3_590_000);
  // A fraction of a millisecond would get into the books, whose days are whole numbers.
  await clock({ advance: 4.0000004 });
  const [offset] = await db.select().from(settings).where(eq(settings.key, "clock_offset_ms"));
  expect(offset?.value).toBe("3604000");
});
