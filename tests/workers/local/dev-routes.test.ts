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

const clock = (body: unknown) =>
  visitor.signedOut().fetch("/dev/clock", { method: "POST", body: JSON.stringify(body) });
const advanceBy = (advance: number) => clock({ advance });

/** How far the product's clock is ahead, in ms. */
async function offset(): Promise<number> {
  const [row] = await db.select().from(settings).where(eq(settings.key, "clock_offset_ms"));
  return Number(row?.value ?? 0);
}

/** The stand-in's time, in unix seconds. */
async function stripeNow(): Promise<number> {
  const answer = await fetch(`${env.STRIPE_API}/control/clock`, { method: "POST", body: '{"advance": 0}' });
  return (await answer.json<{ now: number }>()).now;
}

it("The clock moves forward only", async () => {
  expect((await clock({ advance: -5 })).status).toBe(400);
  expect((await clock("x")).status).toBe(400);
  const moved: { now: string } = await (await clock({ advance: 3600 })).json();
  expect(Date.parse(moved.now) - Date.now()).toBeGreaterThan(3_590_000);
});

it("The clocks of the product and of the stand-in for Stripe advance by the same whole seconds", async () => {
  const [before, stripeBefore] = [await offset(), await stripeNow()];
  const began = Date.now();
  for (const advance of [4.0000004, 0.5, 3600]) expect((await advanceBy(advance)).status).toBe(200);
  expect((await offset()) - before).toBe(3_605_000);
  const passed = (Date.now() - began) / 1000;
  expect(Math.abs((await stripeNow()) - stripeBefore - 3605 - passed)).toBeLessThan(2);
});

it("If the stand-in for Stripe does not advance its clock, neither does the product", async () => {
  const before = await offset();
  const send = productWith({ STRIPE_API: `${env.STRIPE_API}/nothing` });
  const body = JSON.stringify({ advance: 60 });
  const answer = await send(new Request(`${origin}/dev/clock`, { method: "POST", body }));
  expect(answer.status).toBe(502);
  expect(await answer.json()).toEqual({ error: expect.stringContaining("was not advanced: 404") });
  expect(await offset()).toBe(before);
});
