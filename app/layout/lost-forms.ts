/** Shows that a form got no answer. `why` is a sentence without its full stop. */
type Show = (why: string) => void;

let show: Show | null = null;

/** @returns a function that ends this: from then on, a form without an answer shows the error page */
export function onLostForm(shown: Show): () => void {
  show = shown;
  return () => {
    show = null;
  };
}

/**
 * Keeps the page when the connection of a submitted form is lost, or a proxy in front of the product answers
 * in its place (docs/specification.md#offline): React Router would show an error page instead, without what
 * was typed. The form counts as being sent until it is sent again, or until another link or form takes its
 * place.
 */
export function keepLostForms(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const isForm = init?.method === "POST" && input instanceof URL && input.pathname.endsWith(".data");
    if (!isForm) return await send(input, init);
    let why = "Something went wrong";
    try {
      const answer = await send(input, init);
      const isOurs = answer.status < 500 || answer.headers.get("Content-Type")?.startsWith("text/x-script");
      if (isOurs || !show) return answer;
    } catch (error) {
      if (!show || init.signal?.aborted) throw error;
      why = navigator.onLine ? "The connection was lost" : "You are offline";
    }
    show(why);
    return await new Promise((_, stop) => {
      init.signal?.addEventListener("abort", () => stop(init.signal?.reason));
    });
  };
}
