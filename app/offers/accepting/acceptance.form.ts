import { z } from "zod";
import { orderForm } from "#app/checkout/order.form.ts";

/** Fields of `POST /orders` that accept an offer (docs/specification.md#answering-an-offer). */
export const acceptanceForm = orderForm
  .pick({ requirements: true, shownPrice: true, token: true })
  .extend({ offer: z.string() });
