export type Answer = { status: number; location: string; text: string };

/**
 * Sends one request over its own connection: a busy server may close a kept one just as it is used again,
 * which would look like a fault of the product.
 * @param address the network address of the simulated requester
 * @param fields of a form to post; absent: a GET
 */
export async function ask(
  url: string,
  address: string,
  cookie = "",
  fields?: Record<string, string>,
): Promise<Answer> {
  const headers = { "CF-Connecting-IP": address, Cookie: cookie, Connection: "close" };
  const form = fields && {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { ...headers, Origin: new URL(url).origin },
  };
  const answer = await fetch(url, { headers, redirect: "manual", ...form });
  const location = answer.headers.get("Location") ?? "";
  return { status: answer.status, location, text: await answer.text() };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
