import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import { person } from "./factories.ts";

export const origin = "http://127.0.0.1:8787";

/** The product's database. */
export const db: Db = drizzle(env.DB, { schema });

/** The fields of a form; undefined fields are omitted. */
type Fields = Record<string, string | number | readonly string[] | undefined>;

let addresses = 0;

/** An address from the range for benchmarks, 198.18.0.0/15. */
function nextAddress(): string {
  addresses++;
  return `198.18.${(addresses >> 8) & 0xff}.${addresses & 0xff}`;
}

/** A browser that stores cookies and runs no scripts. Its requests go to the product's worker. */
export class Visitor {
  readonly id: string;
  readonly email: string;
  readonly #cookies = new Map<string, string>();
  /** The network address. Users share none, so they share no limit; signed-out visitors share one. */
  address: string;
  /** True sends the cookie of an ended session with every request. */
  #stale = false;
  /** Sends a request to the product. A test may replace it, for a product with faults (`productWith`). */
  send: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request);

  constructor(user: { id: string; email: string } = { id: "", email: "" }) {
    this.id = user.id;
    this.address = user.id ? nextAddress() : "192.0.2.1";
    this.email = user.email;
  }

  /**
   * A signed-out visitor whose session has ended. The cookie of the ended session bypasses the page cache; a
   * visitor without any cookie (`passingBy`) gets pages from it.
   */
  static signedOut(): Visitor {
    const visitor = new Visitor();
    visitor.#stale = true;
    return visitor;
  }

  /** A new user who is signed in. The email address is verified unless `verified` is false. */
  static async signedIn(options: Parameters<typeof person>[1] = {}): Promise<Visitor> {
    const user = await person(db, options);
    const visitor = new Visitor(user);
    await visitor.beginSession();
    return visitor;
  }

  /** Begins a session and stores its cookies, as signing in does. */
  async beginSession(options: { aal?: "aal1" | "aal2"; role?: "user" | "operator" } = {}): Promise<void> {
    const { aal = "aal1", role = "user" } = options;
    // The product's time: a test may have advanced its clock.
    const [moved] = await db.select().from(schema.settings).where(eq(schema.settings.key, "clock_offset_ms"));
    const at = Date.now() + Number(moved?.value ?? 0);
    const begun = { userId: this.id, role, aal, owesFactor: false, device: "A browser", place: null, at };
    const { row, subject } = sessions.build(begun);
    await db.batch(sessions.started(db, row));
    const sys = { secret: env.APP_SECRET, clock: { now: () => at }, origin };
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
    headers.set("Host", new URL(origin).host);
    if (!headers.has("CF-Connecting-IP")) headers.set("CF-Connecting-IP", this.address);
    const cookies = new Map([...(this.#stale ? [["session", "ended"] as const] : []), ...this.#cookies]);
    if (cookies.size > 0 && !headers.has("Cookie"))
      headers.set("Cookie", [...cookies].map(([k, v]) => `${k}=${v}`).join("; "));
    const response = await this.send(
      new Request(new URL(path, origin), { redirect: "manual", ...init, headers }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      if (attributes.includes("Max-Age=0")) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Opens an address without following redirects. */
  async get(path: string, headers: HeadersInit = {}): Promise<Page> {
    return await Page.of(await this.fetch(path, { headers }));
  }

  /** Opens an address and follows redirects within the product. */
  async open(path: string): Promise<Page> {
    return await this.#follow(await this.get(path));
  }

  /** Submits a form as a browser does, without following redirects. */
  async submit(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      for (const one of [value ?? []].flat()) body.append(name, String(one));
    return await Page.of(
      await this.fetch(path, { method: "POST", body, headers: { Origin: origin, ...headers } }),
    );
  }

  /** Submits a form and follows redirects within the product. */
  async submitAndFollow(path: string, fields: Fields): Promise<Page> {
    return await this.#follow(await this.submit(path, fields));
  }

  async #follow(page: Page): Promise<Page> {
    let current = page;
    for (let hops = 0; current.location?.startsWith("/") || current.location?.startsWith(origin); hops++) {
      if (hops > 5) throw new Error("Too many redirects");
      current = await this.get(current.location);
    }
    return current;
  }
}

/** A response with its text. */
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

  /** The text of the page without tags, styles, scripts and title. */
  get text(): string {
    return plain(this.html.replace(/<(style|script|title)\b[^>]*>[\s\S]*?<\/\1>/g, ""));
  }

  get title(): string {
    return plain(/<title>([\s\S]*?)<\/title>/.exec(this.html)?.[1] ?? "");
  }

  /** The value of a field; empty if it has none, undefined if the field does not exist. */
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

/** The kinds of visitors. */
export const visitor = {
  signedOut: Visitor.signedOut,
  signedIn: Visitor.signedIn,
  /** A visitor without cookies, who gets pages from the page cache. */
  passingBy: () => new Visitor(),
};
