import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { expectErrorLog } from "./bindings/error-log.ts";
import { faultyDatabase, productWith } from "./bindings/faulty.ts";
import { origin, type Visitor, visitor } from "./visitor.ts";

type Answer = { status: number; text: string; html: string };

/** Opens an address. */
export const get = (path: string) => (user: Visitor) => user.get(path);
/** Posts a form. */
export const post = (path: string, fields: Record<string, string>) => (user: Visitor) =>
  user.submit(path, fields);

/** Posts a form and opens the page it redirects to, where its notice is shown. The database works again. */
export const postAndSee = (path: string, fields: Record<string, string>) => async (user: Visitor) => {
  const { status, location } = await user.submit(path, fields);
  user.send = visitor.signedOut().send;
  const { text, html } = await user.open(location ?? "");
  return { status, text, html };
};

/** Calls create-payment for a gig. */
export const createPayment =
  (gigId: string) =>
  async (user: Visitor): Promise<Answer> => {
    const answer = await user.fetch("/functions/create-payment", {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/json" },
      body: JSON.stringify({ paymentType: "service", serviceDetails: { gigId } }),
    });
    const html = await answer.text();
    return { status: answer.status, html, text: html };
  };

/** A statement that fails, and what the product says then. */
export type Fault = {
  what: string;
  /** Part of the SQL that fails. */
  fails: string;
  send: (user: Visitor) => Promise<Answer>;
  by?: "visitor" | "buyer" | "newcomer";
  /** The database's message; no code expects an error other than D1's. */
  error?: string;
  log: string;
  /** 503 if it is absent. */
  status?: number;
  says: RegExp;
  /** The toast. If absent, the page or the form shows the message. */
  toast?: string;
};

/** The texts of a page's error toasts, without the request's id. */
export function toastsOf(html: string): string[] {
  return [...html.matchAll(/<div class="toast" role="alert">.*?<p>(.*?)<\/p>/gs)].map(([, text = ""]) =>
    text.replace(/ \(request [\w-]+\)$/, ""),
  );
}

/** Makes the statement fail while a user sends the request, and checks what the user sees. */
export async function checkFault(fault: Fault, user: Visitor): Promise<void> {
  const { fails, send, error, log, status = 503, says, toast } = fault;
  expectErrorLog(log);
  const before = user.send;
  let failed = 0;
  const isFault = (sql: string) => {
    const matches = sql.includes(fails);
    if (matches) failed++;
    return matches;
  };
  user.send = productWith({ DB: faultyDatabase(env.DB, isFault, error) });
  const page = await send(user);
  user.send = before;
  expect(failed).toBeGreaterThan(0);
  expect([page.status, page.text]).toEqual([status, expect.stringMatching(says)]);
  expect(toastsOf(page.html)).toEqual(toast ? [toast] : []);
  expect(page.html).not.toMatch(/D1_ERROR|a fault made by the test|an unexpected error/);
}
