import { retryPause } from "#app/lib/retries.ts";

/** How often something that does not arrive is sent. */
const mostAttempts = 4;

/**
 * Posts a body, and again if it did not arrive or the server failed (`state: "failed"`).
 * @param show gets how much of it has been sent, from 0 to 1
 * @returns the server's JSON; null if it could not be reached
 */
export async function sendUntilArrived<Answer extends { state: string }>(
  url: string,
  body: FormData | Blob,
  show: (share: number) => void,
): Promise<Answer | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await post<Answer>(url, body, show);
    if ((answer !== null && answer.state !== "failed") || attempt === mostAttempts) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryPause(attempt)));
  }
}

/** By XMLHttpRequest: `fetch` does not tell how much has been sent. */
export function post<Answer extends { state: string }>(
  url: string,
  body: FormData | Blob,
  show: (share: number) => void = () => {},
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    if (body instanceof Blob) request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => show(total > 0 ? loaded / total : 0);
    // An answer of something on the way has no state: the product's own always has.
    request.onload = () => resolve(hasState(request.response) ? (request.response as Answer) : null);
    request.onerror = () => resolve(null);
    request.ontimeout = () => resolve(null);
    request.send(body);
  });
}

function hasState(value: unknown): value is { state: unknown } {
  return typeof value === "object" && value !== null && "state" in value;
}
