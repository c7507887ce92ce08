export { Inbox } from "#workers/platform/inbox.ts";

type Row = { slug: string; title: string; price_cents: number };

/** The minimum cost of a list: one read of 20 rows, joined to text. It has no caches and no sessions. */
export default {
  async fetch(_request, { DB }) {
    const query = "SELECT slug, title, price_cents FROM gigs WHERE listed = 1 ORDER BY number DESC LIMIT 20";
    const { results } = await DB.prepare(query).all<Row>();
    const items = results.map(
      ({ slug, title, price_cents: cents }) =>
        `<li><a href="/services/s/${slug}">${title}</a> $${cents / 100}</li>`,
    );
    const html = `<!doctype html><title>Services</title><ul>${items.join("")}</ul>`;
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
} satisfies ExportedHandler<Pick<Env, "DB">>;
