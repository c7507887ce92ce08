import { expect, it } from "vitest";
import { adminOrdersPath, parseOrderSearch } from "#app/admin/orders/order-filters.ts";

it("The address of a list keeps valid filters and drops the others", () => {
  const search = parseOrderSearch(
    new URLSearchParams(
      "q=%23ab12&show=late&status=in+progress&payment=paid&stage=working&order=oldest&after=12",
    ),
  );
  expect(search).toEqual({
    q: "ab12",
    show: "late",
    status: "in progress",
    payment: "paid",
    stage: "working",
    order: "oldest",
    after: 12,
  });
  expect(parseOrderSearch(new URL(adminOrdersPath(search), "http://x").searchParams)).toEqual(search);
  const wrong = parseOrderSearch(
    new URLSearchParams("show=all&status=x&payment=1&stage=toString&order=x&after=-1"),
  );
  expect(adminOrdersPath(wrong)).toBe("/admin/orders");
});
