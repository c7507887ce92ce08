import { DurableObject } from "cloudflare:workers";
import * as api from "./api/api.ts";
import * as control from "./api/control.ts";
import { KeysInUse } from "./api/idempotency.ts";
import { Deliveries } from "./delivery/deliveries.ts";
import * as checkout from "./objects/checkout.ts";
import * as refunds from "./objects/refund-lifecycle.ts";
import * as sessions from "./objects/session-lifecycle.ts";
import { Store } from "./store.ts";

/** The bindings of the stand-in's worker. */
export interface SandboxEnv {
  SANDBOX: DurableObjectNamespace;
  /** With any value but `local` the worker answers 404. */
  ENVIRONMENT: string;
  /** The product's webhook endpoint. */
  WEBHOOK_URL: string;
  /** The origin at which browsers reach this worker. */
  ORIGIN: string;
  WEBHOOK_SECRET: string;
}

/** The stand-in for Stripe: the API, the card page, the delivery of events and the control endpoints. */
export class Sandbox extends DurableObject<SandboxEnv> {
  private readonly store: Store;
  private readonly deliveries: Deliveries;
  private readonly keysInUse = new KeysInUse();

  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    super(ctx, env);
    this.store = new Store(ctx.storage, env.ORIGIN);
    this.deliveries = new Deliveries(ctx, this.store, env.WEBHOOK_URL, env.WEBHOOK_SECRET);
    // A killed process may leave unsent events and no alarm. The first request after a restart resumes them.
    ctx.blockConcurrencyWhile(async () => {
      const alarm = await ctx.storage.getAlarm();
      if (alarm === null) this.deliveries.setAlarm();
      else if (alarm <= Date.now()) this.deliveries.sendDue();
    });
  }

  /** Answers one request. Only planned faults wait after the body is read, so requests do not interleave. */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    // Not text(): workerd logs a warning for every body with a form's content type.
    const body = request.method === "POST" ? new TextDecoder().decode(await request.arrayBuffer()) : "";
    try {
      this.runDue();
      return await this.answer(request, url, body);
    } finally {
      this.deliveries.sendDue();
      this.deliveries.setAlarm();
    }
  }

  /** Does the due work: expires sessions, settles refunds, delivers events. */
  override async alarm(): Promise<void> {
    this.runDue();
    this.deliveries.sendDue();
    this.deliveries.setAlarm();
  }

  private runDue(): void {
    sessions.expireDue(this.store);
    refunds.settleDue(this.store);
  }

  private answer(request: Request, url: URL, body: string): Response | Promise<Response> {
    if (url.pathname === "/healthz") return Response.json({ ok: true });
    if (url.pathname.startsWith("/v1/")) return api.answer(this.store, this.keysInUse, request, url, body);
    if (url.pathname.startsWith("/control/")) {
      return control.answer(this.store, this.deliveries, request.method, url, body);
    }
    const session = /^\/c\/pay\/([A-Za-z0-9_]+)$/.exec(url.pathname)?.[1];
    if (session && request.method === "GET") return checkout.show(this.store, session);
    if (session && request.method === "POST") {
      return this.store.transaction(() => checkout.submit(this.store, session, new URLSearchParams(body)));
    }
    return new Response("Not found", { status: 404 });
  }
}
