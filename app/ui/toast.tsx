import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "#app/ui/icon.tsx";

type Notice = { kind: "success" | "error" | "info"; text: string };
const icons = { success: "done", error: "alert", info: "info" } as const;

/**
 * A notice of the previous request (docs/specification.md#notices). Close is a link to the same page, which
 * no longer has the notice; the inline script closes it without a request. A success disappears after 6 s (in
 * public.css), an error stays until it is closed. The next page or sent form removes either. A path with two
 * leading slashes would link to another site. Where it shows a failed read, give it the key of the location:
 * the next read may fail too.
 */
export function ToastMessage({ toast }: { toast: Notice | null }) {
  const { pathname, search, key } = useLocation();
  const [arrival] = useState(key);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // It stays over: going back restores the key.
    if (key !== arrival) setIsOver(true);
  }, [key, arrival]);
  if (!toast || isOver || key !== arrival) return null;
  return (
    <div
      className={toast.kind === "success" ? "toast leaves" : "toast"}
      role={toast.kind === "error" ? "alert" : "status"}
    >
      <Icon name={icons[toast.kind]} />
      <p>{toast.text}</p>
      <a className="btn" href={pathname.replace(/^\/+/, "/") + search} data-close>
        Close
      </a>
    </div>
  );
}
