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

  /**
   * Opens an address, or submits a form.
   * @throws Error unless the response has the status and the text
   */
  async see(path: string, status: number, text: string, fields?: Record<string, string>): Promise<void> {
    const response = await this.#edge.fetch(path, {
      redirect: "manual",
      headers: {
        Origin: this.#origin,
        Host: new URL(this.#origin).host,
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "CF-Connecting-IP": "192.0.2.1",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields).toString() }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes("Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const page = await response.text();
    if (response.status !== status || !page.includes(text))
      throw new Error(
        `${path} answered ${response.status}, not ${status} with '${text}':\n${page.slice(0, 2000)}`,
      );
  }
}
