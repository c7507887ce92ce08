type ToastCookies = { cookies: { set(name: "toast", value: string | null, maxAge?: number): void } };

/** Shows a notice once on the next page, usually after a redirect. It works with and without scripts. */
export function toast(context: ToastCookies, kind: "success" | "error" | "info", text: string): void {
  context.cookies.set("toast", encodeURIComponent(JSON.stringify({ kind, text })), 60);
}
