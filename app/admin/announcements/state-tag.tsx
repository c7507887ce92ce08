import type { Announcement } from "#app/announcements/announcement.ts";

const tags: Record<Announcement["state"], { label: string; className: string }> = {
  draft: { label: "Draft", className: "tag" },
  running: { label: "Being sent", className: "tag wait" },
  stopped: { label: "Stopped", className: "tag bad" },
  done: { label: "Done", className: "tag ok" },
};

/** The state of an announcement. */
export function StateTag({ state }: { state: Announcement["state"] }) {
  const { label, className } = tags[state];
  return <span className={className}>{label}</span>;
}
