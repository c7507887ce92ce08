import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isParticipant } from "#app/conversations/conversations.server.ts";
import { messageFileLimits } from "#app/conversations/files/message-file.ts";
import type { FileView } from "#app/uploads/private-file.ts";
import type { NewFile, Place } from "#app/uploads/private-files.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { conversations, messageFiles, messages } from "#drizzle/schema.ts";

/** Where the files of a conversation are uploaded. */
export function placeOf(conversationId: string): Place {
  return {
    purpose: "message_file",
    folder: `messages/${conversationId}/`,
    limits: messageFileLimits,
    isUsed: (id) => sql`exists (select 1 from message_files where id = ${id})`,
  };
}

/**
 * Statements: make uploads the files of a message. They come after the message's own, and break
 * `upload-usable` if an upload no longer exists.
 */
export function added(db: Db, conversationId: string, messageId: string, files: NewFile[]) {
  const rows = files.map(({ id, name, type, bytes }) => ({
    id,
    messageId,
    conversationId,
    name,
    type,
    bytes,
    sha256: uploads.hashOf(id),
  }));
  const ids = files.map(({ id }) => id);
  return [uploads.allUsable(db, files), db.insert(messageFiles).values(rows), uploads.used(db, ids)] as const;
}

/**
 * Finds a file of a message.
 * @returns null if there is none, an operator has removed its message, or the viewer is not a participant
 */
export async function find(db: Db, conversationId: string, id: string, viewerId: string) {
  const [file] = await db
    .select({
      id: messageFiles.id,
      name: messageFiles.name,
      type: messageFiles.type,
      bytes: messageFiles.bytes,
    })
    .from(messageFiles)
    .innerJoin(conversations, eq(conversations.id, messageFiles.conversationId))
    .innerJoin(messages, and(eq(messages.id, messageFiles.messageId), isNull(messages.removedAt)))
    .where(and(eq(messageFiles.id, id), eq(conversations.id, conversationId), isParticipant(viewerId)));
  return file ?? null;
}

/** Of most messages. One value for all of them, which the data of a page contains once. */
const noFiles: FileView[] = [];
Object.freeze(noFiles);

/** In a query of messages: the files of each, in order. */
export const filesOfMessage: SQL<FileView[]> =
  sql<string>`(select json_group_array(json_object('id', id, 'name', name, 'bytes', bytes)) from
    (select id, name, bytes from message_files where message_id = ${messages.id} order by number))`.mapWith(
    (files: string): FileView[] => (files === "[]" ? noFiles : JSON.parse(files)),
  );
