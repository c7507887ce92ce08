import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { createPaymentAction } from "#app/checkout/place-order.server.ts";

// GET is answered like any other wrong method: 405.
export const loader = (args: LoaderFunctionArgs) => createPaymentAction(args);
export const action = (args: ActionFunctionArgs) => createPaymentAction(args);
