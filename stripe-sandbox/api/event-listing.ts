import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import { invalid, noSuch } from "./failure.ts";
import { type List, limitOf, paginationOf } from "./listing.ts";
import type { Params } from "./params.ts";

/** How long Stripe lists an event, in seconds. */
const kept = 30 * 24 * 60 * 60;

/** The maximum number of types in one request. */
const maxTypes = 20;

/**
 * `GET /v1/events`: one page of the events of the last 30 days, newest first. With `ending_before` it is the
 * page adjacent to that event, so that a reader can move forward from the last event it has seen.
 */
export function listEvents(store: Store, params: Params): List<object> {
  params.allowOnly("limit", "starting_after", "ending_before", "created", "type", "types");
  const limit = limitOf(params);
  const { after, before } = paginationOf(params);
  const types = params.texts("types");
  const type = params.text("type");
  if (type !== null && types.length > 0)
    throw invalid("You may only specify one of these parameters: type, types.");
  if (types.length > maxTypes)
    throw invalid(`Array types exceeded maximum ${maxTypes} allowed elements.`, { param: "types" });
  const since = store.now() - kept;
  const seqOf = (id: string, param: string) => {
    const event = events.find(store, id);
    if (!event || event.created < since) throw noSuch("event", id, param);
    return event.seq;
  };
  const rows = events.page(store, {
    since,
    after: after === null ? null : seqOf(after, "starting_after"),
    before: before === null ? null : seqOf(before, "ending_before"),
    types: type === null ? types : [type],
    created: params.range("created"),
    limit: limit + 1,
  });
  const data = rows.slice(0, limit).map(({ body }) => JSON.parse(body) as object);
  return {
    object: "list",
    data: before === null ? data : data.reverse(),
    has_more: rows.length > limit,
    url: "/v1/events",
  };
}
