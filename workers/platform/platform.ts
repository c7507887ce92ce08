import type { Clock, Db, Mailer, SmsSender } from "#app/context.ts";
import { configuredMailer } from "./mailer.ts";
import { realClock } from "./real-clock.ts";
import { smsSender } from "./sms.ts";

/**
 * What the local tools replace (workers/local/app.ts). Everything else is the same in production and locally.
 */
export type Platform = {
  clock(db: Db): Clock | Promise<Clock>;
  mailer(env: Env): Mailer;
  /** Null if no provider is configured. */
  sms(env: Env): SmsSender | null;
};

export const production: Platform = { clock: () => realClock, mailer: configuredMailer, sms: smsSender };
