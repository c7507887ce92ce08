/** What sets a toast: the door's cookies. */
type ToastCookies = { cookies: { set(name: "toast", value: string | null, maxAge?: number): void } };

/** Leaves a notice for the page that follows (a redirect, usually); it survives with and without scripts. */
export function toast(context: ToastCookies, kind: "success" | "error" | "info", text: string): void {
  context.cookies.set("toast", encodeURIComponent(JSON.stringify({ kind, text })), 60);
}
