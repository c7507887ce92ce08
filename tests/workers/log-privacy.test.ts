import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import { users } from "#drizzle/schema.ts";
import { member, password } from "../support/accounts/passwords.ts";
import { copyOf } from "../support/accounts/sessions.ts";
import { errorLogs, expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig, person } from "../support/factories.ts";
import { placeOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

afterEach(() => {
  vi.restoreAllMocks();
});

const typed = "A sentence that only Wilhelmina typed";
const newEmail = "wilhelmina.new@example.test";

/** Each writes or reads another area. `guest`: anyone who sends it. */
type Step = { who: "ann" | "guest"; path: string; fields?: Record<string, string> };

type About = { order: string; gigId: string; email: string; unsubscribe: string };

function stepsOf({ order, gigId, email, unsubscribe }: About): Step[] {
  const credentials = { email, password };
  return [
    { who: "guest", path: "/sign-in", fields: credentials },
    {
      who: "guest",
      path: "/sign-up",
      fields: { fullName: "Wilhelmina Newly", username: "wilhelmina.new", email: newEmail, password },
    },
    { who: "guest", path: "/forgot-password", fields: { email } },
    { who: "guest", path: "/messages", fields: { conversation: "x", content: typed } },
    { who: "ann", path: "/orders", fields: { gigId, package: "starter", requirements: typed } },
    { who: "ann", path: `/orders/${order}`, fields: { intent: "cancel", note: typed } },
    { who: "ann", path: "/messages", fields: { conversation: "x", content: typed } },
    {
      who: "ann",
      path: "/profile",
      fields: { fullName: "Wilhelmina Renamed", username: "wilhelmina.r", bio: typed },
    },
    { who: "ann", path: "/profile/email", fields: { email: newEmail, password } },
    {
      who: "ann",
      path: "/profile/factors",
      fields: { intent: "add", factor_type: "phone", phone: "+447700900123" },
    },
    { who: "ann", path: "/auth/refresh", fields: {} },
    { who: "ann", path: "/profile" },
    { who: "ann", path: "/orders?search=Wilhelmina" },
    { who: "ann", path: "/messages" },
    { who: "ann", path: `/orders/${order}` },
    { who: "ann", path: "/profile/security" },
    { who: "guest", path: "/search?q=Wilhelmina" },
    { who: "guest", path: "/ai-assistant?query=Wilhelmina+wants+a+logo" },
    { who: "guest", path: "/verify?token=wilhelmina-token" },
    { who: "guest", path: "/earnings/not-me?token=wilhelmina-token" },
    { who: "guest", path: "/earnings/claim?token=wilhelmina-token" },
    { who: "guest", path: "/unsubscribe?token=wilhelmina-token" },
    { who: "guest", path: unsubscribe },
    { who: "guest", path: unsubscribe, fields: { intent: "stop" } },
    { who: "ann", path: "/profile/notices", fields: { intent: "save" } },
    { who: "guest", path: "/earnings/setup/return?token=wilhelmina-token" },
  ];
}

it("Whatever fails, no name, address, text, password, hash or token of a person is logged", async () => {
  expectErrorLog('"level":"error"');
  const ann = await member({ fullName: "Wilhelmina Grey", username: "wilhelmina-grey" });
  const { order } = await placeOrder({}, ann);
  const offer = await gig(db, { sellerId: (await person(db, { fullName: "Wilhelmina Seller" })).id });
  const [account] = await db.select().from(users).where(eq(users.id, ann.id));
  const token = await unsubscribeLinks.tokenOf(env.APP_SECRET, { userId: ann.id, group: "advice" });
  const unsubscribe = unsubscribeLinks.pathOf(token);
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.push(String(line)));
  const send = async (step: Step, changes: Partial<Env>) => {
    const sender = step.who === "ann" ? copyOf(ann) : visitor.signedOut();
    sender.send = productWith(changes);
    await (step.fields ? sender.submit(step.path, step.fields) : sender.get(step.path));
  };
  const broken = (what: string) =>
    new Proxy({} as never, {
      get: () => () => {
        throw new Error(`${what} failed for "Wilhelmina Grey" of ${account?.email}`);
      },
    });
  let failed = 0;
  const steps = stepsOf({ order: order.id, gigId: offer.id, email: ann.email, unsubscribe });
  await Promise.all(
    steps.map((step) => send(step, { BUCKET: broken("put"), INBOX: broken("push"), IMAGES: broken("draw") })),
  );
  for (let nth = 1; nth <= 4; nth++) {
    const failNth = (step: Step) => {
      let seen = 0;
      const isNth = () => {
        if (++seen === nth) failed++;
        return seen === nth;
      };
      return send(step, { DB: faultyDatabase(env.DB, isNth) });
    };
    await Promise.all(steps.map(failNth));
  }
  const log = [...lines, ...errorLogs()].join("\n");
  expect(failed).toBeGreaterThan(40);
  expect(errorLogs().length).toBeGreaterThan(20);
  const secrets = [
    ...["wilhelmina", typed, "Grey", password, "7700900123", "wilhelmina-token", token],
    ...[account?.passwordHash, ann.cookie("session"), ann.cookie("access")],
  ];
  const leaks = secrets.flatMap((secret) => {
    const at = secret ? log.toLowerCase().indexOf(secret.toLowerCase()) : -1;
    return at < 0 ? [] : [log.slice(Math.max(0, at - 300), at + 100)];
  });
  expect(leaks).toEqual([]);
});

it("A request for data in Remix's old format gets an ordinary page and logs no error", async () => {
  const page = await visitor.signedOut().get("/search?q=a&_data=x");
  expect([page.status, page.title]).toEqual([200, (await visitor.signedOut().get("/search?q=a")).title]);
});
