import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { hashPassword } from "#app/auth/passwords.server.ts";
import { users } from "#drizzle/schema.ts";
import { laggingDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig, person } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";

const { database, asked } = laggingDatabase(env.DB);
const send = productWith({ DB: database });

it("A visitor reads the nearest replica, which may lag behind", async () => {
  const pots = await category(db, "Lagging pots");
  await gig(db, { categoryId: pots.id });
  const ann = visitor.passingBy();
  ann.send = send;
  asked.length = 0;
  expect((await ann.get("/categories/lagging-pots")).status).toBe(404);
  expect(new Set(asked)).toEqual(new Set(["first-unconstrained"]));
});

it("The links of emails to visitors find what was written just before", async () => {
  const ann = visitor.passingBy();
  ann.send = send;
  for (const page of ["/appeal/x", "/contact/requests/1?token=x", "/contact/requests/1/files/x?token=x"]) {
    asked.length = 0;
    await ann.get(page);
    expect([page, asked]).toEqual([page, ["first-primary"]]);
  }
});

it("A viewer always sees their own writes: the bookmark of an action is used by every later page", async () => {
  const { email, id } = await person(db);
  await db
    .update(users)
    .set({ passwordHash: await hashPassword("a long password") })
    .where(eq(users.id, id));
  const ann = visitor.passingBy();
  ann.send = send;
  asked.length = 0;
  const answer = await ann.submit("/sign-in", { email, password: "a long password" });
  expect(answer.location).toBe("/");
  expect(asked).toEqual(["first-primary"]);
  expect(ann.cookie("bookmark")).toBe("00000001-0000abcd");
  expect((await ann.get("/orders")).status).toBe(200);
  expect(asked.at(-1)).toBe("00000001-0000abcd");

  // These pages write when they are shown, so the next page must include the write.
  for (const page of [
    "/payment-success?type=service",
    "/payment-success.data",
    "/messages",
    "/verify?token=x",
    "/earnings/not-me?token=x",
    "/earnings/claim?token=x",
    "/unsubscribe?token=x",
    "/earnings/setup/return",
  ]) {
    asked.length = 0;
    await ann.get(page);
    expect([page, asked.at(-1)]).toEqual([page, "first-primary"]);
  }

  // What an open page has missed is asked for once: a copy that lags would lose it.
  asked.length = 0;
  await ann.fetch("/messages/since?list=0");
  expect(asked).toEqual(["first-primary"]);

  await ann.submit("/sign-out", {});
  expect(asked.at(-1)).toBe("first-primary");
  expect(ann.cookie("bookmark")).toBeUndefined();
  expect(ann.cookie("session")).toBeUndefined();
});

it("Without a bookmark, or with a forged one, a viewer reads the primary", async () => {
  const ann = await visitor.signedIn();
  ann.send = send;
  asked.length = 0;
  expect((await ann.get("/orders")).status).toBe(200);
  ann.setCookie("bookmark", "no'; such");
  expect((await ann.get("/orders")).status).toBe(200);
  expect(asked).toEqual(["first-primary", "first-primary"]);
});
