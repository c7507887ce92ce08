import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import { person } from "./factories.ts";

export const shop = "http://127.0.0.1:8787";

/** The database behind the door. */
export const db: Db = drizzle(env.DB, { schema });

/** Fields of a form; undefined ones are left out. */
type Fields = Record<string, string | number | undefined>;

/** Somebody with a browser that keeps cookies and runs no script. Every request goes through the front door. */
export class Visitor {
  readonly id: string;
  readonly email: string;
  readonly #cookies = new Map<string, string>();
  /** Brings a session that has ended with every request. */
  #stale = false;
  /** The door; a test may put one with faults in its place. */
  door: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request);

  constructor(who: { id: string; email: string } = { id: "", email: "" }) {
    this.id = who.id;
    this.email = who.email;
  }

  /**
   * Somebody whose session has ended: signed out, and shown every page as it is at the moment, because the page cache is for those
   * who bring no session at all (`passingBy`).
   */
  static signedOut(): Visitor {
    const visitor = new Visitor();
    visitor.#stale = true;
    return visitor;
  }

  /** A signed-in visitor with a verified address (or not), and nothing else. */
  static async signedIn(options: Parameters<typeof person>[1] = {}): Promise<Visitor> {
    const who = await person(db, options);
    const visitor = new Visitor(who);
    await visitor.beginSession();
    return visitor;
  }

  /** Gets the tokens of a new session, as signing in gives them. */
  async beginSession(options: { aal?: "aal1" | "aal2"; role?: "user" | "operator" } = {}): Promise<void> {
    const { aal = "aal1", role = "user" } = options;
    // The product's clock: a test may have moved it.
    const [moved] = await db.select().from(schema.settings).where(eq(schema.settings.key, "clock_offset_ms"));
    const at = Date.now() + Number(moved?.value ?? 0);
    const begun = { userId: this.id, role, aal, owesFactor: false, device: "A browser", place: null, at };
    const { row, subject } = sessions.build(begun);
    await sessions.started(db, row);
    const sys = { secret: env.APP_SECRET, clock: { now: () => at }, origin: shop };
    const { set } = await tokenCookies(subject, env.TOKEN_KEYS, sys);
    for (const [name, cookie] of Object.entries(set)) this.#cookies.set(name, cookie.value ?? "");
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Host", new URL(shop).host);
    const cookies = new Map([...(this.#stale ? [["session", "ended"] as const] : []), ...this.#cookies]);
    if (cookies.size > 0 && !headers.has("Cookie"))
      headers.set("Cookie", [...cookies].map(([k, v]) => `${k}=${v}`).join("; "));
    const response = await this.door(
      new Request(new URL(path, shop), { redirect: "manual", ...init, headers }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      if (attributes.includes("Max-Age=0")) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Opens an address as it is, without following a redirect. */
  async get(path: string, headers: HeadersInit = {}): Promise<Page> {
    return await Page.of(await this.fetch(path, { headers }));
  }

  /** Opens an address and follows redirects inside the shop. */
  async open(path: string): Promise<Page> {
    return await this.#follow(await this.get(path));
  }

  /** Sends a form as a browser does, without following the redirect. */
  async submit(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) body.set(name, String(value));
    return await Page.of(
      await this.fetch(path, { method: "POST", body, headers: { Origin: shop, ...headers } }),
    );
  }

  /** Sends a form and follows. */
  async submitAndFollow(path: string, fields: Fields): Promise<Page> {
    return await this.#follow(await this.submit(path, fields));
  }

  async #follow(page: Page): Promise<Page> {
    let current = page;
    for (let hops = 0; current.location?.startsWith("/") || current.location?.startsWith(shop); hops++) {
      if (hops > 5) throw new Error("Too many redirects");
      current = await this.get(current.location);
    }
    return current;
  }
}

/** What came back. */
export class Page {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly html: string;

  private constructor(response: Response, html: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.location = response.headers.get("Location");
    this.html = html;
  }

  static async of(response: Response): Promise<Page> {
    return new Page(response, await response.text());
  }

  /** The visible text up to the end of the main part, without tags. */
  get text(): string {
    return plain(this.html.replace(/<(style|script|title)\b[^>]*>[\s\S]*?<\/\1>/g, ""));
  }

  get title(): string {
    return plain(/<title>([\s\S]*?)<\/title>/.exec(this.html)?.[1] ?? "");
  }

  /** The value of a field, empty when it has none; undefined when it is not there. */
  field(name: string): string | undefined {
    const area = new RegExp(`<textarea[^>]*name="${name}"[^>]*>([\\s\\S]*?)</textarea>`).exec(this.html);
    if (area) return plain(area[1] ?? "");
    const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(this.html)?.[0];
    return input && plain(/value="([^"]*)"/.exec(input)?.[1] ?? "");
  }

  get links(): string[] {
    return [...this.html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map((match) => plain(match[1] ?? ""));
  }
}

function plain(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** Who comes to the shop. */
export const visitor = {
  signedOut: Visitor.signedOut,
  signedIn: Visitor.signedIn,
  /** Somebody without any cookie, who gets pages from the page cache. */
  passingBy: () => new Visitor(),
};
