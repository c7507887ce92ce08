import { expect, it } from "vitest";
import * as profiles from "#app/profiles/profiles.server.ts";
import { conversations, messages } from "#drizzle/schema.ts";
import { person } from "../support/factories.ts";
import { db } from "../support/visitor.ts";

/** A conversation with one read message and some unread ones of each side. */
async function conversation(one: string, other: string, unread: { from: string; count: number }[]) {
  const [firstId = "", secondId = ""] = [one, other].toSorted();
  const id = crypto.randomUUID();
  const at = Date.now();
  await db.insert(conversations).values({ id, firstId, secondId, createdAt: at, updatedAt: at });
  for (const { from, count } of unread) {
    for (let index = 0; index < count; index++) {
      const message = {
        id: crypto.randomUUID(),
        conversationId: id,
        senderId: from,
        content: "Hello",
        createdAt: at,
      };
      await db.insert(messages).values({ ...message, isRead: false });
    }
    const read = {
      id: crypto.randomUUID(),
      conversationId: id,
      senderId: from,
      content: "Seen",
      createdAt: at,
    };
    await db.insert(messages).values({ ...read, isRead: true });
  }
}

it("The header has the viewer's name and counts the messages that others wrote and the viewer has not read", async () => {
  const ann = await person(db, { username: "ann", fullName: "Ann Lee" });
  const bob = await person(db);
  const cleo = await person(db);
  const header = {
    username: "ann",
    fullName: "Ann Lee",
    email: ann.email,
    avatarUrl: null,
    timeZone: null,
    emailVerifiedAt: expect.any(Number),
    sells: false,
    turn: false,
    badAddress: null,
  };
  expect(await profiles.findHeader(db, ann.id)).toEqual({ ...header, unread: 0 });

  await conversation(ann.id, bob.id, [
    { from: ann.id, count: 3 },
    { from: bob.id, count: 2 },
  ]);
  await conversation(cleo.id, ann.id, [{ from: cleo.id, count: 1 }]);
  await conversation(cleo.id, bob.id, [{ from: cleo.id, count: 4 }]);
  expect(await profiles.findHeader(db, ann.id)).toEqual({ ...header, unread: 3 });
});

it("An unknown viewer has no header", async () => {
  expect(await profiles.findHeader(db, "unknown")).toBeNull();
});
