import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Tells screen readers the title of a page that a link has changed without loading it. After a load, they
 * read the title themselves.
 */
export function PageTitle() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (pathname === last.current) return;
    last.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="vh" aria-live="polite">
      {title}
    </p>
  );
}
