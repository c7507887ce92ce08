import type { Edge } from "./edge.ts";

/** A browser that keeps its cookies and runs no scripts. */
export class Browser {
  readonly #edge: Edge;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(edge: Edge, origin: string) {
    this.#edge = edge;
    this.#origin = origin;
  }

  /** Opens an address. @throws Error unless it answers with the status and the text */
  async see(path: string, status: number, text: string): Promise<void> {
    const page = await this.#send(path, {});
    if (page.status !== status || !page.text.includes(text))
      throw new Error(
        `${path} answered ${page.status}, not ${status} with '${text}':\n${page.text.slice(0, 2000)}`,
      );
  }

  /** Submits a form. @throws Error unless it answers with the status */
  async submit(path: string, fields: Record<string, string>, status: number): Promise<void> {
    const page = await this.#send(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { Origin: this.#origin, "Content-Type": "application/x-www-form-urlencoded" },
    });
    if (page.status !== status)
      throw new Error(`POST ${path} answered ${page.status}:\n${page.text.slice(0, 2000)}`);
  }

  async #send(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const headers = new Headers(init.headers);
    headers.set("Cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("Host", new URL(this.#origin).host);
    headers.set("CF-Connecting-IP", "192.0.2.1");
    const response = await this.#edge.fetch(path, {
      redirect: "manual",
      ...init,
      headers: Object.fromEntries(headers),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes("Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { status: response.status, text: await response.text() };
  }
}
