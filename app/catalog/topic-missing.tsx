import type { ReactNode } from "react";
import { BrokenPot } from "#app/ui/broken-pot.tsx";

/** A thing of the catalogue that is not there: what, why, and the ways on (the children). The route answers 404. */
export function Missing({
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
