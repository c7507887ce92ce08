import { and, eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { OperatorMailData } from "#app/emails/email-templates.ts";
import type { WaitingMail } from "#app/outbox/outbox.server.ts";
import { adminNotifications, auditLog } from "#drizzle/schema.ts";

/** What a mail knows of the operator's console: nothing, unless it is of a kind that comes from there. */
export async function findOperatorMailData(db: Db, mail: WaitingMail): Promise<OperatorMailData> {
  return {
    reason: mail.kind === "suspended" || mail.kind === "restored" ? await reasonOf(db, mail) : null,
    signup: mail.kind === "new_signup" && mail.subjectId ? await signupOf(db, mail.subjectId) : null,
  };
}

/** The reason of the audit row that was written in the batch of the mail. */
async function reasonOf(db: Db, { userId, createdAt }: WaitingMail): Promise<string | null> {
  const [row] = await db
    .select({ reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.at, createdAt)));
  return row?.reason ?? null;
}

async function signupOf(db: Db, id: string): Promise<OperatorMailData["signup"]> {
  const [row] = await db
    .select({
      userId: adminNotifications.userId,
      message: adminNotifications.message,
      details: adminNotifications.details,
    })
    .from(adminNotifications)
    .where(eq(adminNotifications.id, id));
  return row ? { userId: row.userId, message: row.message, ...row.details } : null;
}
