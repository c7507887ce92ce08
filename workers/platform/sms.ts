import type { SmsSender } from "#app/context.ts";

/** Sends text messages through an HTTP provider. @returns null if none is configured */
export function smsSender({
  SMS_URL: url,
  SMS_TOKEN: token,
}: Pick<Env, "SMS_URL" | "SMS_TOKEN">): SmsSender | null {
  if (!url || !token) return null;
  return {
    async send(text) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify(text),
        signal: AbortSignal.timeout(10_000),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The SMS provider answered ${answer.status}`);
    },
  };
}
