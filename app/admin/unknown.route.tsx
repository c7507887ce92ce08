import { noAction } from "#app/admin/require-operator.server.ts";

/**
 * Every other address below /admin answers the ordinary 404 page. The route exists because Remix sends the
 * browser the routes that it matched on the way: without it, a 404 below /admin would name the console's
 * routes.
 */
export const loader = noAction;
export const action = noAction;

export default function Unknown() {
  return null;
}
