import { describe, expect, it, vi } from "vitest";
import { hostileBodies } from "../../support/hostile/hostile-bodies.ts";
import { placeOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { origin, Page, type Visitor, visitor } from "../../support/visitor.ts";

await deliveries("off");
const { ann, order } = await placeOrder();
const orderPath = `/orders/${order.id}`;

async function post(guest: Visitor, path: string, type: string | null, body: string): Promise<Page> {
  const headers: Record<string, string> = { Origin: origin, "Content-Length": String(body.length) };
  if (type !== null) headers["Content-Type"] = type;
  return await Page.of(
    await guest.fetch(path, { method: "POST", headers, body: new TextEncoder().encode(body) }),
  );
}

const urlencoded = "application/x-www-form-urlencoded";
const long = (bytes: number) => `content=${"x\n ".repeat(bytes / 3)}`;

describe("Bodies that no page sends", () => {
  it.each([
    ["/sign-in", "email"],
    ["/messages", "content"],
    ["/profile", "bio"],
    ["/orders", "requirements"],
    [orderPath, "note"],
  ])("%s answers none of them with a 5xx, signed out or in", async (path, field) => {
    const answers: unknown[] = [];
    for (const { name, type, body } of hostileBodies(field)) {
      for (const guest of [visitor.signedOut(), ann]) {
        const { status } = await post(guest, path, type, body);
        if (status >= 500) answers.push([name, guest === ann, status]);
      }
    }
    expect(answers).toEqual([]);
  });

  it("The form's page is shown again with the typed text and the reason", async () => {
    const page = await post(
      visitor.signedOut(),
      "/sign-in",
      urlencoded,
      "email=ann%40x.example&__intent__=x",
    );
    expect([page.status, page.field("email")]).toEqual([400, "ann@x.example"]);
    expect(page.text).toContain("This form could not be read.");
    const note = "A note that must not be lost";
    const body = new URLSearchParams({ intent: "request-cancel", note, role: "operator" }).toString();
    const orderPage = await post(ann, orderPath, urlencoded, body);
    expect(orderPage.status).toBe(400);
    expect(orderPage.text).toContain("This form could not be read.");
  });
});

describe("The length of bodies", () => {
  it("A form without files may have 64 KB, signed out or signed in", async () => {
    for (const path of ["/messages", "/profile", orderPath]) {
      for (const guest of [visitor.signedOut(), ann]) {
        for (const bytes of [400_000, 5_000_000]) {
          const page = await post(guest, path, urlencoded, long(bytes));
          expect([path, page.status]).toEqual([path, 413]);
          expect(page.text).toContain("A form without files can be at most 64 KB.");
        }
        expect((await post(guest, path, urlencoded, long(60_000))).status).toBeLessThan(404);
      }
    }
  });

  it("A body without a declared length is not read beyond its limit", async () => {
    for (const guest of [visitor.signedOut(), ann]) {
      for (const path of ["/messages", "/sign-in"]) {
        let pulled = 0;
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            pulled++;
            if (pulled > 100) controller.close();
            else controller.enqueue(new TextEncoder().encode("x".repeat(16 * 1024)));
          },
        });
        const headers = { Origin: origin, "Content-Type": urlencoded };
        const page = await Page.of(await guest.fetch(path, { method: "POST", headers, body }));
        expect([path, page.status]).toEqual([path, 413]);
        expect(page.text).toContain("A form without files can be at most 64 KB.");
        expect(pulled).toBeLessThan(20);
      }
    }
  });

  it("The refusal of a body without a declared length has the headers and the log line of every page", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
    });
    const log = vi.spyOn(console, "log");
    const answer = await visitor.signedOut().fetch("/webhooks/stripe", { method: "POST", body });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    log.mockRestore();
    expect(lines).toEqual([
      expect.objectContaining({ event: "request", path: "/webhooks/stripe", status: 413 }),
    ]);
    expect(answer.status).toBe(413);
    expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(await answer.text()).toContain("Go back and send less.");
  });

  it("Files are accepted only from signed-in users, at addresses where a page sends them; a cookie is not enough", async () => {
    const body = new FormData();
    body.append("avatar", new Blob([new Uint8Array(100_000)]), "me.png");
    const send = (guest: Visitor, path: string) =>
      guest.fetch(path, { method: "POST", headers: { Origin: origin, "Content-Length": "101000" }, body });
    const stranger = visitor.passingBy();
    stranger.setCookie("session", "made-up");
    stranger.setCookie("access", "made-up");
    for (const guest of [visitor.passingBy(), visitor.signedOut(), stranger]) {
      const page = await Page.of(await send(guest, "/profile"));
      expect(page.status).toBe(413);
      expect(page.text).toContain("To send files, sign in in another tab");
    }
    expect((await send(ann, "/profile/replies")).status).toBe(413);
    // Its bytes are not a picture.
    expect((await send(ann, "/profile")).status).toBe(415);
  });
});

it("A GET with a body is answered as one without", async () => {
  // The runtime makes a GET of every request that asks for an upgrade, and keeps its body.
  const headers = { Origin: origin, Upgrade: "websocket" };
  const answer = await ann.fetch("/orders", {
    method: "POST",
    headers,
    body: new URLSearchParams({ a: "1" }),
  });
  expect(answer.status).toBe(200);
});

describe("Methods", () => {
  it("An address answers 405 with its allowed methods to any other method, and does nothing", async () => {
    const dan = await visitor.signedIn();
    const fresh = [
      ["/sign-out", "GET, HEAD, POST"],
      ["/", "GET, HEAD"],
      ["/search", "GET, HEAD"],
      ["/messages", "GET, HEAD, POST"],
      ["/messages.data", "GET, HEAD, POST"],
      ["/healthz", "GET, HEAD"],
      ["/images/x", "GET, HEAD"],
      ["/sitemap.xml", "GET, HEAD"],
      ["/auth/refresh", "POST"],
      ["/webhooks/stripe", "POST"],
      ["/webhooks/mail", "POST"],
      ["/no/such/page", "GET, HEAD, POST"],
    ] as const;
    for (const [path, allowed] of fresh) {
      for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
        const answer = await dan.fetch(path, { method, headers: { Origin: origin } });
        expect([path, method, answer.status, answer.headers.get("Allow")]).toEqual([
          path,
          method,
          405,
          allowed,
        ]);
      }
    }
    expect((await dan.get("/profile")).status).toBe(200);
    const factor = await dan.fetch("/auth/factors/x", { method: "PUT", headers: { Origin: origin } });
    expect(factor.headers.get("Allow")).toBe("GET, HEAD, POST, DELETE");
  });

  it("A GET of an address that takes only calls answers 405 with its methods", async () => {
    for (const path of ["/functions/create-payment", "/functions/create-placeholders", "/auth/factors"]) {
      const page = await ann.get(path);
      expect([path, page.status, page.headers.get("Allow") !== null]).toEqual([path, 405, true]);
    }
  });
});
