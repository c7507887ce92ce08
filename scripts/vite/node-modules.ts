/**
 * React's server build for Node imports Node's modules without `node:`, but workerd has them only with it.
 * Used as the `alias` of bundlers.
 */
export const nodeModules = {
  async_hooks: "node:async_hooks",
  stream: "node:stream",
  util: "node:util",
};
