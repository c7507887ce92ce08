import { DurableObject } from "cloudflare:workers";
import * as api from "./api/api.ts";
import * as control from "./api/control.ts";
import { Held } from "./api/idempotency.ts";
import { Deliveries } from "./delivery/deliveries.ts";
import * as checkout from "./objects/checkout.ts";
import * as refunds from "./objects/refunds.ts";
import * as sessions from "./objects/sessions.ts";
import { Store } from "./store.ts";

/** What the stand-in's worker is given: its one object, and where it and the product live. */
export interface SandboxEnv {
  SANDBOX: DurableObjectNamespace;
  /** Anything but `local` and the worker answers 404. */
  ENVIRONMENT: string;
  /** Where events are posted. */
  WEBHOOK_URL: string;
  /** Where browsers reach this worker: scheme, host and port. */
  ORIGIN: string;
  WEBHOOK_SECRET: string;
}

/** All of Stripe, as far as the product knows it: the API, the card page, the deliveries and their steering. */
export class Sandbox extends DurableObject<SandboxEnv> {
  private readonly store: Store;
  private readonly deliveries: Deliveries;
  private readonly held = new Held();

  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    super(ctx, env);
    this.store = new Store(ctx.storage, env.ORIGIN);
    this.deliveries = new Deliveries(ctx, this.store, env.WEBHOOK_URL, env.WEBHOOK_SECRET);
    // A killed process leaves events unsent and its alarm may be lost: the first request after a restart takes them up.
    ctx.blockConcurrencyWhile(async () => {
      const alarm = await ctx.storage.getAlarm();
      if (alarm === null) this.deliveries.arm();
      else if (alarm <= Date.now()) this.deliveries.pump();
    });
  }

  /** Answers one request. After the body is read nothing is awaited (but for a planned fault), so two requests never interleave. */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    // Not text(): workerd warns about every body that calls itself a form.
    const body = request.method === "POST" ? new TextDecoder().decode(await request.arrayBuffer()) : "";
    try {
      this.runDue();
      return await this.answer(request, url, body);
    } finally {
      this.deliveries.pump();
      this.deliveries.arm();
    }
  }

  /** Wakes for what is due: a session's end, a refund's outcome, a delivery's next attempt. */
  override async alarm(): Promise<void> {
    this.runDue();
    this.deliveries.pump();
    this.deliveries.arm();
  }

  private runDue(): void {
    sessions.expireDue(this.store);
    refunds.settleDue(this.store);
  }

  private answer(request: Request, url: URL, body: string): Response | Promise<Response> {
    if (url.pathname === "/healthz") return Response.json({ ok: true });
    if (url.pathname.startsWith("/v1/")) return api.answer(this.store, this.held, request, url, body);
    if (url.pathname.startsWith("/control/")) {
      return control.answer(this.store, this.deliveries, request.method, url, body);
    }
    const session = /^\/c\/pay\/([A-Za-z0-9_]+)$/.exec(url.pathname)?.[1];
    if (session && request.method === "GET") return checkout.show(this.store, session);
    if (session && request.method === "POST") {
      return this.store.together(() => checkout.submit(this.store, session, new URLSearchParams(body)));
    }
    return new Response("Not found", { status: 404 });
  }
}
