import type { TopicReply } from "#app/admin/catalogue/topic-reply.ts";

type Props = {
  name: string;
  reply: TopicReply | null;
  stored: string | number | null;
  /** `stored` in words; absent: it is shown as it is. */
  words?: string;
};

/**
 * Below a field of a form that was refused because another operator was faster: what is stored now, if it
 * differs from what was typed. Sending the form again overwrites it.
 */
export function StoredNow({ name, reply, stored, words }: Props) {
  const typed = reply?.typed[name];
  const now = String(stored ?? "");
  if (!reply?.isStale || typed === undefined || typed.replace(/\r\n?/g, "\n").trim() === now.trim())
    return null;
  return (
    <div className="note">
      <div>
        <b>Stored now. Saving replaces it.</b>
        <p className="stored">{words ?? (now || "Nothing")}</p>
      </div>
    </div>
  );
}
