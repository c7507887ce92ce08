import type { SmsSender } from "#app/context.ts";

/** The way out of texts to phones: an HTTP provider, or whatever passes them on to one. Null where none is set. */
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
      if (!answer.ok) throw new Error(`The provider of texts answered ${answer.status}`);
    },
  };
}
