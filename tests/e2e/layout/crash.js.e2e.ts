import { expect, retrying, signedIn, test } from "#tests/e2e/journey.ts";
import { startOwn } from "../../support/stack/stack.ts";

test("If the server is killed between payment and webhook, the order is paid after the restart", async ({
  playwright,
}) => {
  const stack = await startOwn();
  // No page is needed: the buyer has left by the time the server is killed.
  const request = await playwright.request.newContext({ baseURL: stack.url });
  try {
    await signedIn({ request }, "buyer");
    const found = await (await request.get("/search?q=monogram", retrying)).text();
    const path = /href="(\/services\/s\/[^"]+)"/.exec(found)?.[1] ?? "";
    const gig = await (await request.get(path, retrying)).text();
    const gigId = /name="gigId" value="([^"]+)"/.exec(gig)?.[1] ?? "";
    const form = { gigId, package: "starter", requirements: "" };
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const cardPage = await request.post("/orders", { form, headers, ...retrying });
    const session = /cs_\w+/.exec(cardPage.url())?.[0] ?? "";

    // No event is delivered, and the buyer does not come back from the card page before the server is killed.
    const atStripe = async (control: string, data: object) => {
      const url = `${stack.sandboxUrl}/control/${control}`;
      expect([control, (await request.post(url, { data, ...retrying })).ok()]).toEqual([control, true]);
    };
    await atStripe("delivery", { mode: "off" });
    await atStripe(`sessions/${session}/pay`, { card: "4242424242424242" });
    await stack.kill();
    await stack.restart();
    await atStripe("delivery", { mode: "normal" });

    const newest = async () => {
      const html = await (await request.get("/orders", retrying)).text();
      return html.slice(html.indexOf('class="orders"')).split("</li>", 1)[0];
    };
    await expect.poll(newest, { timeout: 30_000 }).toMatch(/>Paid</);
  } finally {
    await request.dispose();
    await stack.stop();
  }
});
