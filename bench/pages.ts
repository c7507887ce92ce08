import { Secret, TOTP } from "otpauth";

/** A page that a visitor on a slow phone opens first. */
export type BenchPage = { name: string; path: string; noindex: boolean };

/**
 * The pages that the bench opens: home, a category with a full page of results, a search, and a gig.
 * @throws Error if the market has no gig
 */
export async function benchPages(origin: string): Promise<BenchPage[]> {
  return [
    { name: "home", path: "/", noindex: false },
    { name: "category", path: "/categories/graphics-design", noindex: false },
    { name: "search", path: "/search?q=logo", noindex: true },
    { name: "service", path: await findGigPath(origin), noindex: false },
  ];
}

/** The screens that a signed-in buyer sees most, with the cookies of their session. */
export type SignedInPages = { cookie: string; pages: BenchPage[] };

/**
 * Signs a demo account in through the form (docs/specification.md#demo-accounts).
 * @returns the cookies
 * @throws Error if the form does not sign in
 */
export async function signIn(
  origin: string,
  name: "buyer" | "seller" | "newseller" | "admin",
): Promise<string> {
  const body = new URLSearchParams({ email: `${name}@handiwork.test`, password: "handiwork-demo" });
  const headers = { Origin: origin };
  const answer = await fetch(`${origin}/sign-in`, { method: "POST", body, headers, redirect: "manual" });
  const pairs = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  // A notice is shown once, and would be part of each measured page.
  const cookie = pairs.filter((pair) => !pair.startsWith("toast=")).join("; ");
  if (answer.status !== 303 || !cookie.includes("session="))
    throw new Error(`/sign-in answers ${answer.status} and does not sign the demo ${name} in.`);
  return cookie;
}

/**
 * Signs the demo operator in, with the password and a code. @returns the cookies
 * @throws Error if the code is not accepted
 */
export async function signInOperator(origin: string): Promise<string> {
  const cookie = await signIn(origin, "admin");
  const totp = new TOTP({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") });
  // The clock of a product that other parts of the bench have used may be ahead.
  const clock = await fetch(`${origin}/dev/clock`, { method: "POST", body: JSON.stringify({ advance: 30 }) });
  const { now }: { now: string } = await clock.json();
  const answer = await fetch(`${origin}/sign-in/factor`, {
    method: "POST",
    body: new URLSearchParams({ code: totp.generate({ timestamp: Date.parse(now) }) }),
    headers: { Origin: origin, Cookie: cookie },
    redirect: "manual",
  });
  const pairs = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const session = pairs.find((pair) => pair.startsWith("session="));
  if (answer.status !== 303 || !session) throw new Error(`/sign-in/factor answers ${answer.status}.`);
  return session;
}

/** @throws Error if the demo buyer cannot sign in or has no order or conversation */
export async function signedInPages(origin: string): Promise<SignedInPages> {
  const cookie = await signIn(origin, "buyer");
  const linkIn = async (path: string, pattern: RegExp) => {
    const html = await (await fetch(origin + path, { headers: { Cookie: cookie } })).text();
    const link = pattern.exec(html)?.[1];
    if (!link)
      throw new Error(`${path} of the demo buyer has no link like ${pattern}; is the market seeded?`);
    return link.replaceAll("&amp;", "&");
  };
  const paths = {
    dashboard: "/dashboard",
    order: await linkIn("/dashboard", /href="(\/orders\/[\w-]+)"/),
    messages: await linkIn("/messages", /href="(\/messages\?conversation=[^"]+)"/),
    profile: "/profile",
  };
  return { cookie, pages: Object.entries(paths).map(([name, path]) => ({ name, path, noindex: true })) };
}

/**
 * Creates a gig draft for the demo seller. @returns its path, to which a step is appended
 * @throws Error if it is not created
 */
export async function makeDraft(origin: string): Promise<string> {
  const id = crypto.randomUUID();
  const fields = { title: "A logo", draft: id, isNew: "1", version: "0", intent: "save" };
  const answer = await fetch(`${origin}/services/create`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: origin, Cookie: await signIn(origin, "seller") },
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`/services/create answers ${answer.status} and makes no draft.`);
  return `/services/create/${id}`;
}

/** The path of the first gig that the search finds. @throws Error if it finds none */
export async function findGigPath(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/search?q=logo`)).text();
  const path = /href="(\/services\/s\/[^"?#]+)"/.exec(html)?.[1];
  if (!path) throw new Error("The search for 'logo' finds no gig; is the market seeded?");
  return path;
}
