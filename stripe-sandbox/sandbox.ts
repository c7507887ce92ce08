import { DurableObject } from "cloudflare:workers";
import * as api from "./api/api.ts";
import * as control from "./api/control.ts";
import { KeysInUse } from "./api/idempotency.ts";
import { Deliveries, type Endpoint } from "./delivery/deliveries.ts";
import type { EndpointName } from "./delivery/events.ts";
import * as balance from "./objects/balance.ts";
import * as checkout from "./objects/checkout.ts";
import * as express from "./objects/express.ts";
import * as onboarding from "./objects/onboarding.ts";
import * as payouts from "./objects/payout-lifecycle.ts";
import * as refunds from "./objects/refund-lifecycle.ts";
import * as sessions from "./objects/session-lifecycle.ts";
import { Store } from "./store.ts";

/** The bindings of the stand-in's worker. */
export interface SandboxEnv {
  SANDBOX: DurableObjectNamespace;
  /** With any value but `local` the worker answers 404. */
  ENVIRONMENT: string;
  /** The product's webhook endpoint. Those of Connect are below it, at `/accounts` and `/connect`. */
  WEBHOOK_URL: string;
  /** The origin at which browsers reach this worker. */
  ORIGIN: string;
  WEBHOOK_SECRET: string;
  /** The secret of `/accounts`; `whsec_sandbox_accounts` if absent. */
  ACCOUNTS_WEBHOOK_SECRET?: string;
  /** The secret of `/connect`; `whsec_sandbox_connect` if absent. */
  CONNECT_WEBHOOK_SECRET?: string;
}

/** The stand-in for Stripe: the API, the card page, the delivery of events and the control endpoints. */
export class Sandbox extends DurableObject<SandboxEnv> {
  private readonly store: Store;
  private readonly deliveries: Deliveries;
  private readonly keysInUse = new KeysInUse();

  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    super(ctx, env);
    this.store = new Store(ctx.storage, env.ORIGIN);
    balance.bookEarlier(this.store);
    this.deliveries = new Deliveries(ctx, this.store, endpointsOf(env));
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
    balance.releaseDue(this.store);
    payouts.settleDue(this.store);
    payouts.makeDue(this.store);
  }

  private answer(request: Request, url: URL, body: string): Response | Promise<Response> {
    if (url.pathname === "/healthz") return Response.json({ ok: true });
    if (/^\/v[12]\//.test(url.pathname)) return api.answer(this.store, this.keysInUse, request, url, body);
    if (url.pathname.startsWith("/control/")) {
      return control.answer(this.store, this.deliveries, request.method, url, body);
    }
    const session = /^\/c\/pay\/([A-Za-z0-9_]+)$/.exec(url.pathname)?.[1];
    if (session && request.method === "GET") return checkout.show(this.store, session);
    if (session && request.method === "POST") {
      return this.store.transaction(() => checkout.submit(this.store, session, new URLSearchParams(body)));
    }
    const [, page, token] = /^\/c\/(setup|express)\/([A-Za-z0-9]+)$/.exec(url.pathname) ?? [];
    if (page && token && /^(GET|POST)$/.test(request.method)) {
      const form = request.method === "POST" ? new URLSearchParams(body) : null;
      const answer = page === "setup" ? onboarding.answer : express.answer;
      return this.store.transaction(() => answer(this.store, token, form));
    }
    return new Response("Not found", { status: 404 });
  }
}

function endpointsOf(env: SandboxEnv): Record<EndpointName, Endpoint> {
  const {
    WEBHOOK_URL: url,
    ACCOUNTS_WEBHOOK_SECRET: accounts = "whsec_sandbox_accounts",
    CONNECT_WEBHOOK_SECRET: connect = "whsec_sandbox_connect",
  } = env;
  return {
    platform: { url, secret: env.WEBHOOK_SECRET },
    accounts: { url: `${url}/accounts`, secret: accounts },
    connect: { url: `${url}/connect`, secret: connect },
  };
}
