import { eq, like } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { creditHolders, credits, limits, users } from "#drizzle/schema.ts";
import { advanceClock } from "../support/accounts/factors.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// Signing up and signing in hash a password, which is slow on purpose.
vi.setConfig({ testTimeout: 30_000 });

const path = "/sign-up/sent";
const password = "bread and salt";
const newEmail = () => `join-${crypto.randomUUID().slice(0, 8)}@example.test`;

async function join(email: string): Promise<Visitor> {
  const ann = visitor.signedOut();
  const username = `join-${crypto.randomUUID().slice(0, 8)}`;
  const page = await ann.submit("/sign-up", { fullName: "Ann Lee", username, email, password });
  expect([page.status, page.location]).toEqual([303, "/sign-in"]);
  return ann;
}

const change = (ann: Visitor, email: string) => ann.submit(path, { intent: "change", email });
const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

it("A page says where the email went, and sign-in knows the address until someone signs in", async () => {
  const email = newEmail();
  const ann = await join(email);
  const page = await ann.get(path);
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  for (const words of [`We sent an email to ${email} .`, "Send again", "Change address", "every 10 minutes"])
    expect(page.text).toContain(words);
  const signIn = await ann.get("/sign-in");
  expect([signIn.field("email"), signIn.links.includes(path)]).toEqual([email, true]);
  expect(signIn.text).toContain(`We sent an email to ${email}`);
  const stranger = visitor.signedOut();
  stranger.setCookie("joined", "x.y");
  for (const other of [stranger, visitor.signedOut()]) {
    expect((await other.get(path)).location).toBe("/sign-in");
    expect((await other.submit(path, { intent: "send" })).location).toBe("/sign-in");
    expect((await other.get("/sign-in")).field("email")).toBe("");
  }
  expect((await ann.submit("/sign-in", { email, password })).status).toBe(303);
  expect(ann.cookie("joined")).toBeUndefined();
});

it("Sends the email again after ten minutes; above the limit, says how long to wait", async () => {
  const email = newEmail();
  const ann = await join(email);
  const soon = await ann.submitAndFollow(path, { intent: "send" });
  expect(soon.text).toContain("We sent you an email less than 10 minutes ago.");
  await advanceClock(10 * 60);
  const again = await ann.submitAndFollow(path, { intent: "send" });
  expect(again.text).toContain(`We sent an email to ${email}.`);
  expect((await mailsTo(email, 2)).map(({ kind }) => kind)).toEqual(["verify", "verify"]);
  await db.update(limits).set({ count: 10 }).where(like(limits.key, "verify:pair:%"));
  const over = await ann.submit(path, { intent: "send" });
  expect([over.status, over.text.includes("Please wait"), over.text.includes(email)]).toEqual([
    429,
    true,
    true,
  ]);
});

it("Another address gets a new link, the old link stops working, and the credit moves with it", async () => {
  const first = newEmail();
  const ann = await join(first);
  const [mail] = await mailsTo(first, 1);
  const before = await userOf(first);
  for (const [typed, sentence] of [
    ["no address", "Invalid email address"],
    [first.toUpperCase(), "That is already your email address"],
  ] as const) {
    const refused = await change(ann, typed);
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    expect(refused.html).toMatch(/<details open/);
  }
  const second = newEmail();
  const changed = await change(ann, second);
  expect([changed.status, changed.location]).toEqual([303, path]);
  expect((await ann.get(path)).text).toContain(`We sent an email to ${second} .`);
  expect((await visitor.signedOut().get(linkIn(mail))).status).toBe(410);
  expect(await userOf(first)).toBeUndefined();
  expect((await userOf(second))?.id).toBe(before?.id);
  expect(
    await db
      .select()
      .from(credits)
      .where(eq(credits.userId, before?.id ?? "")),
  ).toHaveLength(1);
  const holders = await db
    .select()
    .from(creditHolders)
    .where(eq(creditHolders.userId, before?.id ?? ""));
  expect(holders).toHaveLength(1);
  const [verify] = await mailsTo(second, 1);
  const token = linkIn(verify).split("=")[1];
  await visitor.signedOut().submit("/verify", { token, intent: "verify" });
  // The address is verified now: the browser that joined can neither change it nor send to it.
  for (const fields of [{ intent: "change", email: newEmail() }, { intent: "send" }]) {
    const copy = visitor.signedOut();
    copy.setCookie("joined", ann.cookie("joined") ?? "");
    await advanceClock(10 * 60);
    const late = await copy.submitAndFollow(path, fields);
    expect(late.text).toContain("Your email address is already verified.");
  }
  expect((await userOf(second))?.id).toBe(before?.id);
});

it("No answer reveals whether the first or the new address has an account", async () => {
  const taken = newEmail();
  await join(taken);
  const owners = await mailsTo(taken, 1);
  expect(owners).toHaveLength(1);
  const shapes = [];
  for (const [first, second] of [
    [newEmail(), newEmail()],
    [newEmail(), taken],
    [taken, newEmail()],
    [taken, taken.replace("join-", "jojn-")],
  ] as const) {
    const ann = await join(first);
    const lengths = [ann.cookie("joined")?.length];
    const soon = await ann.submitAndFollow(path, { intent: "send" });
    const changed = await change(ann, second);
    lengths.push(ann.cookie("joined")?.length);
    const shown = (await ann.get(path)).text.replaceAll(first, "FIRST").replaceAll(second, "SECOND");
    await advanceClock(10 * 60);
    const again = await ann.submit(path, { intent: "send" });
    const told = soon.text.replaceAll(first, "FIRST");
    shapes.push({ lengths, told, changed: [changed.status, changed.location], shown, again: again.location });
  }
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  const kinds = (await mailsTo(taken, 2)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["account_exists", "verify"]);
});

it("If the first address had an account, the new account is created with the second one", async () => {
  const taken = newEmail();
  await join(taken);
  const ann = await join(taken);
  const second = newEmail();
  await change(ann, second);
  expect((await mailsTo(second, 1))[0]?.kind).toBe("verify");
  const signedIn = await visitor.signedOut().submit("/sign-in", { email: second, password });
  expect([signedIn.status, signedIn.location]).toEqual([303, "/"]);
});
