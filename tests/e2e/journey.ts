import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Page, type Response } from "@playwright/test";
import { encode } from "fast-png";
import { Secret, TOTP } from "otpauth";
import { browserOptions } from "../support/stack/browser.ts";

export { expect };

/** For `test.use` in files that check pictures: other journeys run in a browser that loads none. */
export const withPictures = { launchOptions: browserOptions({ pictures: true }) };

/** A gig of the demo seller. */
export const service = "/services/s/landing-page-design-in-figma-phone-layout-first";

/** Waits until the framework runs in the page. */
export async function hydration(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .locator("header .logo")
          .evaluate((link) => Object.keys(link).some((key) => key.startsWith("__reactProps"))),
      { intervals: [50] },
    )
    .toBe(true);
}

/** A test that fails if the page's console shows an error, such as a blocked script or a failed hydration. */
export const test = base.extend({
  page: async ({ page }, use, info) => {
    await withoutPointer(page);
    const errors = watch(page);
    const steps = navigations(page);
    await use(page);
    // Traces are off. These lines show where a journey was that fails only once in many runs.
    if (info.status !== info.expectedStatus) {
      console.log(["Last navigations:", ...steps.slice(-20)].join("\n"));
      console.log(["Last warnings and errors of the server:", ...serverFaults().slice(-10)].join("\n"));
    }
    expect(errors, "console errors").toEqual([]);
  },
});

/**
 * What the products of all journeys have logged as warnings and errors (scripts/local/stack.ts). The
 * runtime's own lines are left out: it writes several whenever a browser closes a connection.
 */
function serverFaults(): string[] {
  const cwd = process.env.E2E_FOLDER ?? "";
  const logs = globSync("stack-*/workers.log", { cwd });
  const lines = logs.flatMap((log) => readFileSync(join(cwd, log), "utf8").split("\n"));
  return lines.filter((line) => line.startsWith("{"));
}

/**
 * Chromium's headless shell puts a pointer at (0, 0) of each page, as if a visitor had moved it there. Until
 * a journey moves it, a page is as on a phone.
 */
export async function withoutPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ignore = (event: MouseEvent) => {
      if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
    };
    window.addEventListener("pointerover", ignore, true);
  });
}

/** Collects what a page navigated to: each document request, its failure, and each address it has shown. */
function navigations(page: Page): string[] {
  const steps: string[] = [];
  const startedAt = Date.now();
  const note = (step: string) => steps.push(`${Date.now() - startedAt} ms ${step}`);
  page.on("request", (request) => {
    if (request.isNavigationRequest() || request.method() === "POST")
      note(`${request.method()} ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) note(`shown: ${frame.url()}`);
  });
  return steps;
}

/** True for the response to Remix's scripts, which request the routes of a page's links. */
const isManifest = (answer: Response) => new URL(answer.url()).pathname === "/__manifest";

/** Waits until the scripts of a page have received the routes of its links. */
export async function linksDiscovered(page: Page): Promise<void> {
  expect((await page.waitForResponse(isManifest)).status()).toBe(200);
}

/**
 * Collects the console errors of a page, and failed requests for the routes of its links. The expected
 * statuses do not count: an invalid form (400), an ended session (401), a declined card (402), a suspended
 * account (403), a form of an older page (409) and files that are too large (413).
 */
export function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (40[01239]|413)/.test(message.text()))
      errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("response", (answer) => {
    if (isManifest(answer) && !answer.ok()) errors.push(`${answer.status()} ${answer.url()}`);
  });
  return errors;
}

export const password = "handiwork-demo";

/**
 * Signs in as one of the demo accounts without showing a page, for journeys about something else. It takes a
 * tenth of the time that the form takes.
 */
export async function signedIn(page: Pick<Page, "request">, name: string): Promise<void> {
  await sendForm(page, "/sign-in", { email: `${name}@handiwork.test`, password });
}

/**
 * Sends a form as the page's browser would, including its cookies, and follows the redirect.
 * @returns the address of that page
 */
async function sendForm(
  page: Pick<Page, "request">,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  // Not `Origin`: a journey may have its own product, at another address.
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const answer = await page.request.post(path, { form, headers, ...retrying });
  expect([path, answer.status()]).toEqual([path, 200]);
  expect(new URL(answer.url()).pathname).not.toBe(path);
  return answer.url();
}

/** A new user whose address is verified, signed in without showing a page. */
export async function verifiedNewcomer(page: Page): Promise<{ username: string; email: string }> {
  const { username, email } = newName();
  await sendForm(page, "/sign-up", { fullName: "Nora Lind", username, email, password });
  const { text } = await mailTo(page, email, "verify");
  const link = new URL(/https?:\S+\/verify\S+/.exec(text)?.[0] ?? "");
  // In the browser that signed up, this signs in too.
  await sendForm(page, "/verify", { token: link.searchParams.get("token") ?? "" });
  return { username, email };
}

/** A new buyer, signed in, whose page shows an empty conversation about a gig with its seller. */
export async function newConversation(
  page: Page,
  gigPath = service,
): Promise<{ username: string; email: string }> {
  const newcomer = await verifiedNewcomer(page);
  const gig = await (await page.request.get(gigPath, retrying)).text();
  await page.goto(/\/messages\?user=[^"]+/.exec(gig)?.[0].replaceAll("&amp;", "&") ?? "");
  await expect(page).toHaveURL(/conversation=/);
  return newcomer;
}

/** A new draft of a signed-in seller. @returns the address of its steps, which ends with a slash */
export async function newDraft(page: Page, title: string): Promise<string> {
  const draft = crypto.randomUUID();
  const first = { title, draft, isNew: "1", version: "0", intent: "next" };
  return (await sendForm(page, "/services/create", first)).replace(/packages.*/, "");
}

/** Sends the application of a signed-in newcomer. @returns the session of the fee's card page */
export async function applyToSell(page: Page): Promise<string> {
  const cardPage = await sendForm(page, "/services/sell", {
    fullName: "Nora Lind",
    bio: "I repair old clocks, and I explain what I do to people who love them.",
    skills: "Clock repair, brass work",
    experience: "Twelve years at a workshop, then alone.",
    intent: "submit",
  });
  return /cs_\w+/.exec(cardPage)?.[0] ?? "";
}

/** A new seller, signed in, whose fee is paid and whose account is active. */
export async function newSeller(page: Page): Promise<{ username: string; email: string }> {
  const person = await verifiedNewcomer(page);
  const session = await applyToSell(page);
  const card = { data: { card: "4242424242424242" }, ...retrying };
  const path = `${process.env.E2E_SANDBOX_URL}/control/sessions/${session}/pay`;
  expect((await page.request.post(path, card)).ok()).toBe(true);
  await mailTo(page, person.email, "seller_activated");
  return person;
}

function newName(): { username: string; email: string } {
  const username = `new-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`;
  return { username, email: `${username}@handiwork.test` };
}

/** Signs in as one of the demo accounts, by the form. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(`${name}@handiwork.test`);
  await page.getByLabel("Password").fill(password);
  await page.locator("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Signed in successfully!")).toBeVisible();
}

/**
 * The server may close a keep-alive connection just as it is reused. Browsers then retry, and so do journeys.
 */
export const retrying = { maxRetries: 2 };

/** Pays on the hosted card page. */
export async function pay(page: Page, number = "4242 4242 4242 4242"): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("CVC").fill("123");
  await page.getByRole("button", { name: /^Pay/ }).click();
}

/** Waits for an email of a kind to an address. @returns the newest one */
export async function mailTo(
  page: Page,
  email: string,
  kind: string,
): Promise<{ subject: string; text: string }> {
  let found: { kind: string; subject: string; text: string } | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`, retrying);
        const mails: { kind: string; subject: string; text: string }[] = await answer.json();
        found = mails.find((mail) => mail.kind === kind);
        return found?.kind;
      },
      { intervals: [50, 100, 250] },
    )
    .toBe(kind);
  if (!found) throw new Error(`No ${kind} mail to ${email}`);
  return found;
}

/**
 * Advances the product's clock by one time step, and returns the code of the step after it. Each code is
 * accepted only once, and another journey may advance the clock at the same time.
 */
export async function freshCode(page: Page, secret: string): Promise<string> {
  let now = "";
  // On a busy machine, the local runtime may lose a connection and answer with an error of its own.
  await expect(async () => {
    const answer = await page.request.post("/dev/clock", { data: { advance: 30 }, ...retrying });
    ({ now } = await answer.json());
  }).toPass();
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.parse(now) + 30_000 });
}

export async function giveCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: button }).click();
}

/**
 * Signs in as the demo operator without showing a page, with password and code. If another journey has just
 * used the code, this tries the next one.
 */
export async function signedInAsOperator(page: Page): Promise<void> {
  await signedIn(page, "admin");
  await expect(async () => {
    await sendForm(page, "/sign-in/factor", { code: await freshCode(page, "JBSWY3DPEHPK3PXP") });
  }).toPass();
}

/** A picture of one colour, 4:3. */
export function picture(name: string, colour: [number, number, number]) {
  const [width, height] = [640, 480];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => colour[i % 3] ?? 0);
  return {
    name,
    mimeType: "image/png",
    buffer: Buffer.from(encode({ width, height, data, channels: 3, depth: 8 })),
  };
}
