import * as build from "#build/server/index.js";

/** Renders the HTML of an email, with the React of the pages' bundle (entry.server.tsx). */
export const { mailHtml } = build.entry.module as typeof import("#app/entry.server.tsx");
