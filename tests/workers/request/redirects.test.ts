import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "#drizzle/schema.ts";
import { db, origin, Visitor, visitor } from "../../support/visitor.ts";

const targets = [
  "//evil.example/x",
  "///evil.example/x",
  "/\\evil.example/x",
  "/%5Cevil.example",
  "/%2Fevil.example/x",
  "/%252Fevil.example",
  "/%09/evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "/a/..//evil.example",
  "/%0d%0aSet-Cookie:a=b",
  "https://evil.example/",
];

/** Where a browser goes from the product's page; null without a redirect. */
function originOf(location: string | null): string | null {
  return location === null ? null : new URL(location, `${origin}/`).origin;
}

it("No redirect leaves the product, whatever its target", async () => {
  const ann = await visitor.signedIn();
  const ended = await visitor.signedIn();
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ended.id));
  const endedCookies = ["session", "access"].map((name) => `${name}=${ended.cookie(name)}`).join("; ");
  let redirects = 0;
  for (const target of targets) {
    const redirectTo = encodeURIComponent(target);
    // Not `new URL`, which would resolve the target.
    const path = target.startsWith("/") ? `${origin}${target}` : "/";
    const answers = [
      await ended.get(path, { Cookie: endedCookies }),
      await ended.get(`${path}?q=1`, { Cookie: endedCookies }),
      await ended.get(`${path}.data`, { Cookie: endedCookies }),
      await ann.get(`/sign-in?redirectTo=${redirectTo}`),
      await ann.get(`/sign-in/factor?redirectTo=${redirectTo}`),
      await ann.get(`/verify?redirectTo=${redirectTo}`),
      await ann.submit("/verify", { intent: "send", redirectTo: target }),
      await ann.submit("/preferences", { theme: "dark", redirectTo: target }),
      await new Visitor().get(path),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(500);
      expect([target, originOf(answer.location) ?? origin]).toEqual([target, origin]);
      expect(answer.html).not.toContain('SingleFetchRedirect","//');
      expect(answer.links.filter((link) => /^[/\\]{2}/.test(link))).toEqual([]);
      if (answer.location !== null) redirects++;
    }
  }
  expect(redirects).toBeGreaterThan(targets.length * 4);
});

it("An ended session shows the page that a visitor sees", async () => {
  const ann = await visitor.signedIn();
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const page = await ann.get("/search?q=a%5Cb");
  expect([page.status, page.location]).toEqual([200, null]);
  expect(page.links).toContain("/sign-in");
});
