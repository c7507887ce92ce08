/** How often an account may do something: `count` times in `per` seconds. */
export type Limit = { count: number; per: number };

/**
 * The limits that the load exceeds, for each account. They stand here as data, so that the product's own
 * table of limits can take their place; an action without a limit there keeps its pace from here.
 */
export const limits = {
  message: { count: 30, per: 60 },
  conversation: { count: 20, per: 3600 },
  order: { count: 20, per: 3600 },
  cancel: { count: 20, per: 3600 },
  profile: { count: 20, per: 3600 },
  signIn: { count: 10, per: 900 },
  export: { count: 1, per: 60 },
  search: { count: 30, per: 60 },
  page: { count: 30, per: 60 },
  orders: { count: 15, per: 60 },
} as const satisfies Record<string, Limit>;

export type LoadAction = keyof typeof limits;
