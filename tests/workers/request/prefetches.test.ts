import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { messages } from "#drizzle/schema/conversations.ts";
import { gig } from "#tests/support/factories.ts";
import { db, visitor } from "#tests/support/visitor.ts";

const prefetch = { "Sec-Purpose": "prefetch" };
const rulesOf = (page: { headers: Headers }) => page.headers.get("Speculation-Rules");

it("The prefetch rules name the public pages, and no personal address or one with an effect", async () => {
  const file = await env.ASSETS.fetch("http://shop.test/speculation-rules.json");
  expect(file.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const { prefetch: rules } = await file.json<{
    prefetch: { where: { and: { href_matches?: string[] }[] }; eagerness: string }[];
  }>();
  expect(rules.map(({ eagerness }) => eagerness)).toEqual(["conservative"]);
  const patterns = rules.flatMap(({ where }) => where.and.flatMap((part) => part.href_matches ?? []));
  const isNamed = (path: string) =>
    patterns.some((pattern) => new URLPattern(pattern, "http://shop.test").test(path, "http://shop.test"));
  const open = [
    "/",
    "/categories",
    "/categories/a",
    "/categories/a/b",
    "/services/s/a",
    "/@ann/a",
    "/search?q=a",
  ];
  expect(open.filter((path) => !isNamed(path))).toEqual([]);
  const closed = [
    "/sign-out",
    "/sign-in",
    "/verify?token=a",
    "/preferences",
    "/dashboard",
    "/profile",
    "/orders",
    "/orders/a",
    "/orders/a/files/b",
    "/messages",
    "/messages?user=a",
    "/live",
    "/admin",
    "/dev/mailbox",
    "/payment/success?session_id=a",
  ];
  expect(closed.filter(isNamed)).toEqual([]);
});

it("Visitors' pages have the prefetch rules, except in Lite and under Save-Data; viewers' pages have none", async () => {
  for (const path of ["/", "/search?q=vase"]) {
    const guest = visitor.passingBy();
    expect(rulesOf(await guest.get(path))).toBe('"/speculation-rules.json"');
    expect(rulesOf(await guest.get(path, { "Save-Data": "on" }))).toBe(null);
    guest.setCookie("lite", "1");
    expect(rulesOf(await guest.get(path))).toBe(null);
    guest.setCookie("lite", "0");
    expect(rulesOf(await guest.get(path, { "Save-Data": "on" }))).toBe(null);
    expect(rulesOf(await (await visitor.signedIn()).get(path))).toBe(null);
  }
});

it.each(["Sec-Purpose", "Purpose"])(
  "A gig that a browser requests in advance (%s) does not count as viewed",
  async (name) => {
    const { slug, id } = await gig(db);
    for (const who of [visitor.passingBy(), visitor.passingBy(), await visitor.signedIn()]) {
      const page = await who.get(`/services/s/${slug}`, { [name]: "prefetch;prerender" });
      expect([page.status, who.cookie("recent")]).toEqual([200, undefined]);
      await who.fetch(`/services/s/${slug}`, { method: "HEAD" });
      expect(who.cookie("recent")).toBe(id);
    }
  },
);

it("A page that is requested in advance leaves the notice to the next page, and messages unread", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const toast = encodeURIComponent(JSON.stringify({ kind: "info", text: "A notice" }));
  ann.setCookie("toast", toast);
  expect((await ann.get("/", prefetch)).text).not.toContain("A notice");
  expect((await ann.get("/")).text).toContain("A notice");

  const { location } = await ann.get(`/messages?user=${bob.id}`);
  const conversation = new URL(location ?? "", "http://shop.test").searchParams.get("conversation") ?? "";
  await ann.submit("/messages", { conversation, content: "A mark for a bread stamp?" });
  const isRead = async () => {
    const [row] = await db.select().from(messages).where(eq(messages.conversationId, conversation));
    return row?.isRead;
  };
  await bob.get(`/messages?conversation=${conversation}`, prefetch);
  expect(await isRead()).toBe(false);
  await bob.get(`/messages?conversation=${conversation}`);
  expect(await isRead()).toBe(true);
});
