import { request } from "node:http";

export type Answer = { status: number; location: string; text: string };

/**
 * Sends one request over its own connection: a busy server may close a kept one just as it is used again,
 * which would count as a fault of the product.
 * @param address the network address that the requester seems to have
 * @param fields of a form to post; absent: a GET
 */
export function ask(
  url: string,
  address: string,
  cookie = "",
  fields?: Record<string, string>,
): Promise<Answer> {
  const body = fields && new URLSearchParams(fields).toString();
  const headers = {
    "CF-Connecting-IP": address,
    ...(cookie && { Cookie: cookie }),
    ...(body !== undefined && {
      Origin: new URL(url).origin,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: body === undefined ? "GET" : "POST", agent: false, headers },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("error", reject);
        answer.on("end", () => {
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? "", text });
        });
      },
    );
    sent.on("error", reject).end(body);
  });
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
