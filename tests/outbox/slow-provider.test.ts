import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#drizzle/schema.ts";
import { createExecutionContext, waitOnExecutionContext } from "#tests/support/runtime.ts";
import worker from "#workers/local/app.ts";
import { person } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

test("A provider that does not answer does not hold anyone up: the page answers, and the email is sent later", async () => {
  const ann = await person(db);
  // The local mailbox, which takes the provider's place, is in the bucket.
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  const BUCKET = new Proxy(env.BUCKET, {
    get(bucket, name) {
      const member = Reflect.get(bucket, name);
      if (name === "put")
        return (...args: Parameters<typeof bucket.put>) => accepted.then(() => bucket.put(...args));
      return typeof member === "function" ? member.bind(bucket) : member;
    },
  });
  const context = createExecutionContext();
  const guest = visitor.signedOut();
  guest.send = async (request) =>
    await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, { ...env, BUCKET }, context);
  const answer = await guest.submit("/forgot-password", { email: ann.email });
  expect(answer.status).toBeLessThan(400);
  const reset = async () => (await db.select().from(outbox).where(eq(outbox.kind, "reset")))[0];
  await expect.poll(async () => (await reset())?.attempts).toBe(1);
  expect((await reset())?.sentAt).toBe(null);
  accept();
  await waitOnExecutionContext(context);
  expect((await reset())?.sentAt).not.toBe(null);
});
