/** The bindings, variables and secrets of wrangler.toml. */
interface Env {
  ENVIRONMENT: "production" | "local";
  APP_ORIGIN: string;
  STRIPE_API: string;
  STRIPE_CHECKOUT: string;
  /** The country of the platform's account at Stripe: ISO 3166, two letters. Absent: US. */
  PLATFORM_COUNTRY?: string;
  MAIL_FROM: string;
  /** The address of a provider that takes Resend's `POST /emails`. Absent: the binding EMAIL sends. */
  MAIL_URL?: string;
  /** Secret: the bearer token for MAIL_URL. */
  MAIL_TOKEN?: string;
  /** Secret: `whsec_…` of the provider's webhook. Absent: /webhooks/mail answers 404. */
  MAIL_WEBHOOK_SECRET?: string;
  /** Who runs the site: on the contact page, on receipts and in emails. */
  OPERATOR_NAME: string;
  OPERATOR_ADDRESS: string;
  OPERATOR_EMAIL: string;
  /** Secret: signs refresh tokens and links in emails, and encrypts the secrets of second factors. */
  APP_SECRET: string;
  /** Secret: private keys that sign access tokens, newest first (app/auth/tokens.server.ts). */
  TOKEN_KEYS: string;
  /**
   * The address to which text messages are posted, as JSON `{to, text}`. Without it, a phone cannot be a
   * second factor.
   */
  SMS_URL?: string;
  /** Secret: the bearer token for SMS_URL. */
  SMS_TOKEN?: string;
  /** Secret. */
  STRIPE_SECRET_KEY: string;
  /** Secret: `whsec_…` of the webhook endpoint. */
  STRIPE_WEBHOOK_SECRET: string;
  /** Secret: `whsec_…` of the event destination for thin events of accounts. */
  STRIPE_ACCOUNTS_WEBHOOK_SECRET: string;
  /** Secret: `whsec_…` of the webhook endpoint for events of connected accounts. */
  STRIPE_CONNECT_WEBHOOK_SECRET: string;
  DB: D1Database;
  BUCKET: R2Bucket;
  INBOX: DurableObjectNamespace<import("#workers/platform/inbox.ts").Inbox>;
  EMAIL: SendEmail;
  IMAGES: ImagesBinding;
  ASSETS: Fetcher;
  /** The queue for the work that the sweep finds. Without it the sweep does the work itself. */
  WORK?: import("#workers/work/queue.ts").WorkQueue;
  /** Short windows for costly reads and for writes, per account or network. */
  READ_RATE: RateLimit;
  WRITE_RATE: RateLimit;
  /** Set by workers/local/app.ts only; absent in production. */
  PLATFORM?: import("#workers/platform/platform.ts").Platform;
}

declare namespace Cloudflare {
  interface Env extends globalThis.Env {}
  interface GlobalProps {
    mainModule: typeof import("./app.ts");
  }
}

declare module "#build/server/index.js" {
  type Build = import("@remix-run/cloudflare").ServerBuild;
  export const mode: Build["mode"];
  export const entry: Build["entry"];
  export const routes: Build["routes"];
  export const assets: Build["assets"];
  export const publicPath: Build["publicPath"];
  export const assetsBuildDirectory: Build["assetsBuildDirectory"];
  export const future: Build["future"];
  export const isSpaMode: Build["isSpaMode"];
}
