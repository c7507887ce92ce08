import type { Inboxes, Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";

/** Access to each user's inbox. Its name is the user's id. */
export function inboxes({ INBOX }: Pick<Env, "INBOX">, log: Log): Inboxes {
  const inboxOf = (userId: string) => INBOX.get(INBOX.idFromName(userId));
  return {
    async push(userIds, event) {
      const pushes = userIds.map((id) => inboxOf(id).push(event));
      for (const push of await Promise.allSettled(pushes)) {
        if (push.status === "rejected") log("warn", "push failed", { error: errorStack(push.reason) });
      }
    },
    async forgetWatching(userIds) {
      await Promise.all(userIds.map((id) => inboxOf(id).forgetWatching(id)));
    },
    async endSession(userId, sessionId) {
      await inboxOf(userId).end(sessionId);
    },
  };
}
