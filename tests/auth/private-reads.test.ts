import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { conversations, sessions } from "#drizzle/schema.ts";
import { fileLink, pdf, sendFiles, startedOrder } from "../orders/started-order.ts";
import { addApp, pendingBrowser } from "../support/accounts/factors.ts";
import { copyOf } from "../support/accounts/sessions.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

const endSessions = (user: { id: string }) =>
  db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, user.id));

/** A buyer with a delivered file and a second factor, and the addresses that only they may read. */
async function privateAddresses() {
  const { ann, bob, path } = await startedOrder();
  const note = "Here is all that you have asked for.";
  const work: Parameters<typeof sendFiles>[3] = [["files", pdf("a secret work"), "work.pdf"]];
  const sent = await sendFiles(bob, path, { intent: "deliver", note }, work);
  expect([sent.status, sent.status === 303 ? "" : sent.text]).toEqual([303, ""]);
  const page = await ann.get(path);
  const file = fileLink(page);
  expect(file, page.text).toContain("/files/");
  await addApp(ann);
  const pages = [
    "/orders",
    "/dashboard",
    "/dashboard/services",
    "/dashboard/reviews",
    "/earnings",
    path,
    `${path}/receipt`,
    "/messages",
    "/profile",
    "/profile/data",
  ];
  const settings = ["/profile/security", "/profile/email", "/profile/password", "/profile/factors"];
  const codes = "/profile/factors/recovery-codes";
  const files = [file, "/profile/export", `${codes}.txt`];
  return { ann, bob, pages: [...pages, ...settings, codes], files };
}

/** An answer: its status, its redirect, and its text without what differs each time. */
async function told(browser: Visitor, path: string, method: string) {
  const answer = await browser.fetch(path, { method });
  const text = await answer.text();
  const varying = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"\w+=[^"]*"/g;
  return [path, method, answer.status, answer.headers.get("Location"), text.replaceAll(varying, "")];
}

it("An ended session sees only what a visitor sees: pages, data, files, receipts, codes and the export", async () => {
  const { ann, pages, files } = await privateAddresses();
  const all = [...pages, ...pages.map((path) => `${path}.data`), ...files, `/verify`, `/sign-in/factor`];
  for (const path of files) expect([path, (await ann.get(path)).status]).toEqual([path, 200]);
  const access = ann.cookie("access") ?? "";
  await endSessions(ann);
  for (const path of all)
    for (const method of ["GET", "HEAD"]) {
      const thief = copyOf(ann, ["session"]);
      thief.setCookie("access", access);
      const asVisitor = await told(visitor.signedOut(), path, method);
      expect(await told(thief, path, method)).toEqual(asVisitor);
      expect(thief.cookie("access"), path).toBeUndefined();
    }
});

it("A session that still needs a factor shows nothing of the account once it has ended", async () => {
  const ann = await visitor.signedIn();
  await addApp(ann);
  const pending = await pendingBrowser(ann);
  expect((await copyOf(pending).get("/sign-in/factor")).text).toContain("Open your authenticator app");
  await endSessions(ann);
  for (const path of ["/sign-in/factor", "/sign-in/factor.data"])
    expect((await copyOf(pending).get(path)).text).not.toContain("authenticator");
});

it("An ended session opens no conversation", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  await endSessions(ann);
  expect((await ann.get(`/messages?user=${bob.id}`)).location).toContain("/sign-in");
  const rows = await db.select().from(conversations);
  expect(rows.filter(({ firstId, secondId }) => [firstId, secondId].includes(ann.id))).toEqual([]);
});

it("While the session cannot be checked, private files and data answer 503, and no one is signed out", async () => {
  expectErrorLog("session not read");
  const { ann, files } = await privateAddresses();
  const broken = copyOf(ann);
  const isRow = (sql: string) => /^select "expires_at" from "sessions"/.test(sql);
  broken.send = productWith({ DB: faultyDatabase(env.DB, isRow) });
  for (const path of [...files.slice(0, 1), "/orders.data"]) {
    const answer = await broken.get(path);
    expect([path, answer.status]).toEqual([path, 503]);
    expect(answer.html).not.toContain("a secret work");
  }
  expect(broken.cookie("session")).toBe(ann.cookie("session"));
});
