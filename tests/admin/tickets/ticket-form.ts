import { findByCode } from "#app/contact/tickets.server.ts";
import { db, type Visitor } from "../../support/visitor.ts";

/** What a ticket's page would carry now. @param path of its page in the console */
async function versionOf(path: string): Promise<string> {
  const ticket = await findByCode(db, path.split("/").at(-1) ?? "");
  return String(ticket?.version);
}

/** Sends a form of a ticket's page that was read just now. */
export const write = async (by: Visitor, path: string, fields: Record<string, string>) =>
  await by.submit(path, { version: await versionOf(path), from: "", ...fields });
