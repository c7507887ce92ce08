import { useLocation } from "@remix-run/react";
import { Icon } from "#app/ui/icon.tsx";

type Notice = { kind: "success" | "error" | "info"; text: string };
const icons = { success: "done", error: "alert", info: "info" } as const;

/**
 * The notice of the request before. Close is a link to this page, which comes without the notice; the inline script
 * spares that way. Success leaves by itself after 6 s where scripts run, an error stays until closed (LOOK.md section 6).
 */
export function ToastSlab({ toast }: { toast: Notice | null }) {
  const { pathname, search } = useLocation();
  if (!toast) return null;
  return (
    <div
      className={toast.kind === "success" ? "toast leaves" : "toast"}
      role={toast.kind === "error" ? "alert" : "status"}
    >
      <Icon name={icons[toast.kind]} />
      <p>{toast.text}</p>
      <a className="btn" href={pathname + search} data-close>
        Close
      </a>
    </div>
  );
}
