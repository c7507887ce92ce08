import type { ComponentProps, ReactNode } from "react";
import { DashboardMenu } from "#app/dashboard/dashboard-menu.tsx";

/** The menu, the heading and the width of the seller dashboard's pages (docs/specification.md#selling). */
export function DashboardFrame({
  title,
  current,
  children,
}: {
  title: string;
  current: ComponentProps<typeof DashboardMenu>["current"];
  children: ReactNode;
}) {
  return (
    <div className="wrap page">
      <DashboardMenu current={current} />
      <h1 className="stitch mt-5">{title}</h1>
      {children}
    </div>
  );
}
