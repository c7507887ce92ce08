import type { SandboxEnv } from "./sandbox.ts";

export { Sandbox } from "./sandbox.ts";

export default {
  /**
   * Passes every request to the one Durable Object. Answers 404 everywhere except on a developer's machine.
   */
  fetch(request, env) {
    if (env.ENVIRONMENT !== "local") return new Response("Not found", { status: 404 });
    return env.SANDBOX.get(env.SANDBOX.idFromName("stripe")).fetch(request);
  },
} satisfies ExportedHandler<SandboxEnv>;
