import type { Cause } from "../delivery/events.ts";
import * as events from "../delivery/events.ts";
import { shown } from "../objects/account.ts";
import * as accounts from "../objects/account-lifecycle.ts";
import { createAccountLink } from "../objects/account-link.ts";
import type { Store } from "../store.ts";
import { Failure } from "./failure.ts";
import { Fields, invalidField } from "./fields.ts";
import { Params } from "./params.ts";

interface Call {
  store: Store;
  /** The parameters of a GET request. */
  query: Params;
  /** The body of a POST request. */
  fields: Fields;
  /** The id in the path; empty if the address has none. */
  id: string;
  cause: Cause;
}

const accountsUrl = "/v2/core/accounts";

/** The endpoints, by method and path; `:id` matches one path segment. */
const routes: Record<string, (call: Call) => object> = {
  [`POST ${accountsUrl}`]: ({ store, fields, cause }) =>
    shown(accounts.create(store, fields, cause), fields.texts("include")),
  [`GET ${accountsUrl}`]: ({ store, query }) => listAccounts(store, query),
  [`GET ${accountsUrl}/:id`]: ({ store, query, id }) =>
    shown(accounts.require(store, id), query.allowOnly("include").texts("include")),
  [`POST ${accountsUrl}/:id`]: ({ store, fields, id, cause }) =>
    shown(accounts.update(store, id, fields, cause), fields.texts("include")),
  [`POST ${accountsUrl}/:id/close`]: ({ store, fields, id, cause }) =>
    shown(accounts.closeByRequest(store, id, fields, cause), []),
  "POST /v2/core/account_links": ({ store, fields }) => createAccountLink(store, fields),
  "GET /v2/core/events/:id": ({ store, query, id }) => {
    query.allowOnly();
    return fullEvent(store, id);
  },
};

/** Runs a request of API v2 in one transaction. */
export function run(
  store: Store,
  request: { method: string; url: URL; body: string; headers: Headers; cause: Cause },
): object {
  const { method, url, body, headers, cause } = request;
  if (!headers.get("Stripe-Version")) throw invalidField("A v2 request needs the header Stripe-Version.");
  for (const name of ["Stripe-Account", "Stripe-Context"])
    if (headers.get(name)) throw invalidField(`The stand-in does not support the header ${name} in API v2.`);
  if (method === "POST" && !/^application\/json\b/.test(headers.get("Content-Type") ?? ""))
    throw invalidField("A v2 request needs the Content-Type application/json.");
  for (const [address, route] of Object.entries(routes)) {
    const [verb, pattern = ""] = address.split(" ");
    const match = verb === method && new RegExp(`^${pattern.replace(":id", "([^/]+)")}$`).exec(url.pathname);
    if (!match) continue;
    const query = Params.of(method === "GET" ? url.search : "");
    const fields = Fields.of(method === "POST" ? body : "");
    const id = decodeURIComponent(match[1] ?? "");
    return store.transaction(() => route({ store, query, fields, id, cause }));
  }
  throw new Failure(404, {
    type: "invalid_request_error",
    code: "not_found",
    message: `Unrecognized request URL (${method}: ${url.pathname}).`,
  });
}

/** The answer to a repeated request that succeeded: the object as it is now, not as it was. */
export function repeated(store: Store, answer: string, body: string): string {
  const { object, id } = JSON.parse(answer) as { object: string; id: string };
  if (object !== "v2.core.account") return answer;
  return JSON.stringify(shown(accounts.require(store, id), Fields.of(body).texts("include")), null, 2);
}

/** One page of the accounts, newest first. `page` is the token in the address of the next page. */
function listAccounts(store: Store, query: Params): object {
  query.allowOnly("limit", "page", "closed", "applied_configurations");
  const limit = query.integer("limit") ?? 20;
  if (limit < 1 || limit > 100) throw invalidField("limit must be from 1 to 100.", "limit");
  const closed = query.choice("closed", ["true", "false"]) === "true";
  const named = query.texts("applied_configurations");
  const start = Number(/^page_(\d+)$/.exec(query.text("page") ?? "page_0")?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalidField("The page is unknown.", "page");
  const rows = store.sql
    .exec<{ body: string }>(
      `select body from objects where kind = 'v2.core.account'
         and json_extract(body, '$.closed') = ?
         and (? = '[]' or exists (select 1 from json_each(body, '$.applied_configurations') where value in (select value from json_each(?))))
       order by seq desc limit ? offset ?`,
      closed ? 1 : 0,
      JSON.stringify(named),
      JSON.stringify(named),
      limit + 1,
      start,
    )
    .toArray();
  const address = (from: number): string => {
    const next = new URLSearchParams({ limit: String(limit), page: `page_${from}` });
    if (closed) next.set("closed", "true");
    for (const [k, name] of named.entries()) next.set(`applied_configurations[${k}]`, name);
    return `${accountsUrl}?${next}`;
  };
  return {
    data: rows.slice(0, limit).map(({ body }) => shown(JSON.parse(body), [])),
    next_page_url: rows.length > limit ? address(start + limit) : null,
    previous_page_url: start > 0 ? address(Math.max(0, start - limit)) : null,
  };
}

/** `GET /v2/core/events/:id`: the event with the data that its delivery leaves out. */
function fullEvent(store: Store, id: string): object {
  const event = events.find(store, id);
  if (event?.endpoint !== "accounts")
    throw new Failure(404, {
      type: "invalid_request_error",
      code: "not_found",
      message: `No such event: '${id}'`,
    });
  const body = JSON.parse(event.body) as object;
  return event.data === null ? body : { ...body, data: JSON.parse(event.data) as object };
}
