import { eq } from "drizzle-orm";
import { orders } from "#drizzle/schema.ts";
import { paidOrder } from "../support/purchase.ts";
import { db, origin, Page, type Visitor } from "../support/visitor.ts";

/** A small file that passes as a PDF. */
export const pdf = (text = "the work") => new Blob([`%PDF-1.7 ${text}`]);

/** Sends a form with files as a browser does. */
export async function sendFiles(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
  files: [field: string, file: Blob, name: string][],
): Promise<Page> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const [field, file, name] of files) body.append(field, file, name);
  return await Page.of(await visitor.fetch(path, { method: "POST", body, headers: { Origin: origin } }));
}

export const read = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];
/** The text of the page that a form redirects to, toast included. */
export const toastOf = async (visitor: Visitor, page: Page) => (await visitor.open(page.location ?? "")).text;
/** The version of the order that a page shows; its forms send it. */
export const versionOn = (page: Page) => page.field("version");
export const fileLink = (page: Page) => page.links.find((link) => link.includes("/files/")) ?? "";

/** Ann has paid, and Bob has started. */
export async function startedOrder(options: Parameters<typeof paidOrder>[0] = {}) {
  const paid = await paidOrder(options);
  const started = await paid.bob.submit(`/orders/${paid.order.id}`, { intent: "start" });
  if (started.status !== 303)
    throw new Error(`Not started: ${started.status} ${started.text.slice(0, 2500)}`);
  return { ...paid, path: `/orders/${paid.order.id}` };
}

/** Bob has delivered. */
export async function deliveredOrder(options: Parameters<typeof paidOrder>[0] = {}) {
  const started = await startedOrder(options);
  const note = "Here is all that you have asked for.";
  await started.bob.submit(started.path, { intent: "deliver", note });
  return started;
}
