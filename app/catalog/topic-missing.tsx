import type { ReactNode } from "react";
import { BrokenPot } from "#app/ui/broken-pot.tsx";

/**
 * Says that a category, subcategory or gig was not found. The children are links to other pages. The route
 * sets the status 404.
 */
export function NotFoundScreen({
  title,
  text,
  debug,
  children,
}: {
  title: string;
  text: string;
  debug?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="wrap lost">
      <BrokenPot />
      <h1 className="plain">{title}</h1>
      <p className="lede">{text}</p>
      {debug}
      <div className="row">{children}</div>
    </div>
  );
}
