import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Announces the title to screen readers when a link changes the page without loading it. After a page load,
 * they read the title themselves.
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
