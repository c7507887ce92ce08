import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-shapes.ts";

type Kind = "amber" | "ok" | "bad" | "plain";
const icons = { amber: "clock", ok: "done", bad: "alert", plain: "info" } as const;

/**
 * A highlighted message with an icon and a bold first line. The kinds `amber` and `ok` need signed-in.css.
 */
export function Note({
  kind,
  icon = icons[kind],
  title,
  children,
}: {
  kind: Kind;
  icon?: IconName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={kind === "plain" ? "note" : `note ${kind}`} role={kind === "bad" ? "alert" : undefined}>
      <Icon name={icon} />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
