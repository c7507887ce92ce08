import { like } from "drizzle-orm";
import type { AllowedAction } from "#app/limits/limits.ts";
import { limits } from "#drizzle/schema.ts";
import { draftOf, storedDraft, writer } from "../gigs/editor/writer.ts";
import { given, market, offerFields } from "../offers/world.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { operator } from "../support/accounts/operator.ts";
import { member, password } from "../support/accounts/passwords.ts";
import { gig } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { drawn, sendProfile } from "../support/pictures.ts";
import { placeOrder } from "../support/purchase.ts";
import { db, origin, Page, type Visitor, visitor } from "../support/visitor.ts";

/** Does an action once, in a way that the product accepts or refuses for a reason other than its limit. */
export type Story = { send(): Promise<Page>; kept?: (page: Page) => unknown; typed?: unknown };

export async function conversationOf(ann: Visitor): Promise<string> {
  const bob = await visitor.signedIn();
  const page = await ann.get(`/messages?user=${bob.id}`);
  return new URL(page.location ?? "", origin).searchParams.get("conversation") ?? "";
}

export async function postJson(caller: Visitor, path: string, body: unknown): Promise<Page> {
  const headers = { Origin: origin, "Content-Type": "application/json" };
  return await Page.of(await caller.fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function profileOwner(username: string) {
  const ann = await visitor.signedIn({ username, fullName: "Ann Lee" });
  return { ann, form: { username, fullName: "Ann Lee", title: "", bio: "I throw pots", timeZone: "" } };
}

/** One of each action that the table of allowances names. */
export const stories: Record<AllowedAction, () => Promise<Story>> = {
  async order() {
    const [ann, offer] = [await visitor.signedIn(), await gig(db)];
    return {
      send: () => ann.submit("/orders", { gigId: offer.id, package: "starter", requirements: "A blue cup" }),
      kept: (page) => page.field("requirements"),
      typed: "A blue cup",
    };
  },
  async payouts() {
    const ann = await visitor.signedIn();
    await sellerRow(ann.id, { status: "active", payoutCountry: "US" });
    return { send: () => ann.submit("/earnings/setup", {}) };
  },
  async payment() {
    const { ann, order } = await placeOrder();
    return { send: () => ann.submit(`/orders/${order.id}`, { intent: "pay" }) };
  },
  async transition() {
    const ann = await visitor.signedIn();
    return {
      async send() {
        const order = await orderRow(db, { buyerId: ann.id, stage: "working", status: "in progress" });
        return await ann.submit(`/orders/${order.id}`, {
          intent: "request-cancel",
          note: "The café has closed",
        });
      },
      kept: (page) => page.field("note"),
      typed: "The café has closed",
    };
  },
  async file() {
    const bob = await visitor.signedIn();
    const offer = await gig(db, { sellerId: bob.id });
    return {
      async send() {
        const working = {
          gigId: offer.id,
          sellerId: bob.id,
          stage: "working",
          status: "in progress",
        } as const;
        const order = await orderRow(db, working);
        const body = new FormData();
        body.set("intent", "deliver");
        body.set("note", "Here is what you have ordered");
        body.append("files", new File(["%PDF-1.7 a sheet"], "sheet.pdf", { type: "application/pdf" }));
        const init = { method: "POST", body, headers: { Origin: origin } };
        return await Page.of(await bob.fetch(`/orders/${order.id}`, init));
      },
      kept: (page) => page.field("note"),
      typed: "Here is what you have ordered",
    };
  },
  async review() {
    const ann = await visitor.signedIn();
    const done = { buyerId: ann.id, stage: "closed", status: "completed", completedAt: Date.now() } as const;
    const order = await orderRow(db, done);
    return {
      send: () => ann.submit(`/orders/${order.id}`, { intent: "review", rating: 9, comment: "Fine work" }),
      kept: (page) => page.field("comment"),
      typed: "Fine work",
    };
  },
  async application() {
    const ann = await visitor.signedIn();
    const form = { fullName: "Ann Lee", bio: "I throw pots", skills: "", experience: "" };
    return {
      send: () => ann.submit("/services/sell", form),
      kept: (page) => page.field("bio"),
      typed: "I throw pots",
    };
  },
  async draft() {
    const ann = await writer();
    const id = await draftOf(ann);
    return {
      async send() {
        const version = String((await storedDraft(id))?.steps.overview?.version);
        return await ann.submit(`/services/create/${id}/overview`, { title: "A sundial", version });
      },
      kept: (page) => page.field("title"),
      typed: "A sundial",
    };
  },
  async gig() {
    const ann = await writer();
    const offer = await gig(db, { sellerId: ann.id });
    return { send: () => ann.submit(`/services/create/${offer.id}/edit`, { intent: "edit" }) };
  },
  async gallery() {
    const ann = await writer();
    const id = await draftOf(ann);
    const file = new File([await drawn("image/png", { width: 640 })], "clock.png");
    return {
      async send() {
        const body = new FormData();
        body.set("picture", file);
        const init = { method: "POST", body, headers: { Origin: origin } };
        return await Page.of(await ann.fetch(`/services/create/${id}/pictures`, init));
      },
    };
  },
  async save() {
    const [ann, offer] = [await visitor.signedIn(), await gig(db)];
    return { send: () => ann.submit("/saved", { gig: offer.id, intent: "save" }) };
  },
  async conversation() {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    return { send: () => ann.get(`/messages?user=${bob.id}`) };
  },
  async message() {
    const ann = await visitor.signedIn();
    const conversation = await conversationOf(ann);
    return {
      send: () => ann.submit("/messages", { conversation, id: crypto.randomUUID(), content: "Is it blue?" }),
      kept: (page) => page.field("content"),
      typed: "Is it blue?",
    };
  },
  async offer() {
    const { seller, service, id } = await market();
    return {
      send: () => seller.submit("/offers", offerFields(id, service.id, { content: `${given} Twice.` })),
      kept: (page) => page.field("content"),
      typed: `${given} Twice.`,
    };
  },
  async ticket() {
    const ann = await visitor.signedIn();
    return {
      send: () => ann.submit("/contact", { topic: "bug", message: "The page of my order is empty" }),
      kept: (page) => page.field("message"),
      typed: "The page of my order is empty",
    };
  },
  async check() {
    const ann = await visitor.signedIn();
    const form = { intent: "check", topic: "charged_no_order", message: "Where is my order?" };
    return {
      send: () => ann.submit("/contact", form),
      kept: (page) => page.field("message"),
      typed: "Where is my order?",
    };
  },
  async answer() {
    const ann = await visitor.signedIn();
    const opened = await ann.submit("/contact", { topic: "bug", message: "The page of my order is empty" });
    return {
      send: () => ann.submit(opened.location ?? "", { intent: "reply", text: "It is still empty" }),
      kept: (page) => page.field("text"),
      typed: "It is still empty",
    };
  },
  async profile() {
    const { ann, form } = await profileOwner("limited-one");
    return { send: () => sendProfile(ann, form), kept: (page) => page.field("bio"), typed: "I throw pots" };
  },
  async picture() {
    const { ann, form } = await profileOwner("limited-two");
    const bytes = await drawn("image/png", { width: 200, height: 200, colors: ["#f00"] });
    return {
      send: () => sendProfile(ann, form, { bytes, name: "me" }),
      kept: (page) => page.field("bio"),
      typed: "I throw pots",
    };
  },
  async setting() {
    const ann = await member();
    return {
      send: () => ann.submit("/profile/email", { email: "new@example.test", password: "a wrong one" }),
      kept: (page) => page.field("email"),
      typed: "new@example.test",
    };
  },
  async end() {
    const ann = await visitor.signedIn();
    return { send: () => ann.submit("/profile/security", { intent: "end", session: crypto.randomUUID() }) };
  },
  async session() {
    const ann = await member();
    const from = { "CF-Connecting-IP": "198.51.100.99" };
    return {
      send: () => visitor.passingBy().submit("/sign-in", { email: ann.email, password }, from),
      kept: (page) => page.field("email"),
      typed: ann.email,
    };
  },
  async export() {
    const ann = await visitor.signedIn();
    return {
      async send() {
        // Otherwise the minute between two exports would refuse it.
        await db.delete(limits).where(like(limits.key, "export:minute:%"));
        return await ann.get("/profile/export");
      },
    };
  },
  async "console-export"() {
    const { ann: eve } = await operator();
    return {
      send: () => eve.submit("/admin/exports", { intent: "users", reason: "For the yearly statement" }),
      kept: (page) => page.field("reason"),
      typed: "For the yearly statement",
    };
  },
  async placeholders() {
    const ann = visitor.signedOut();
    return { send: () => postJson(ann, "/functions/create-placeholders", { init: true }) };
  },
};
